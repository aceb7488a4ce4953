package compact

import "bale/internal/bale/core"

// Bytes returns the next n bytes. The capacity of the slice ends with them, so that an append does not change the message.
func (d *Decoder) Bytes(n uint64) ([]byte, bool) {
	if n > uint64(len(d.B)-d.N) {
		return nil, d.Fail(core.Truncated)
	}
	d.N += int(n)
	return d.B[d.N-int(n) : d.N : d.N], true
}

// Custom records the error of the method of a custom type, and reports whether it is nil.
func (d *Decoder) Custom(err error) bool {
	d.Cause = err
	return err == nil || d.Fail(core.Malformed)
}
