//go:build purego

package proto

import (
	"unicode/utf8"

	"bale/internal/bale/core"
	"bale/internal/bale/varint"
)

// PutLength writes the length prefix k at n. It returns the offset of its end.
func PutLength(b core.Buffer, n, k int) int {
	if k < 0x80 {
		core.Put8(b, n, uint8(k))
		return n + 1
	}
	return varint.Store56(b, n, uint64(k))
}

// PutBytes writes v with a length prefix.
func PutBytes(b core.Buffer, n int, v []byte) int {
	return PutRaw(b, PutLength(b, n, len(v)), v)
}

// PutString writes s with a length prefix, whether or not it is UTF-8.
func PutString(b core.Buffer, n int, s string) int {
	n = PutLength(b, n, len(s))
	return n + copy(b[n:], s)
}

// PutRaw writes v without a length prefix.
func PutRaw(b core.Buffer, n int, v []byte) int { return n + copy(b[n:], v) }

// Move moves k bytes of b from one offset to another.
func Move(b core.Buffer, to, from, k int) { copy(b[to:to+k], b[from:from+k]) }

// Ends writes a string of 8 to 16 bytes, and reports whether it is ASCII.
func Ends(b core.Buffer, n int, s string) bool { return core.ASCII(b, n, n+copy(b[n:], s)) }

// Text writes s with a length prefix. It is an error if s is not UTF-8.
func (e *Output) Text(b core.Buffer, n int, s, path string) int {
	n = PutLength(b, n, len(s))
	if !utf8.ValidString(s) {
		e.NotUTF8(path)
	}
	return n + copy(b[n:], s)
}

// ValidString returns the k bytes at n as a string and the offset of their end, or -1 if they are not UTF-8.
func (d *Input) ValidString(n, k int) (string, int) {
	if !utf8.Valid(d.B[n : n+k]) {
		return "", d.NotUTF8(n)
	}
	return d.OneString(n, k), n + k
}

// Bytes returns the k bytes of the message at n. If k is 0, the result is nil. Without package unsafe, it is not known whether the memory of to is a part of the
// message, so a copy gets new memory.
func Bytes[T ~[]byte](d *Input, to T, n, k int) T {
	if d.Alias && k > 0 {
		return d.B[n : n+k : n+k]
	}
	d.Copied(k)
	return append(T(nil), d.B[n:n+k]...)
}
