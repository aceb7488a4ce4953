//go:build purego

package json

// offsetIn returns the offset of a text in b, of which it is a part, or -1 if that is not known. A json.Decoder has the text in memory of its own.
func offsetIn(b, text []byte) int {
	for i := range b {
		if &b[i] == &text[0] { // an error is about a value, which has a text
			return i
		}
	}
	return uniqueIn(b, text)
}
