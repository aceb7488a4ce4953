package msgpack

import (
	"encoding/binary"
	"fmt"
	"strings"

	"bale/gen/emit"
)

// maxKey is the maximum length of a field's name in bytes.
const maxKey = 1<<16 - 1

// keyBytes returns the encoding of a field's name, which has at most maxKey bytes.
func keyBytes(key string) []byte {
	switch k := len(key); {
	case k < 32:
		return append([]byte{0xa0 + byte(k)}, key...)
	case k < 1<<8:
		return append([]byte{0xd9, byte(k)}, key...)
	default:
		return append(binary.BigEndian.AppendUint16([]byte{0xda}, uint16(k)), key...)
	}
}

// countBytes returns the head of an array or map of k elements or entries. short is the first byte of the family's short form, and long
// that of its first long form.
func countBytes(k int, short, long byte) []byte {
	switch {
	case k < 16:
		return []byte{short + byte(k)}
	case k < 1<<16:
		return binary.BigEndian.AppendUint16([]byte{long}, uint16(k))
	}
	return binary.BigEndian.AppendUint32([]byte{long + 1}, uint32(k))
}

// binHead returns the head of a bin of k bytes.
func binHead(k int) []byte {
	switch {
	case k < 1<<8:
		return []byte{0xc4, byte(k)}
	case k < 1<<16:
		return binary.BigEndian.AppendUint16([]byte{0xc5}, uint16(k))
	}
	return binary.BigEndian.AppendUint32([]byte{0xc6}, uint32(k))
}

// word returns a Go literal for the first eight bytes of b, padded with zeros, as a little-endian number.
func word(b []byte) string {
	var w [8]byte
	copy(w[:], b)
	return fmt.Sprintf("0x%x", binary.LittleEndian.Uint64(w[:]))
}

// putLiteral prints the stores of constant bytes, up to eight at a time. A store may be wider than the bytes that are left: what follows
// overwrites the excess.
func (c *cursor) putLiteral(text []byte) {
	for len(text) > 0 {
		k, size := 8, 64
		switch {
		case len(text) == 1:
			k, size = 1, 8
		case len(text) == 2:
			k, size = 2, 16
		case len(text) <= 4:
			k, size = len(text), 32
		case len(text) < 8:
			k = len(text)
		}
		c.Line("balePut%d(b, %s, %s) // %q", size, c.Pos(), word(text[:k]), text[:k])
		c.AddConst(k)
		text = text[k:]
	}
}

// differs returns an expression that reports whether the bytes at the cursor differ from text, which is not empty. Up to 64 bytes are
// compared as a few integers, without branches between them.
func (c *cursor) differs(text []byte) string {
	if len(text) > 64 {
		return fmt.Sprintf("string(d.b[%s:%s]) != %q", c.Pos(), c.PosPlus(len(text)), text)
	}
	c.dec.Need("b", "=baleAll(d.b)")
	size := 8
	for size > len(text) {
		size /= 2
	}
	var parts []string
	for at := 0; at < len(text); at += size {
		from := min(at, len(text)-size)
		parts = append(parts, fmt.Sprintf("(baleGet%d(b, %s)^%s)", 8*size, c.PosPlus(from), word(text[from:from+size])))
	}
	if len(parts) == 1 {
		return strings.Replace(strings.Trim(parts[0], "()"), "^", " != ", 1)
	}
	return strings.Join(parts, "|") + " != 0"
}

// A cursor prints the code of a function.
type cursor struct {
	*generator
	*emit.Cursor
	lastInRun string // expression for the last of the fields that one room check covers
}

func (p *generator) cursor() *cursor {
	return &cursor{generator: p, Cursor: emit.NewCursor(p.dec.Locals)}
}
