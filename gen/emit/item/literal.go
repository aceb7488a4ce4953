package item

import (
	"encoding/binary"
	"fmt"
	"strings"
)

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
		c.Line("balecore.Put%d(b, %s, %s) // %q", size, c.Pos(), word(text[:k]), text[:k])
		c.AddConst(k)
		text = text[k:]
	}
}

// differs returns an expression that reports whether the bytes at the cursor differ from text, which is not empty. Up to 64 bytes are
// compared as a few integers, without branches between them.
func (c *cursor) differs(text []byte) string {
	if len(text) > 64 {
		return fmt.Sprintf("string(d.B[%s:%s]) != %q", c.Pos(), c.PosPlus(len(text)), text)
	}
	c.needBuffer()
	size := 8
	for size > len(text) {
		size /= 2
	}
	var parts []string
	for at := 0; at < len(text); at += size {
		from := min(at, len(text)-size)
		parts = append(parts, fmt.Sprintf("(balecore.Get%d(b, %s)^%s)", 8*size, c.PosPlus(from), word(text[from:from+size])))
	}
	if len(parts) == 1 {
		return strings.Replace(strings.Trim(parts[0], "()"), "^", " != ", 1)
	}
	return strings.Join(parts, "|") + " != 0"
}

// needBuffer declares the variable b, a pointer to the message.
func (c *cursor) needBuffer() { c.dec.Need("b", "=balecore.All(d.B)") }
