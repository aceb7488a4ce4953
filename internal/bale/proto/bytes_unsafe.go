//go:build !purego

package proto

import (
	"unicode/utf8"
	"unsafe"

	"bale/internal/bale/core"
	"bale/internal/bale/varint"
)

// PutBytes writes v with a length prefix. Up to 32 bytes are copied without a call: encoding an OpenRTB-like bid and block takes 0.96 of the time of
// one.
func PutBytes(b core.Buffer, n int, v []byte) int {
	if len(v) < 0x80 {
		core.Put8(b, n, uint8(len(v)))
		n++
	} else {
		n = varint.Store56(b, n, uint64(len(v)))
	}
	k, p := len(v), core.All(v)
	switch {
	case k > 32:
		return PutRaw(b, n, v)
	case k > 16:
		x0, x1, x2, x3 := core.Get64(p, 0), core.Get64(p, 8), core.Get64(p, k-16), core.Get64(p, k-8)
		core.Put64(b, n, x0)
		core.Put64(b, n+8, x1)
		core.Put64(b, n+k-16, x2)
		core.Put64(b, n+k-8, x3)
	case k >= 8:
		y, z := core.Get64(p, 0), core.Get64(p, k-8)
		core.Put64(b, n, y)
		core.Put64(b, n+k-8, z)
	case k >= 4:
		y, z := core.Get32(p, 0), core.Get32(p, k-4)
		core.Put32(b, n, y)
		core.Put32(b, n+k-4, z)
	case k > 0: // the first byte, the middle one and the last one, of which some may be the same
		y, z, w := core.Get8(p, 0), core.Get8(p, k/2), core.Get8(p, k-1)
		core.Put8(b, n, y)
		core.Put8(b, n+k/2, z)
		core.Put8(b, n+k-1, w)
	}
	return n + k
}

// PutString writes s with a length prefix, whether or not it is UTF-8.
func PutString(b core.Buffer, n int, s string) int {
	return PutBytes(b, n, unsafe.Slice(unsafe.StringData(s), len(s)))
}

// PutRaw writes v without a length prefix.
func PutRaw(b core.Buffer, n int, v []byte) int {
	return n + copy(unsafe.Slice((*byte)(b), n+len(v))[n:], v)
}

// Move moves k bytes of b from one offset to another.
func Move(b core.Buffer, to, from, k int) {
	s := unsafe.Slice((*byte)(b), max(to, from)+k)
	copy(s[to:], s[from:from+k])
}

// Ends writes a string of 8 to 16 bytes as its first and last eight bytes, and reports whether it is ASCII.
func Ends(b core.Buffer, n int, s string) bool {
	p, k := core.Buffer(unsafe.StringData(s)), len(s)-8
	x, y := core.Get64(p, 0), core.Get64(p, k)
	core.Put64(b, n, x)
	core.Put64(b, n+k, y)
	return (x|y)&varint.Stops == 0
}

// Text writes s with a length prefix. It is an error if s is not UTF-8. A string of up to 128 bytes is checked for ASCII, which is
// UTF-8, while it is copied: encoding submit takes 0.85 of the time of copying first and checking afterwards.
func (e *Output) Text(b core.Buffer, n int, s, path string) int {
	k := len(s)
	if k < 0x80 {
		core.Put8(b, n, uint8(k))
		n++
	} else {
		n = varint.Store56(b, n, uint64(k))
	}
	p, q := core.Buffer(unsafe.StringData(s)), unsafe.Add(b, n-1) // with n, it would be after the end of b if s is empty
	var x uint64
	switch {
	case k > 128:
		copy(unsafe.Slice((*byte)(unsafe.Add(q, 1)), k), s)
		if !core.ASCII(p, 0, k) {
			x = varint.Stops
		}
	case k > 16:
		i := 0
		for ; i < k-32; i += 32 {
			x0, x1, x2, x3 := core.Get64(p, i), core.Get64(p, i+8), core.Get64(p, i+16), core.Get64(p, i+24)
			core.Put64(q, i+1, x0)
			core.Put64(q, i+9, x1)
			core.Put64(q, i+17, x2)
			core.Put64(q, i+25, x3)
			x |= x0 | x1 | (x2 | x3)
		}
		i = max(0, k-32)
		x0, x1, x2, x3 := core.Get64(p, i), core.Get64(p, i+8), core.Get64(p, k-16), core.Get64(p, k-8)
		core.Put64(q, i+1, x0)
		core.Put64(q, i+9, x1)
		core.Put64(q, k-15, x2)
		core.Put64(q, k-7, x3)
		x |= x0 | x1 | (x2 | x3)
	case k >= 8:
		y, z := core.Get64(p, 0), core.Get64(p, k-8)
		core.Put64(q, 1, y)
		core.Put64(q, k-7, z)
		x = y | z
	case k >= 4:
		y, z := core.Get32(p, 0), core.Get32(p, k-4)
		core.Put32(q, 1, y)
		core.Put32(q, k-3, z)
		x = uint64(y | z)
	case k > 0: // the first byte, the middle one and the last one, of which some may be the same
		y, z, w := core.Get8(p, 0), core.Get8(p, k/2), core.Get8(p, k-1)
		core.Put8(q, 1, y)
		core.Put8(q, k/2+1, z)
		core.Put8(q, k, w)
		x = uint64(y | z | w)
	}
	if x&varint.Stops != 0 && !utf8.ValidString(s) {
		e.NotUTF8(path)
	}
	return n + k
}

// ValidString returns the k bytes at n as a string and the offset of their end, or -1 if they are not UTF-8. It copies whole words, and
// checks them for ASCII, which is UTF-8, at the same time. The only branch on the length is then the end of the loop: decoding mixed takes
// 0.95 of the time of checking first and copying afterwards.
func (d *Input) ValidString(n, k int) (string, int) {
	if d.Whole != "" {
		return d.partOfWhole(n, k)
	}
	at := len(d.Backing)
	if k > 64 || k+8 > len(d.B)-n || k+8 > cap(d.Backing)-at {
		return d.CheckedString(n, k)
	}
	p, q := core.At(d.B, n), core.At(d.Backing, at)
	d.Backing = d.Backing[:at+k]
	var x, last uint64
	i := 0
	for ; i < k; i += 8 {
		x |= last
		last = core.Get64(p, i)
		core.Put64(q, i, last)
	}
	core.Put64(q, k, 0) // clears the bytes of the last word that are not part of the string
	s := unsafe.String((*byte)(q), k)
	if (x|last<<(8*uint(i-k)&63))&varint.Stops != 0 && !utf8.ValidString(s) {
		return "", d.NotUTF8(n)
	}
	return s, n + k
}

// CheckedString is [Input.ValidString] for strings that are not parts of a copy of the message. ValidString calls it for a long string, and if there is no
// word after the string in the message or in the memory for strings.
func (d *Input) CheckedString(n, k int) (string, int) {
	if cap(d.Backing) == 0 && k <= 64 && k+8 <= len(d.B)-n {
		d.MoreRoom(n, k+8, 0)
		return d.ValidString(n, k)
	}
	if !core.ASCII(core.All(d.B), n, n+k) && !utf8.Valid(d.B[n:n+k]) {
		return "", d.NotUTF8(n)
	}
	return d.OneString(n, k), n + k
}

// partOfWhole is [Input.ValidString] for a part of d.Whole.
func (d *Input) partOfWhole(n, k int) (string, int) {
	b := core.All(d.B)
	if uint(k-8) <= 8 && (core.Get64(b, n)|core.Get64(b, n+k-8))&varint.Stops == 0 {
		return d.Whole[n : n+k], n + k
	}
	if !core.ASCII(b, n, n+k) && !utf8.Valid(d.B[n:n+k]) {
		return "", d.NotUTF8(n)
	}
	return d.Whole[n : n+k], n + k
}

// Bytes returns the k bytes of the message at n: a part of the message if d.Alias is set, else a copy. The copy is in the memory of to,
// or in memory shared with strings if to is too small or a part of the message. If k is 0, the
// result is to[:0], also if d.Alias is set, so that nil stays nil.
func Bytes[T ~[]byte](d *Input, to T, n, k int) T {
	switch {
	case d.Alias && k > 0:
		return d.B[n : n+k : n+k]
	case k > cap(to) || core.Overlaps(to, d.B):
		return unsafe.Slice(unsafe.StringData(d.OneString(n, k)), k)
	}
	return append(to[:0], d.B[n:n+k]...)
}
