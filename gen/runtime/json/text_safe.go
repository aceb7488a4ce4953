//go:build balesafe

package json

// AppendText appends the text of a JSON string, without quotes.
func AppendText(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if !isPlain[s[i]] {
			return appendEscaped(b, s, i)
		}
	}
	return append(b, s...)
}

// plain returns the offset of the first byte from n on that is a quote, a backslash, a control character or not ASCII, or len(b).
func plain(b []byte, n int) int { return plainTail(b, n) }
