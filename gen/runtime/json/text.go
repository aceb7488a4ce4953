package json

import (
	"bytes"
	"encoding/json"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"

	"bale/gen/runtime/core"
)

const hex = "0123456789abcdef"

// isPlain reports the bytes that are themselves in a string that json.Marshal writes.
var isPlain = func() (list [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		list[c] = !bytes.ContainsRune([]byte(`"\<>&`), c)
	}
	return list
}()

// replacement is what json.Marshal writes for bytes that are not UTF-8: an escape, or from Go 1.27 on the character itself.
var replacement = func() []byte {
	text, _ := json.Marshal("\xff") // there is no error
	return text[1 : len(text)-1]
}()

// firstByte returns the index of the first byte with a high bit in m.
func firstByte(m uint64) int { return bits.TrailingZeros64(m) >> 3 }

// special returns a word that has a high bit for the first byte of w that is not itself in a JSON string, and perhaps for bytes after it. It is 0
// if there is none. Bytes that are not ASCII keep the high bit in all but one of the terms.
func special(w uint64) uint64 {
	return ((w - 0x20*ones) | ((w | 0x02*ones) ^ 0x3e*ones - ones) | ((w | 0x04*ones) ^ 0x26*ones - ones) | (w ^ 0x5c*ones - ones)) & highs
}

// endsText has a high bit for the first byte of w that is a quote, a backslash or a control character, and perhaps for bytes after it. It is 0 if
// there is none.
func endsText(w uint64) uint64 {
	return ((w - 0x20*ones) | (w ^ 0x22*ones - ones) | (w ^ 0x5c*ones - ones)) &^ w & highs
}

// unescapedTail is unescaped, one byte at a time.
func unescapedTail(s string, i int) int {
	for i < len(s) && isPlain[s[i]] {
		i++
	}
	return i
}

// appendEscaped appends the text of a JSON string. The bytes of s before i need no escapes.
func appendEscaped(b []byte, s string, i int) []byte {
	b = core.Grow(b, len(s)+6)
	start := 0
	for {
		if i = unescaped(s, i); i == len(s) {
			return append(b, s[start:]...)
		}
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b = append(append(b, s[start:i]...), replacement...)
			} else if r == '\u2028' || r == '\u2029' {
				b = append(append(b, s[start:i]...), '\\', 'u', '2', '0', '2', hex[r&15])
			} else {
				i += size
				continue
			}
			i += size
			start = i
			continue
		}
		b = appendEscape(append(b, s[start:i]...), c)
		i++
		start = i
	}
}

// appendEscape appends the escape of an ASCII character.
func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '\\', '"':
		return append(b, '\\', c)
	case '\b':
		c = 'b'
	case '\f':
		c = 'f'
	case '\n':
		c = 'n'
	case '\r':
		c = 'r'
	case '\t':
		c = 't'
	default:
		return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	}
	return append(b, '\\', c)
}

// plainTail is plain, one byte at a time.
func plainTail(b []byte, n int) int {
	for n < len(b) && b[n] >= ' ' && b[n] < utf8.RuneSelf && b[n] != '"' && b[n] != '\\' {
		n++
	}
	return n
}

// Quoted finds the text of the string at n: b[n+1:end-1], if it has no escapes and is UTF-8. Otherwise d.Scratch has the text, and escaped is
// set.
func (d *Input) Quoted(n int) (escaped bool, end int) {
	b := d.B
	if n >= len(b) || b[n] != '"' {
		return false, -1
	}
	end = plain(b, n+1)
	for end < len(b) && b[end] >= utf8.RuneSelf {
		for end < len(b) && b[end] >= utf8.RuneSelf {
			end++
		}
		end = plain(b, end)
		escaped = true // it has to be checked
	}
	if end < len(b) && b[end] == '"' && (!escaped || utf8.Valid(b[n+1:end])) {
		return false, end + 1
	}
	return true, d.unquote(n + 1)
}

// Text decodes the string at n.
func (d *Input) Text(n int) (string, int) {
	escaped, end := d.Quoted(n)
	switch {
	case end < 0:
		return "", -1
	case escaped:
		return string(d.Scratch), end
	case end == n+2:
		return "", end
	case d.Alias:
		return core.Text(d.B[n+1:end-1], true), end
	}
	if d.Input.Text == 0 {
		d.firstRoom(n)
	}
	return d.OneString(n+1, end-n-2), end
}

// firstRoom allocates memory for the first strings: a sixteenth of the rest of the message, which most messages need.
func (d *Input) firstRoom(n int) {
	rest := len(d.B) - n
	room := min(max(rest/16, min(rest, 128)), core.Piece)
	d.Input.Text = room
	d.MakeRoom(room)
}

// TextBytes decodes the string at n for a method UnmarshalText.
func (d *Input) TextBytes(n int) ([]byte, int) {
	escaped, end := d.Quoted(n)
	switch {
	case end < 0:
		return nil, -1
	case escaped:
		return bytes.Clone(d.Scratch), end
	}
	return d.B[n+1 : end-1 : end-1], end
}

// Name decodes the name and the colon at n, and the white space around them. The name is valid until the next call.
func (d *Input) Name(n int) ([]byte, int) {
	n = Space(d.B, n)
	escaped, end := d.Quoted(n)
	if end < 0 {
		return nil, -1
	}
	name := d.Scratch
	if !escaped {
		name = d.B[n+1 : end-1]
	}
	if end = Space(d.B, end); end >= len(d.B) || d.B[end] != ':' {
		return nil, -1
	}
	return name, Space(d.B, end+1)
}

// unquote decodes the string at n into d.Scratch. Bytes that are not UTF-8 become U+FFFD, as in encoding/json.
func (d *Input) unquote(n int) int {
	b, s := d.B, d.Scratch[:0]
	for n < len(b) {
		c := b[n]
		switch {
		case c == '"':
			d.Scratch = s
			return n + 1
		case c < ' ':
			return -1
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(b[n:])
			s = utf8.AppendRune(s, r)
			n += size
			continue
		case c != '\\':
			s = append(s, c)
			n++
			continue
		}
		if n++; n >= len(b) {
			return -1
		}
		c = b[n]
		n++
		switch c {
		case '"', '\\', '/':
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'u':
			r := hex4(b, n)
			if r < 0 {
				return -1
			}
			n += 4
			if utf16.IsSurrogate(r) {
				low := rune(-1)
				if n+1 < len(b) && b[n] == '\\' && b[n+1] == 'u' {
					low = hex4(b, n+2)
				}
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					n += 6
				}
			}
			s = utf8.AppendRune(s, r)
			continue
		default:
			return -1
		}
		s = append(s, c)
	}
	return -1
}

// hex4 returns the number of four hexadecimal digits at n, or -1.
func hex4(b []byte, n int) rune {
	if len(b)-n < 4 {
		return -1
	}
	r := rune(0)
	for _, c := range b[n : n+4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

// AppendQuoted appends the string in a string, as the option string in a tag asks for.
func AppendQuoted(b []byte, s string) []byte {
	inner := append(AppendText([]byte{'"'}, s), '"')
	return append(AppendText(append(b, '"'), string(inner)), '"')
}
