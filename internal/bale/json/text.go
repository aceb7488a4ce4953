package json

import (
	"bytes"
	"encoding/json"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"

	"bale/internal/bale/core"
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

// unescapedTail is unescaped, one character at a time.
func unescapedTail(s string, i int) int {
	for i < len(s) {
		if s[i] < utf8.RuneSelf {
			if !isPlain[s[i]] {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || isSeparator(r) {
			return i
		}
		i += size
	}
	return i
}

// isSeparator reports whether r is U+2028 or U+2029, which json.Marshal escapes.
func isSeparator(r rune) bool { return r&^1 == '\u2028' }

// characters returns the offset after the characters from i on, of which the first has more than one byte. It stops at quotes, backslashes and control
// characters, if html is set in all bits, also at <, > and &, at bytes that are not UTF-8, at U+2028 and U+2029, and where less than 8 bytes are before n. It may
// stop before others, but not before the first.
func characters(p core.Buffer, i, n int, html uint64) int {
	k := runes(p, i, n)
	if k == i || k-i >= 16 {
		return k
	}
	return mixed(p, k, n, html)
}

// mixed is characters for ASCII, too, in words of eight bytes. It may stop before any character.
func mixed(p core.Buffer, i, n int, html uint64) int {
	first := i
	// more and more4 have high bits for the bytes of the next word that belong to a character of the last one, and for the second of four.
	var last, more, more4 uint64
	for ; i+8 <= n; i += 8 {
		w := core.Get64(p, i)
		before := w<<8 | last>>56 // the byte before each one
		bit5, bit4 := w<<2, w<<3
		lead := w & (w << 1)
		lead3 := lead & bit5
		lead4 := lead3 & bit4
		bad := ((w-0x20*ones)|((w|0x04*ones&html)^(0x22*ones|0x04*ones&html)-ones)|(w^0x5c*ones-ones)|((w|0x02*ones)^0x3e*ones-ones)&html)&^w |
			(lead<<8 | lead3<<16 | lead4<<24 | more) ^ w&^(w<<1) |
			zeroBytes((w|0x01*ones)^0xc1*ones) | zeroBytes(before^0xe0*ones)&^bit5 | zeroBytes(before^0xed*ones)&bit5 |
			zeroBytes(before^0x80*ones)&zeroBytes((w|0x01*ones)^0xa9*ones) | // perhaps U+2028
			(lead4<<8|more4)&^(bit5|bit4) | lead4&(w<<4|w<<5|w<<6|w<<7)
		if bad&highs != 0 {
			break
		}
		last, more, more4 = w, lead>>56|lead3>>48|lead4>>40, lead4>>56
	}
	if more&highs != 0 {
		for i--; i > first && core.Get8(p, i)&0xc0 == 0x80; i-- {
		}
	}
	return i
}

// zeroBytes has a high bit for the first byte of w that is 0, and perhaps for bytes after it. It is 0 if there is none.
func zeroBytes(w uint64) uint64 { return (w - ones) &^ w }

// runes is characters for those of more than one byte.
func runes(p core.Buffer, i, n int) int {
	for i+8 <= n {
		w := core.Get64(p, i)
		// Of each two bytes that are not a character, and of those whose first byte is 0xc0 or 0xc1, some bits are set.
		pairs := w&0xc0e0c0e0c0e0c0e0 ^ 0x80c080c080c080c0 | ^(w&0x001e001e001e001e+0x7ffe7ffe7ffe7ffe)&0x8000800080008000
		switch k := bits.TrailingZeros64(pairs) >> 4; {
		case k > 0:
			i += 2 * k
		case w&0xc0c0f0 == 0x8080e0:
			// 0xe0 is not before bytes below 0xa0, and 0xed, which would begin a surrogate, not before others.
			if c := w & 0x200f; c == 0 || c == 0x200d || w&0xfeffff == 0xa880e2 {
				return i
			}
			i += 3
		case w&0xc0c0c0f8 == 0x808080f0:
			if planes := w<<2&0x1c | w>>12&3; planes-1 >= 16 { // the character without its last 16 bits
				return i
			}
			i += 4
		default:
			return i
		}
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
		b = append(b, s[start:i]...)
		if s[i] < utf8.RuneSelf {
			for ; i < len(s) && s[i] < utf8.RuneSelf && !isPlain[s[i]]; i++ {
				b = appendEscape(b, s[i])
			}
		} else if r, size := utf8.DecodeRuneInString(s[i:]); isSeparator(r) {
			b = append(b, '\\', 'u', '2', '0', '2', hex[r&15])
			i += size
		} else {
			b = append(b, replacement...)
			i++
		}
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

// inUTF8 returns the offset of the first byte from n on that is a quote, a backslash, a control character or not UTF-8, or len(b).
func inUTF8(b []byte, n int) int {
	for {
		if n = plain(b, n); n == len(b) || b[n] < utf8.RuneSelf {
			return n
		}
		end := characters(core.All(b), n, len(b), 0)
		if end == n {
			r, size := utf8.DecodeRune(b[n:])
			if r == utf8.RuneError && size == 1 {
				return n
			}
			end += size
		}
		n = end
	}
}

// Quoted finds the text of the string at n: b[n+1:end-1], if it has no escapes and is UTF-8. Otherwise d.Scratch has the text, and escaped is
// set.
func (d *Input) Quoted(n int) (escaped bool, end int) {
	b := d.B
	if n >= len(b) || b[n] != '"' {
		return false, -1
	}
	end = plain(b, n+1)
	if end < len(b) && b[end] >= utf8.RuneSelf {
		end = inUTF8(b, end)
	}
	if end < len(b) && b[end] == '"' {
		return false, end + 1
	}
	return true, d.unquote(n+1, end)
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

// TextOwn decodes the string at n into memory of its own.
func (d *Input) TextOwn(n int) (string, int) {
	escaped, end := d.Quoted(n)
	switch {
	case end < 0:
		return "", -1
	case escaped:
		return string(d.Scratch), end
	}
	return string(d.B[n+1 : end-1]), end
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

// unquote decodes the string from n on into d.Scratch. It has no escapes before end. Bytes that are not UTF-8 become U+FFFD, as in encoding/json.
func (d *Input) unquote(n, end int) int {
	b, s := d.B, d.Scratch[:0]
	s = append(s, b[n:end]...)
	for n = end; n < len(b); {
		c := b[n]
		switch {
		case c == '"':
			d.Scratch = s
			return n + 1
		case c < ' ':
			return -1
		case c >= utf8.RuneSelf:
			if end = inUTF8(b, n); end == n {
				s = utf8.AppendRune(s, utf8.RuneError)
				end++
			} else {
				s = append(s, b[n:end]...)
			}
			n = end
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
