//go:build purego

package json

// bytesOf returns the bytes of s.
func bytesOf(s string) []byte { return []byte(s) }

// AppendText appends the text of a JSON string, without quotes.
func AppendText(b []byte, s string) []byte {
	if i := unescaped(s, 0); i < len(s) {
		return appendEscaped(b, s, i)
	}
	return append(b, s...)
}

// unescaped returns the index of the first byte of s from i on that is not itself in a JSON string, or len(s).
func unescaped(s string, i int) int { return unescapedTail(s, i) }

// plain returns the offset of the first byte from n on that is a quote, a backslash, a control character or not ASCII, or len(b).
func plain(b []byte, n int) int { return plainTail(b, n) }

// inText returns the offset of the first byte from n on that is a quote, a backslash or a control character, or len(b).
func inText(b []byte, n int) int { return inTextTail(b, n) }
