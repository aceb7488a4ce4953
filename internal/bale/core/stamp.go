package core

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// PutStamp writes the stamp of a layout at n, and returns the offset after it.
func PutStamp(b Buffer, n int, stamp uint32) int {
	Put32(b, n, bits.ReverseBytes32(stamp))
	return n + 4
}

// CheckStamp returns an error if the message b of the type name does not begin with the stamp.
func CheckStamp(b []byte, stamp uint32, name string) error {
	if len(b) < 4 {
		f := Fault{Code: Truncated}
		return f.Error(name, len(b))
	}
	if other := binary.BigEndian.Uint32(b); other != stamp {
		return fmt.Errorf("%s: stamp %08x: the message was written with the layout %08x", name, stamp, other)
	}
	return nil
}
