package json

import "strings"

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
	for {
		n = plain(b, n)
		if n >= len(b) || b[n] < ' ' {
			return -1
		}
		switch b[n] {
		case '"':
			return n + 1
		case '\\':
			if n++; n >= len(b) {
				return -1
			}
			if b[n] == 'u' {
				if hex4(b, n+1) < 0 {
					return -1
				}
				n += 4
			} else if strings.IndexByte(`"\/bfnrt`, b[n]) < 0 {
				return -1
			}
		}
		n++
	}
}

// Skip returns the offset after the value at n, or -1 if there is no valid value or if it is nested too deep.
func Skip(b []byte, n int) int {
	if n < len(b) && b[n] != '{' && b[n] != '[' {
		return skipSingle(b, n)
	}
	return skipNested(b, n)
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

// skipNested is Skip for a list or an object.
func skipNested(b []byte, n int) int {
	var objects [MaxDepth/64 + 1]uint64 // a bit for each open list or object
	depth := 0
	for {
		if n >= len(b) {
			return -1
		}
		switch c := b[n]; c {
		case '{', '[':
			if depth++; depth >= MaxDepth {
				return -1
			}
			bit := uint64(1) << (depth & 63)
			objects[depth>>6] &^= bit
			n = Space(b, n+1)
			if c == '{' {
				objects[depth>>6] |= bit
				if n < len(b) && b[n] != '}' {
					if n = skipName(b, n); n < 0 {
						return -1
					}
					continue
				}
			} else if n < len(b) && b[n] != ']' {
				continue
			}
		default:
			n = skipSingle(b, n)
		}
		// The value ends at n: end the lists and objects that it ends.
		for {
			if n < 0 {
				return -1
			}
			if depth == 0 {
				return n
			}
			if n = Space(b, n); n >= len(b) {
				return -1
			}
			object := objects[depth>>6]>>(depth&63)&1 != 0
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
			n++
		}
	}
}

// skipName returns the offset of the value after the name and the colon at n, or -1.
func skipName(b []byte, n int) int {
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
