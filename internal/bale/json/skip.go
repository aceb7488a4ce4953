package json

import (
	"bale/internal/bale/core"
)

// Space returns the offset of the first byte from n on that is not white space.
func Space(b []byte, n int) int {
	if n < len(b) && b[n] <= ' ' {
		return skipSpace(b, n)
	}
	return n
}

func skipSpace(b []byte, n int) int {
	for n < len(b) && (b[n] == ' ' || b[n] == '\n' || b[n] == '\t' || b[n] == '\r') {
		n++
	}
	return n
}

// Null returns the offset after the null at n, or -1.
func Null(b []byte, n int) int {
	if len(b)-n >= 4 && string(b[n:n+4]) == "null" {
		return n + 4
	}
	return -1
}

// IsNull reports whether the value at n is null.
func IsNull(b []byte, n int) bool { return n < len(b) && b[n] == 'n' }

// IsQuotedNull reports whether the string "null" is at n.
func IsQuotedNull(b []byte, n int) bool { return len(b)-n >= 6 && string(b[n:n+6]) == `"null"` }

// Bool decodes the bool at n.
func Bool(b []byte, n int) (bool, int) {
	switch {
	case len(b)-n >= 4 && string(b[n:n+4]) == "true":
		return true, n + 4
	case len(b)-n >= 5 && string(b[n:n+5]) == "false":
		return false, n + 5
	}
	return false, -1
}

// EndOfNumber returns the offset after the number at n, or -1 if there is no valid one.
func EndOfNumber(b []byte, n int) int {
	if n < len(b) && b[n] == '-' {
		n++
	}
	from := n
	if n = digits(b, n); n == from || b[from] == '0' && n > from+1 {
		return -1
	}
	if n < len(b) && b[n] == '.' {
		from = n + 1
		if n = digits(b, from); n == from {
			return -1
		}
	}
	if n < len(b) && b[n]|0x20 == 'e' {
		if n++; n < len(b) && (b[n] == '+' || b[n] == '-') {
			n++
		}
		from = n
		if n = digits(b, n); n == from {
			return -1
		}
	}
	return n
}

// digits returns the offset of the first byte from n on that is no digit.
func digits(b []byte, n int) int {
	for len(b)-n >= 8 {
		_, k := word(core.Get64(core.At(b, n), 0))
		if n += k; k < 8 {
			return n
		}
	}
	for n < len(b) && b[n]-'0' <= 9 {
		n++
	}
	return n
}

// SkipText returns the offset after the string at n, or -1.
func SkipText(b []byte, n int) int {
	if n >= len(b) || b[n] != '"' {
		return -1
	}
	n++
	if len(b)-n >= 16 { // most strings are shorter, and have no escapes
		p := core.At(b, n)
		m, next := endsText(core.Get64(p, 0)), endsText(core.Get64(p, 8))
		if m|next != 0 {
			if m == 0 {
				m, n = next, n+8
			}
			if n += firstByte(m); b[n] == '"' {
				return n + 1
			}
			return skipEscapes(b, n)
		}
		n += 16
	}
	return skipEscapes(b, inText(b, n))
}

// skipEscapes returns the offset after a string, from a quote, a backslash or a control character at n on.
func skipEscapes(b []byte, n int) int {
	for ; n < len(b); n = inText(b, n) {
		switch b[n] {
		case '"':
			return n + 1
		case '\\':
			if n = escapeEnd(b, n); n < 0 {
				return -1
			}
		default:
			return -1
		}
	}
	return -1
}

// inTextTail is inText, one byte at a time.
func inTextTail(b []byte, n int) int {
	for n < len(b) && b[n] >= ' ' && b[n] != '"' && b[n] != '\\' {
		n++
	}
	return n
}

// Skip returns the offset after the value at n, or -1 if there is no valid value or if it is nested too deep.
func Skip(b []byte, n int) int {
	if n < len(b) && b[n] != '{' && b[n] != '[' {
		return skipSingle(b, n)
	}
	return skipNested(b, n, false)
}

// SkipString is Skip for a value that is a string in most texts.
func SkipString(b []byte, n int) int {
	if n < len(b) && b[n] == '"' {
		if end := inText(b, n+1); end < len(b) && b[end] == '"' {
			return end + 1
		}
	}
	return Skip(b, n)
}

// SkipNumber is Skip for a value that is a number in most texts.
func SkipNumber(b []byte, n int) int {
	if end := EndOfNumber(b, n); end >= 0 {
		return end
	}
	return Skip(b, n)
}

// skipSingle is Skip for a value that is no list or object.
func skipSingle(b []byte, n int) int {
	switch b[n] {
	case '"':
		return SkipText(b, n)
	case 't', 'f':
		_, n = Bool(b, n)
		return n
	case 'n':
		return Null(b, n)
	}
	return EndOfNumber(b, n)
}

// SkipObject is Skip for an object, at its start or at the comma after one of its members.
func SkipObject(b []byte, n int) int { return skipNested(b, n, b[n] == ',') }

// SkipMembers is Skip for the rest of an object, after one of its members.
func SkipMembers(b []byte, n int) int {
	if n < len(b) && b[n] == '}' {
		return n + 1
	}
	return skipNested(b, n, true)
}

// skipNested is Skip for a list or an object, or for the rest of an object after one of its members.
func skipNested(b []byte, n int, rest bool) int {
	var objects [MaxDepth/64 + 1]uint64 // a bit for each list or object around the innermost one
	depth, object := 0, rest            // object is set if the innermost one is an object
	if rest {
		depth = 1
	}
	for ; ; rest = false {
		if n >= len(b) {
			return -1
		}
		switch c := b[n]; {
		case rest:
		case c == '"':
			n = SkipText(b, n)
		case c == '{' || c == '[':
			bit := uint64(1) << (depth & 63)
			objects[depth>>6] &^= bit
			if object {
				objects[depth>>6] |= bit
			}
			if depth++; depth >= MaxDepth {
				return -1
			}
			object = c == '{'
			n = Space(b, n+1)
			if object {
				if n < len(b) && b[n] != '}' {
					if n = skipName(b, n); n < 0 {
						return -1
					}
					continue
				}
			} else if n = skipNumbers(b, n); n >= 0 && n < len(b) && b[n] != ']' {
				continue
			}
		default:
			n = skipSingle(b, n)
		}
		// The value ends at n: end the lists and objects that it ends.
		for {
			if n < 0 || depth == 0 {
				return n
			}
			if n = Space(b, n); n >= len(b) {
				return -1
			}
			if b[n] == ',' {
				n = Space(b, n+1)
				if object {
					if n = skipName(b, n); n < 0 {
						return -1
					}
				}
				break
			}
			if object && b[n] != '}' || !object && b[n] != ']' {
				return -1
			}
			depth--
			object = objects[depth>>6]>>(depth&63)&1 != 0
			n++
		}
	}
}

// skipNumbers skips numbers from n on, the beginning of a list, that have only digits, and the commas after them. It returns the offset of the
// first value that it does not skip, or that of the end of the list, or -1 if the list ends after a comma.
func skipNumbers(b []byte, n int) int {
	from, first, zero := n, uint64(0x80), false // first is set if a number begins at n, and zero if the byte before n is a 0 that begins a number
	for len(b)-n >= 8 {
		w := core.Get64(core.At(b, n), 0)
		x, y := w^zeros, w^commas
		others := (x + 0x7676767676767676 | x) & highs // bytes that are not digits
		isComma := ^(y&^highs + ^uint64(highs) | y) & highs
		starts := isComma<<8 | first
		nulls := ^(x&^highs + ^uint64(highs) | x) & highs & starts
		bad := isComma&starts | nulls<<8&^others // commas without a number before them, and digits after a 0
		if zero {
			bad |= 0x80 &^ others
		}
		if end := others &^ isComma; end != 0 { // perhaps the end of the list
			k := firstByte(end)
			if b[n+k] == ']' && bad&(end&-end-1) == 0 && starts>>(8*k+7)&1 == 0 {
				return n + k
			}
			break
		}
		if bad != 0 {
			break
		}
		first, zero = isComma>>56, nulls>>63 != 0
		n += 8
	}
	for n > from && b[n-1] != ',' {
		n--
	}
	if n == from {
		return n
	}
	if n = Space(b, n); n < len(b) && b[n] == ']' {
		return -1
	}
	return n
}

// skipName returns the offset of the value after the name and the colon at n, or -1.
func skipName(b []byte, n int) int {
	if len(b)-n >= 24 && b[n] == '"' { // as in SkipText
		p := core.At(b, n+1)
		m, next := endsText(core.Get64(p, 0)), endsText(core.Get64(p, 8))
		if m|next != 0 {
			k := n + 1
			if m == 0 {
				m, k = next, k+8
			}
			if k += firstByte(m); b[k] == '"' && b[k+1] == ':' {
				return Space(b, k+2)
			}
		}
	}
	if n = SkipText(b, n); n < 0 {
		return -1
	}
	if n = Space(b, n); n >= len(b) || b[n] != ':' {
		return -1
	}
	return Space(b, n+1)
}

// ValidFront reports whether a valid value is at the front of b, with nothing but white space after it if whole is set.
func ValidFront(b []byte, whole bool) bool {
	end := Skip(b, Space(b, 0))
	return end >= 0 && (!whole || Space(b, end) == len(b))
}
