package msgpack

import (
	"bale/gen/runtime/core"
)

// Member is which of a union's types, of which there are so many, stands at n, and where its value is, or -1. nil is 0.
func (d *Input) Member(n, most int) (number, from int) {
	// As bale writes it: a union of a bool and a pointer is read in 0.4 of the time.
	if len(d.B)-n > 2 && d.B[n] == 0x92 && uint(d.B[n+1])-1 < uint(min(most, 127)) {
		return int(d.B[n+1]), n + 2
	}
	k, from := d.List(n)
	switch {
	case k < 0 || from < 0:
		return 0, from
	case k != 2:
		return 0, d.Stop(core.Malformed, "", n)
	}
	x, end := d.Uint(from, 64)
	if end >= 0 && x-1 >= uint64(most) {
		return 0, d.Stop(core.Malformed, "", from)
	}
	return int(x), end
}
