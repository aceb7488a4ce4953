package convert

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// A jsonText is a JSON text that a decoder has accepted.
type jsonText struct {
	data []byte
	at   int
}

// next skips white space and returns the byte behind it, or 0 at the end.
func (t *jsonText) next() byte {
	for ; t.at < len(t.data); t.at++ {
		switch c := t.data[t.at]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// more skips what comes before the next part of an object or a list. It reports false at the end.
func (t *jsonText) more(end byte) bool {
	if t.next() == ',' {
		t.at++
	}
	c := t.next()
	return c != 0 && c != end
}

// value skips a value and returns it, or nil if there is none.
func (t *jsonText) value() []byte {
	t.next()
	start := t.at
	for depth := 0; t.at < len(t.data); {
		switch c := t.data[t.at]; c {
		case '"':
			if !t.skipString() {
				return nil
			}
		case '{', '[':
			depth++
			t.at++
		case '}', ']':
			if depth--; depth < 0 {
				return nil
			}
			t.at++
		case ',', ':', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return nil
			}
			t.at++
			continue
		default:
			t.skipLiteral()
		}
		if depth == 0 {
			return t.data[start:t.at]
		}
	}
	return nil
}

// skipString skips a string.
func (t *jsonText) skipString() bool {
	for t.at++; t.at < len(t.data); t.at++ {
		switch t.data[t.at] {
		case '\\':
			t.at++
		case '"':
			t.at++
			return true
		}
	}
	return false
}

// skipLiteral skips a number or a name.
func (t *jsonText) skipLiteral() {
	if i := bytes.IndexAny(t.data[t.at:], ",:{}[]\" \t\n\r"); i >= 0 {
		t.at += i
	} else {
		t.at = len(t.data)
	}
}

// unquoted returns a string without its quotes and escapes. It keeps bytes that are not UTF-8, and halves of surrogate pairs as three bytes, so it
// tells all strings apart.
func unquoted(quoted []byte) []byte {
	s := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for len(s) > 0 {
		i := bytes.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			return append(b, s...)
		}
		b = append(b, s[:i]...)
		c := s[i+1]
		s = s[i+2:]
		if k := strings.IndexByte("bfnrt", c); k >= 0 {
			b = append(b, "\b\f\n\r\t"[k])
			continue
		}
		if c != 'u' {
			b = append(b, c)
			continue
		}
		r := hex4(s)
		s = s[min(4, len(s)):]
		if utf16.IsSurrogate(r) && bytes.HasPrefix(s, []byte(`\u`)) {
			if pair := utf16.DecodeRune(r, hex4(s[2:])); pair != unicode.ReplacementChar {
				r, s = pair, s[6:]
			}
		}
		if utf16.IsSurrogate(r) {
			b = append(b, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}

// hex4 returns the number of four hexadecimal digits, or -1.
func hex4(s []byte) rune {
	if len(s) < 4 {
		return -1
	}
	n, err := strconv.ParseUint(string(s[:4]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}

// isUnicode reports whether a string is UTF-8 without halves of surrogate pairs.
func isUnicode(quoted []byte) bool { return utf8.Valid(unquoted(quoted)) }

// foldName returns a name that is the same for names that encoding/json takes for the same field.
func foldName(name string) string {
	return strings.Map(func(r rune) rune {
		for {
			next := unicode.SimpleFold(r)
			if next <= r {
				return next
			}
			r = next
		}
	}, name)
}

// isEmpty reports whether a value is one that encoders leave out: false, 0, "", null, or a list or an object of empty values.
func isEmpty(value []byte) bool {
	t := &jsonText{data: value}
	switch value[0] {
	case '[':
		for t.at = 1; t.more(']'); {
			if v := t.value(); v == nil || !isEmpty(v) {
				return false
			}
		}
		return true
	case '{':
		for t.at = 1; t.more('}'); {
			t.value()
			if t.next() == ':' {
				t.at++
			}
			if v := t.value(); v == nil || !isEmpty(v) {
				return false
			}
		}
		return true
	case '"':
		return len(value) == len(`""`) || string(value) == `"0001-01-01T00:00:00Z"`
	}
	if isNumber(value) {
		digits, _, _ := decimal(value)
		return digits == ""
	}
	return string(value) == "null" || string(value) == "false"
}

func isNumber(value []byte) bool { return value[0] == '-' || value[0] >= '0' && value[0] <= '9' }

// decimal returns the digits of a number without zeros around them, and the exponent of a number 0.digits. ok is false for an exponent that is too large.
func decimal(number []byte) (digits string, exponent int, ok bool) {
	mantissa, text, has := strings.Cut(strings.ToLower(strings.TrimPrefix(string(number), "-")), "e")
	if has {
		var err error
		if exponent, err = strconv.Atoi(text); err != nil || exponent > 1<<20 || exponent < -1<<20 {
			return "", 0, false
		}
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	exponent += len(whole)
	digits = whole + fraction
	trimmed := strings.TrimLeft(digits, "0")
	exponent -= len(digits) - len(trimmed)
	if digits = strings.TrimRight(trimmed, "0"); digits == "" {
		return "", 0, true // -0 is 0
	}
	return digits, exponent, true
}

// maxDigits is more than the digits of any float64.
const maxDigits = 800

// keepsNumber reports whether a number has come back: as the same decimal number, or as a floating-point number that is the same decimal number
// when it is rounded to as many digits.
func keepsNumber(before, after []byte) bool {
	a, aExp, ok := decimal(before)
	b, bExp, ok2 := decimal(after)
	if !ok || !ok2 || before[0] == '-' && after[0] != '-' && a != "" || before[0] != '-' && after[0] == '-' && a != "" {
		return false
	}
	if a == b && aExp == bExp {
		return true
	}
	if a == "" || len(a) > maxDigits {
		return false
	}
	for _, bits := range []int{64, 32} {
		f, err := strconv.ParseFloat(string(after), bits)
		if same, err2 := strconv.ParseFloat(string(before), bits); err != nil || err2 != nil || same != f {
			continue
		}
		if c, cExp, ok := decimal(strconv.AppendFloat(nil, f, 'e', len(a)-1, bits)); ok && a == c && aExp == cExp {
			return true
		}
	}
	return false
}
