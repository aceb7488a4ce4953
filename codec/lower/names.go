package lower

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// RootName turns a type expression into an identifier: "Pair[int,string]" to "PairIntString".
func RootName(expr string) string {
	var b strings.Builder
	up := true
	for _, r := range expr {
		switch {
		case r == '*':
			b.WriteString("Ptr")
			up = true
		case r > unicode.MaxASCII: // most schema languages do not allow these
			up = true
		case unicode.IsLetter(r), unicode.IsDigit(r) && b.Len() > 0:
			if up {
				r = unicode.ToUpper(r)
			}
			b.WriteRune(r)
			up = false
		default:
			up = true
		}
	}
	if b.Len() == 0 {
		return "Value"
	}
	return b.String()
}

// exported returns a field's name in a schema: exported, and only ASCII letters and digits, which every schema language allows.
func exported(name string) string {
	var b strings.Builder
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r > unicode.MaxASCII || r == '_' }) {
		r, n := utf8.DecodeRuneInString(part)
		b.WriteRune(unicode.ToUpper(r))
		b.WriteString(part[n:])
	}
	if b.Len() == 0 || b.String()[0] <= '9' {
		return "F" + b.String()
	}
	return b.String()
}
