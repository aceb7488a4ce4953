package json

import (
	"slices"

	"bale/gen/runtime/core"
)

// spare is the number of bytes that compact keeps free beyond those for the rest of its text: words are written as a whole, and an escape takes six
// bytes.
const spare = 16

// compact appends a valid JSON text without white space, and with the escapes of json.Marshal. Strings are copied in words: byte by byte, copying the
// payloads of events of GitHub took three times as long.
func compact(b, text []byte) []byte {
	n := len(b)
	b = core.Grow(b, len(text)+spare)
	b = b[:cap(b)]
	for i := 0; i < len(text); {
		c := text[i]
		i++
		if c <= ' ' {
			continue
		}
		b[n] = c
		n++
		if c == '"' {
			b, n, i = compactText(b, n, text, i)
		}
	}
	return b[:n]
}

// compactText writes the rest of a string, which begins at i, to b[n:]. It returns b, or more memory with the same bytes, and the next n and i. b has
// room for the rest of text.
func compactText(b []byte, n int, text []byte, i int) ([]byte, int, int) {
	for i < len(text) {
		if i+8 <= len(text) {
			w := core.Get64(core.At(text, i), 0)
			core.Put64(core.At(b, n), 0, w)
			m := special(w)
			if m == 0 {
				i, n = i+8, n+8
				continue
			}
			k := firstByte(m)
			i, n = i+k, n+k
		}
		c := text[i]
		i++
		size := 0 // of the character, if it needs an escape
		switch {
		case c == '<' || c == '>' || c == '&':
			size = 1
		case c == 0xe2 && i+1 < len(text) && text[i] == 0x80 && text[i+1]&^1 == 0xa8:
			size = 3
		}
		if size > 0 {
			b, n = escapeAt(b, n, text[i-1:], size)
			i += size - 1
			continue
		}
		b[n] = c
		n++
		if c == '"' {
			return b, n, i
		}
		if c == '\\' && i < len(text) {
			b[n] = text[i]
			i, n = i+1, n+1
		}
	}
	return b, n, i
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
