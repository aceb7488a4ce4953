//go:build balesafe

package json

// offsetIn returns the offset of a text in b, of which it is a part, or -1 if that is not known.
func offsetIn(b, text []byte) int { return uniqueIn(b, text) }
