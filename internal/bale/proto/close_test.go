package proto

import (
	"bytes"
	"encoding/binary"
	"testing"

	"bale/internal/bale/core"
)

// TestCloseMessage closes messages of each length of a length prefix, for which one or two bytes were reserved.
func TestCloseMessage(t *testing.T) {
	const at, bit = 3, 5
	for _, k := range []int{0, 1, 127, 128, 129, 1<<14 - 1, 1 << 14, 1<<21 - 1, 1 << 21} {
		for long := range 2 {
			m, message := at+1+long, bytes.Repeat([]byte{7}, k)
			want := append(binary.AppendUvarint([]byte("abc"), uint64(k)), message...)
			for _, room := range []int{len(want), len(want) - 1} {
				e := &Output{Long: ^uint64(0)}
				e.End = room
				b := make([]byte, max(m+k, len(want)))
				copy(b, "abc")
				copy(b[m:], message)
				n := e.CloseMessage(core.All(b), m, k, long, bit)
				if wrong := e.Long | 1<<bit; wrong != ^uint64(0) || e.Long>>bit&1 == 1 != (k >= 128) {
					t.Errorf("length %d: the bits are %x", k, e.Long)
				}
				switch {
				case room < len(want):
					if e.Err == nil || n != at {
						t.Errorf("length %d, %d bytes reserved, no room: error %v, offset %d", k, 1+long, e.Err, n)
					}
				case e.Err != nil || !bytes.Equal(b[:n], want):
					t.Errorf("length %d, %d bytes reserved: error %v, %d bytes", k, 1+long, e.Err, n)
				}
			}
		}
	}
}
