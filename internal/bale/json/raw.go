package json

import (
	"slices"
	"strings"

	"bale/internal/bale/core"
)

// spare is the number of bytes that AppendRaw keeps free beyond those for the rest of its text: words are written as a whole, and an escape takes six
// bytes.
const spare = 16

// AppendRaw appends a text as json.Marshal writes the result of a method: without white space, and with escapes for characters that have a meaning in
// HTML. It reports whether the text is valid. It checks and copies the text in one pass, in words: encoding events of GitHub takes 0.49 of the time that it
// took with two passes.
func AppendRaw(b, text []byte) ([]byte, bool) {
	start, n, i := len(b), len(b), Space(text, 0)
	b = core.Grow(b, len(text)+spare)
	b = b[:cap(b)]
	var objects [MaxDepth/64 + 1]uint64 // as in skipNested
	depth, object := 0, false
	for {
		if i >= len(text) {
			return b[:start], false
		}
		switch c := text[i]; c {
		case '"':
			b, n, i = appendRawText(b, n, text, i)
		case '{', '[':
			bit := uint64(1) << (depth & 63)
			objects[depth>>6] &^= bit
			if object {
				objects[depth>>6] |= bit
			}
			if depth++; depth >= MaxDepth {
				return b[:start], false
			}
			object = c == '{'
			b[n] = c
			n++
			if i = Space(text, i+1); i < len(text) && text[i] != c+2 {
				if object {
					b, n, i = appendRawName(b, n, text, i)
				}
				if i >= 0 {
					continue
				}
			}
		default:
			end := skipSingle(text, i)
			if end >= 0 {
				n += copy(b[n:], text[i:end])
			}
			i = end
		}
		// The value ends at i: end the lists and objects that it ends.
		for {
			if i < 0 {
				return b[:start], false
			}
			i = Space(text, i)
			if depth == 0 && i == len(text) {
				return b[:n], true
			}
			if depth == 0 || i >= len(text) {
				return b[:start], false
			}
			c := text[i]
			b[n] = c
			n, i = n+1, i+1
			if c == ',' {
				if i = Space(text, i); object {
					if b, n, i = appendRawName(b, n, text, i); i < 0 {
						return b[:start], false
					}
				}
				break
			}
			if object && c != '}' || !object && c != ']' {
				return b[:start], false
			}
			depth--
			object = objects[depth>>6]>>(depth&63)&1 != 0
		}
	}
}

// appendRawName writes the name and the colon at text[i:] to b[n:], as appendRawText writes a string.
func appendRawName(b []byte, n int, text []byte, i int) ([]byte, int, int) {
	if i >= len(text) || text[i] != '"' {
		return b, n, -1
	}
	if b, n, i = appendRawText(b, n, text, i); i < 0 {
		return b, n, -1
	}
	if i = Space(text, i); i >= len(text) || text[i] != ':' {
		return b, n, -1
	}
	b[n] = ':'
	return b, n + 1, Space(text, i+1)
}

// rawSpecial is special, but of the bytes that are not ASCII only 0xe2, with which U+2028 begins, is special.
func rawSpecial(w uint64) uint64 {
	x := w ^ 0xe2*ones
	return special(w)&^w | (x-ones)&^x&highs
}

// appendRawText writes the string at text[i:], which begins with a quote, to b[n:]. It returns b, or more memory with the same bytes, the next n, and the
// offset after the string, or -1 if it is not valid. b has room for the rest of text.
func appendRawText(b []byte, n int, text []byte, i int) ([]byte, int, int) {
	b[n] = '"'
	n, i = n+1, i+1
	for i < len(text) {
		if i+8 <= len(text) {
			w := core.Get64(core.At(text, i), 0)
			core.Put64(core.At(b, n), 0, w)
			m := rawSpecial(w)
			if m == 0 {
				i, n = i+8, n+8
				continue
			}
			k := firstByte(m)
			i, n = i+k, n+k
		}
		c := text[i]
		size := 0 // of the character, if it needs an escape
		switch {
		case c < ' ':
			return b, n, -1
		case c == '"':
			b[n] = c
			return b, n + 1, i + 1
		case c == '\\':
			end := escapeEnd(text, i)
			if end < 0 {
				return b, n, -1
			}
			n += copy(b[n:], text[i:end])
			i = end
			continue
		case c == '<' || c == '>' || c == '&':
			size = 1
		case c == 0xe2 && i+2 < len(text) && text[i+1] == 0x80 && text[i+2]&^1 == 0xa8:
			size = 3
		}
		if size > 0 {
			b, n = escapeAt(b, n, text[i:], size)
			i += size
			continue
		}
		b[n] = c
		n, i = n+1, i+1
	}
	return b, n, -1
}

// escapeEnd returns the offset after the escape at n, or -1 if it is not valid.
func escapeEnd(b []byte, n int) int {
	switch {
	case n+1 >= len(b):
		return -1
	case b[n+1] != 'u':
		if strings.IndexByte(`"\/bfnrt`, b[n+1]) < 0 {
			return -1
		}
		return n + 2
	case hex4(b, n+2) < 0:
		return -1
	}
	return n + 6
}

// escapeAt writes the escape of the character at the front of text to b[n:]. It returns b, or more memory, with room for the rest of text, and the next n.
func escapeAt(b []byte, n int, text []byte, size int) ([]byte, int) {
	if need := len(text) + 6 + spare; len(b)-n < need {
		b = slices.Grow(b[:n], need)
		b = b[:cap(b)]
	}
	r := rune(text[0])
	if size > 1 {
		r = '\u2020' | rune(text[2]&15)
	}
	return b, n + copy(b[n:], []byte{'\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15]})
}
