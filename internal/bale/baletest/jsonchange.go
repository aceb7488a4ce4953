package baletest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"
)

// A JSONSpan is a part of a text. A member of an object has a name, and a value after its colon.
type JSONSpan struct {
	start, value, end int // start is the offset of the name, if there is one
}

// JSONValues are put in place of values.
var JSONValues = []string{
	"null", "true", "false", "0", "-0", "-1", "7", "300", "-129", "65536", "4294967296", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
	"18446744073709551615", "18446744073709551616", "99999999999999999999", "1.0", "1.5", "1e2", "1E+2", "100e-2", "1e400", "-1e-400", "3.5e38", "0.1e-6", `""`, `"x"`, `"1"`, `"-1"`, `"01"`, `"1.5"`, `"1e2"`,
	`"null"`, `"true"`, `"false"`, `" 1"`, `"1 "`, `"\"x\""`, `"\"\""`, `"\u0031"`, `"\ud800"`, `"\udc00x"`, `"\ud83d\ude00"`, `"\uD83Dx"`, `"\u2028<>&"`, "\"\xff\"", "\"\xe2\x80\"", "\"\u2028\"", `"aGk="`, `"aGk"`, `"aG\nk="`, `"a-_="`,
	`"a"`, `"2006-01-02T15:04:05Z"`, `"2006-01-02T15:04:05.123456789+07:00"`, `"2006-02-30T15:04:05Z"`, `"2006-01-02t15:04:05z"`, `"2006-01-02T15:04:60Z"`, `"0000-01-01T00:00:00Z"`, `"2006-01-02T15:04:05,5Z"`,
	`"2006-01-02T24:00:00Z"`, `"2006-01-02T15:04:05.Z"`, `"2006-01-02T15:04:05.1234567891Z"`, "[]", "[ ]", "{}", "{ }", "[1]", "[null]", "[1,2,3,4,5,6,7,8]", `["a","b"]`, `[[]]`, `[{}]`, `{"a":1}`, `{"":null}`, `{"1":{}}`, `{"a":[1,{"b":null}]}`,
	// wrong texts
	"", "nul", "nulll", "tru", "01", "+1", "-", ".5", "1.", "1e", "1e+", "0x10", "NaN", `"`, `"\x"`, `"\u12"`, "\"\n\"", "\"\x00\"", "[", "]", "[1,]", "[,1]", "[1 2]", "{", "}", `{"a"}`, `{"a":}`, `{"a":1,}`, `{a:1}`, `{"a" 1}`, `{1:2}`, "'x'", "//", "\u00a0", "\ufeff",
}

// JSONSpans returns the values in a valid text, and the members of its objects.
func JSONSpans(text []byte) (values, members []JSONSpan) {
	i := 0
	space := func() {
		for i < len(text) && strings.IndexByte(" \t\r\n", text[i]) >= 0 {
			i++
		}
	}
	str := func() {
		for i++; text[i] != '"'; i++ {
			if text[i] == '\\' {
				i++
			}
		}
		i++
	}
	var value func(start int, named bool)
	value = func(start int, named bool) {
		space()
		from := i
		switch c := text[i]; c {
		case '"':
			str()
		case '[', '{':
			i++
			for space(); text[i] != c+2; space() {
				if text[i] == ',' {
					i++
					space()
				}
				at := i
				if c == '{' {
					str()
					space()
					i++
				}
				value(at, c == '{')
			}
			i++
		default:
			for i < len(text) && strings.IndexByte(" \t\r\n,]}", text[i]) < 0 {
				i++
			}
		}
		values = append(values, JSONSpan{start, from, i})
		if named {
			members = append(members, JSONSpan{start, from, i})
		}
	}
	value(0, false)
	return values, members
}

// JSONChange returns a text with some changes.
func JSONChange(r *rand.Rand, text []byte) []byte {
	for range 1 + r.IntN(3) {
		if r.IntN(8) == 0 || !json.Valid(text) {
			return JSONBytewise(r, text)
		}
		text = JSONStructure(r, text)
	}
	return text
}

// JSONBytewise changes a byte, or cuts the text.
func JSONBytewise(r *rand.Rand, text []byte) []byte {
	const likely = "{}[]:,\"\\ntf01.eE+-u \t\n/<a"
	if len(text) == 0 {
		return []byte{likely[r.IntN(len(likely))]}
	}
	k, text := r.IntN(len(text)), bytes.Clone(text)
	switch r.IntN(6) {
	case 0:
		return text[:k]
	case 1:
		return slices.Delete(text, k, k+1)
	case 2:
		return slices.Insert(text, k, likely[r.IntN(len(likely))])
	case 3:
		text[k] = likely[r.IntN(len(likely))]
	case 4:
		text[k] ^= 1 << r.IntN(8)
	case 5:
		return append(text, likely[r.IntN(len(likely))])
	}
	return text
}

// JSONStructure changes a value or a member of a valid text.
func JSONStructure(r *rand.Rand, text []byte) []byte {
	values, members := JSONSpans(text)
	v := values[r.IntN(len(values))]
	m := JSONSpan{-1, 0, 0}
	if len(members) > 0 {
		m = members[r.IntN(len(members))]
	}
	replace := func(from, to int, by string) []byte { return slices.Concat(text[:from], []byte(by), text[to:]) }
	kind := r.IntN(14)
	if kind > 5 && m.start < 0 {
		kind = r.IntN(6)
	}
	switch kind {
	case 0, 1:
		return replace(v.value, v.end, JSONValues[r.IntN(len(JSONValues))])
	case 2:
		x := values[r.IntN(len(values))]
		return replace(v.value, v.end, string(text[x.value:x.end]))
	case 3: // white space around values
		return replace(v.value, v.end, JSONBlanks(r)+string(text[v.value:v.end])+JSONBlanks(r))
	case 4: // escapes in a string or a name
		from, to := v.value, v.end
		if m.start >= 0 && r.IntN(2) == 0 {
			from, to = m.start, m.start+bytes.IndexByte(text[m.start:], ':')
		}
		return replace(from, to, JSONEscaped(r, string(text[from:to])))
	case 5: // nested, perhaps deeper than encoding/json decodes
		n := 10001
		if i := r.IntN(400); i < 7 {
			n = []int{1, 2, 5, 890, 901, 1100, 9998}[i]
		}
		if r.IntN(20) > 0 {
			n = 1 + r.IntN(3)
		}
		if r.IntN(2) == 0 {
			return replace(v.value, v.end, strings.Repeat("[", n)+string(text[v.value:v.end])+strings.Repeat("]", n))
		}
		return replace(v.value, v.end, strings.Repeat(`{"a":`, n)+string(text[v.value:v.end])+strings.Repeat("}", n))
	case 6: // a member twice, with the same or another value
		x := values[r.IntN(len(values))]
		return replace(m.start, m.start, string(text[m.start:m.value])+string(text[x.value:x.end])+",")
	case 7:
		x := members[r.IntN(len(members))]
		return replace(m.start, m.start, string(text[x.start:x.end])+",")
	case 8:
		return replace(m.end, m.end, ","+string(text[m.start:m.end]))
	case 9: // no member, with its comma
		end := m.end
		if end < len(text) && text[end] == ',' {
			end++
		}
		return replace(m.start, end, "")
	case 10, 11:
		end := m.start + bytes.IndexByte(text[m.start:], ':')
		return replace(m.start, end, JSONRenamed(r, string(text[m.start:end])))
	case 12: // an unknown member
		x := values[r.IntN(len(values))]
		return replace(m.start, m.start, fmt.Sprintf("%q:%s,", JSONNames[r.IntN(len(JSONNames))], text[x.value:x.end]))
	}
	return replace(m.start, m.value, JSONBlanks(r)+string(text[m.start:m.value])+JSONBlanks(r))
}

// JSONNames are names that structs rarely have.
var JSONNames = []string{"", "unknown", "a", "A", "ID", "-", "null", "é", "K", "ſ", "name", "a longer name than most fields have, which no word holds"}

// JSONBlanks returns white space.
func JSONBlanks(r *rand.Rand) string {
	return []string{"", " ", "\n", "\t", "\r\n", "    ", " \v", "          \n\t\t"}[r.IntN(8)]
}

// JSONRenamed returns a quoted name in other letters.
func JSONRenamed(r *rand.Rand, name string) string {
	switch r.IntN(6) {
	case 0:
		return strings.ToUpper(name)
	case 1:
		return strings.ToLower(name)
	case 2:
		return strings.NewReplacer("k", "\u212a", "K", "\u212a", "s", "\u017f", "S", "\u017f").Replace(name)
	case 3:
		return strings.Replace(name, `"`, `" `, 1)
	case 4:
		return strings.ToTitle(name)
	}
	return JSONEscaped(r, name)
}

// JSONEscaped returns a text with some of its letters as escapes.
func JSONEscaped(r *rand.Rand, text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		if c > ' ' && c < 0x10000 && c != '"' && c != '\\' && size > 0 && c != utf8.RuneError && (i == 0 || text[i-1] != '\\') && r.IntN(3) == 0 {
			fmt.Fprintf(&b, []string{`\u%04x`, `\u%04X`}[r.IntN(2)], c)
		} else {
			b.WriteString(text[i : i+size])
		}
		i += size
	}
	return b.String()
}
