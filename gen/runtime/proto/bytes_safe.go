//go:build balesafe

package proto

import (
	"unicode/utf8"

	"bale/gen/runtime/core"
	"bale/gen/runtime/varint"
)

// PutLength writes how many bytes come.
func PutLength(b core.Buffer, n, k int) int {
	if k < 0x80 {
		core.Put8(b, n, uint8(k))
		return n + 1
	}
	return varint.Store56(b, n, uint64(k))
}

// PutBytes writes bytes behind their number.
func PutBytes(b core.Buffer, n int, v []byte) int {
	return PutRaw(b, PutLength(b, n, len(v)), v)
}

// PutRaw writes bytes.
func PutRaw(b core.Buffer, n int, v []byte) int { return n + copy(b[n:], v) }

func Move(b core.Buffer, to, from, k int) { copy(b[to:to+k], b[from:from+k]) }

// Text writes a string behind its length.
func (e *Output) Text(b core.Buffer, n int, s, path string) int {
	n = PutLength(b, n, len(s))
	if !utf8.ValidString(s) {
		e.NotUTF8(path)
	}
	return n + copy(b[n:], s)
}

// ASCII reports whether no byte from n to end has its highest bit.
func ASCII(b core.Buffer, n, end int) bool {
	for _, x := range b[n:end] {
		if x >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Bytes is k bytes of the message. They have memory of their own, since nothing tells whether that which is there is a part of the
// message.
func Bytes[T ~[]byte](d *Input, to T, n, k int) T {
	if d.Alias {
		return d.B[n : n+k : n+k]
	}
	d.Copied(k)
	return append(T(nil), d.B[n:n+k]...)
}
