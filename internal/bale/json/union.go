package json

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// NotMember notes that a union with a form cannot hold x.
func (e *Output) NotMember(b []byte, union string, x any) []byte {
	if !e.Failed {
		e.Failed, e.Err = true, NotMember(union, x)
	}
	return b
}

// NotMember returns the error for a value x that has no text in the form of a union.
func NotMember(union string, x any) error {
	text := fmt.Sprintf("%s holds a %T, which is not in its union", union, x)
	if v := reflect.ValueOf(x); v.Kind() == reflect.Pointer && v.IsNil() {
		text = fmt.Sprintf("%s holds a nil %T, which has no fields", union, x)
	}
	return &json.UnsupportedValueError{Value: reflect.ValueOf(x), Str: text}
}

// MarshalMember returns what encoding/json writes for a member of a union, with head before it and a brace after it. v points to the member as
// a type without generated methods, and x is the member. With fields, head has the first field, and the other ones are those of the member.
func MarshalMember(t Types, head string, fields bool, v, x any) ([]byte, error) {
	defer active.Add(-1)
	if active.Add(1)%maxActive == 0 { // not at each depth, since it looks at all of x
		if c := cycle(t, reflect.ValueOf(x), map[place]bool{}, maxLevels); c != nil {
			return nil, &json.UnsupportedValueError{Value: reflect.ValueOf(x), Str: fmt.Sprintf("encountered a cycle via %s", c)}
		}
	}
	v, _, err := opened(v)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	b := append([]byte(head), text...)
	if !fields {
		return append(b, '}'), nil
	}
	if b = b[:len(head)]; len(text) > len("{}") {
		b = append(b, ',')
	}
	return append(b, text[1:]...), nil
}

// A Member is the text of a value of a union.
type Member struct {
	Name  string // "" for a null
	Value []byte
	at    int    // the offset of Value in the text of the union
	named bool   // the value has the name of the member, which is in the paths of errors
	text  []byte // the text of the union
	twice error  // the text has a second name or discriminator
}

// MemberOf finds the member that the text b, a valid value for the union of type t, has. field is the name of the discriminator, or "" for an
// object with the name of the member.
func MemberOf(b []byte, t reflect.Type, field string) (Member, error) {
	fail := func(value string, n int) error {
		return wrongUnion(b, value, t, n)
	}
	d := Input{}
	d.B = b
	n := Space(b, 0)
	if b[n] == 'n' {
		return Member{}, nil
	}
	if b[n] != '{' {
		return Member{}, fail(kindAt(b, n), n)
	}
	if field != "" {
		return d.withField(n, field, fail)
	}
	if n = Space(b, n+1); b[n] == '}' {
		return Member{}, fail("object without a name", n)
	}
	name, n := d.Name(n)
	end := endOfValue(b, n)
	m := Member{Name: string(name), Value: b[n:end], at: n, named: true, text: b}
	if end = Space(b, end); b[end] != '}' {
		m.twice = fail("object with two names", end)
	}
	if m.Name == "" {
		return m, m.Unknown(t, field)
	}
	return m, nil
}

// withField finds the member by the discriminator in the object at start. The value of the member is the object with white space for the
// discriminator.
func (d *Input) withField(start int, field string, fail func(value string, n int) error) (m Member, err error) {
	b := d.B
	m.at, m.text = start, b
	n, comma := Space(b, start+1), -1
	found, from, to := false, 0, 0 // the first discriminator with a comma
	for b[n] != '}' {
		name, at := d.Name(n)
		end := endOfValue(b, at)
		after := Space(b, end)
		if string(name) == field {
			switch {
			case found:
				m.twice = fail(fmt.Sprintf("object with two %q", field), n)
			case b[at] != '"':
				return m, fail(fmt.Sprintf("object with a %s as %q", kindAt(b, at), field), at)
			default:
				m.Name, _ = d.Text(at)
				if found, from, to = true, n, end; comma >= 0 {
					from = comma
				} else if b[after] == ',' {
					to = after + 1
				}
			}
		}
		if n = after; b[n] == ',' {
			comma, n = n, Space(b, n+1)
		}
	}
	if !found {
		return m, fail(fmt.Sprintf("object without %q", field), n)
	}
	m.Value = bytes.Clone(b[start : n+1])
	for i := from; i < to; i++ {
		m.Value[i-start] = ' '
	}
	if m.Name == "" {
		return m, fail(fmt.Sprintf("object with \"\" as %q", field), start)
	}
	return m, nil
}

// Unknown returns the error for a name that is not the name of a member of the union of type t.
func (m Member) Unknown(t reflect.Type, field string) error {
	value := fmt.Sprintf("object with the unknown name %q", m.Name)
	if field != "" {
		value = fmt.Sprintf("object with %q as %q", m.Name, field)
	}
	return wrongUnion(m.text, value, t, m.at)
}

// Unmarshal decodes the member into v, which points to a type without generated methods. strict means that unknown names are an error.
func (m Member) Unmarshal(v any, strict bool) error {
	err := m.decode(v, strict)
	var wrong *json.UnmarshalTypeError
	switch e := err.(type) {
	case nil:
		return m.twice
	case *located: // in a union in the member
		wrong = e.in(m.Value, "")
	case *json.UnmarshalTypeError:
		wrong = e
	default:
		return err
	}
	wrong.Offset += int64(m.at)
	if m.named {
		wrong.Field = strings.TrimSuffix(m.Name+"."+wrong.Field, ".")
	}
	return locate(wrong, m.text)
}

// decode is Unmarshal with offsets and paths in the value.
func (m Member) decode(v any, strict bool) (err error) {
	v, done, err := opened(v)
	if err != nil {
		return err
	}
	defer func() { // also after a panic of a method
		if failed := done(); failed != nil {
			err = failed
		}
	}()
	if strict {
		d := json.NewDecoder(bytes.NewReader(m.Value))
		d.DisallowUnknownFields()
		return d.Decode(v)
	}
	return json.Unmarshal(m.Value, v)
}

// A located is an error whose offset and path are relative to the text of a union.
type located struct {
	error
	wrong *json.UnmarshalTypeError
	text  []byte
}

func locate(wrong *json.UnmarshalTypeError, text []byte) error { return &located{wrong, wrong, text} }

func wrongUnion(text []byte, value string, t reflect.Type, n int) error {
	return locate(&json.UnmarshalTypeError{Value: value, Type: t, Offset: int64(n)}, text)
}

// in returns the error relative to b, the text of a struct with a name or "", which the text is a part of. If the part is not known, the error
// remains relative to the text.
func (e *located) in(b []byte, name string) *json.UnmarshalTypeError {
	if at := offsetIn(b, e.text); at >= 0 {
		e.wrong.Offset += int64(at)
		e.wrong.Field = strings.Trim(pathTo(b, at)+"."+e.wrong.Field, ".")
	}
	if name != "" && e.wrong.Field != "" {
		e.wrong.Struct = name
	}
	return e.wrong
}

// uniqueIn returns the offset of a text that is in b once, or -1.
func uniqueIn(b, text []byte) int {
	if bytes.Count(b, text) != 1 {
		return -1
	}
	return bytes.Index(b, text)
}

// pathTo returns the names of the objects around the value at offset at of a valid text, as encoding/json joins them.
func pathTo(b []byte, at int) string {
	var names []string
	d := Input{}
	d.B = b
	for n := Space(b, 0); n < at; {
		c := b[n]
		for n = Space(b, n+1); ; n = Space(b, n+1) {
			name := []byte(nil)
			if c == '{' {
				name, n = d.Name(n)
			}
			end := endOfValue(b, n)
			if at < end {
				if c == '{' {
					names = append(names, string(name))
				}
				break
			}
			n = Space(b, end)
		}
	}
	return strings.Join(names, ".")
}

// kindAt returns what encoding/json calls the value at n in errors.
func kindAt(b []byte, n int) string {
	switch b[n] {
	case '"':
		return "string"
	case '[':
		return "array"
	case '{':
		return "object"
	case 't', 'f':
		return "bool"
	case 'n':
		return "null"
	}
	return "number"
}

// endOfValue returns the offset after the value at n in a valid text, which may be nested deeper than Skip allows.
func endOfValue(b []byte, n int) int {
	depth := 0
	for {
		switch b[n] {
		case '"':
			n = SkipText(b, n)
		case '[', '{':
			depth++
			n++
		case ']', '}':
			depth--
			n++
		case ',', ':', ' ', '\t', '\n', '\r':
			n++
		default: // a number or a word
			for n++; n < len(b) && isWord[b[n]]; n++ {
			}
		}
		if depth == 0 {
			return n
		}
	}
}

// isWord reports the bytes of numbers, bools and null.
var isWord = func() (list [256]bool) {
	for _, c := range "0123456789+-.eEtrufalsn" {
		list[c] = true
	}
	return list
}()

// Discriminator returns the offset of the field with a name in the object at n, and the text of its string. The offset is -1 if the field is not
// found, or if the text is for encoding/json. It does not look at what comes after the field.
func (d *Input) Discriminator(n int, field string) (text []byte, at int) {
	b := d.B
	if n >= len(b) || b[n] != '{' {
		return nil, -1
	}
	for n++; ; n++ {
		n = Space(b, n)
		at = n
		name, value := d.Name(n)
		if value < 0 {
			return nil, -1
		}
		if string(name) == field {
			if text, n = d.TextBytes(value); n < 0 {
				return nil, -1
			}
			return text, at
		}
		if n = Skip(b, value); n < 0 {
			return nil, -1
		}
		d.searched += n - at
		if n = Space(b, n); d.searched > maxSearched(len(b)) || n >= len(b) || b[n] != ',' {
			return nil, -1
		}
	}
}

// maxSearched returns how many bytes are skipped at most to find discriminators in a text of n bytes. They are found again at each depth.
func maxSearched(n int) int { return 64<<10 + 4*n }

// maxNested and alwaysNested limit the bytes that encoding/json reads for unions in a text of n bytes: it reads each union again for each one around it.
const (
	maxNested    = 64 << 20
	alwaysNested = 64
)

// Shallow reports whether encoding/json can decode unions in the value at the front of b in a time that is in proportion to its length. The value
// may be malformed.
func Shallow(b []byte) bool {
	depth, objects, last, nested := 0, 0, 0, int64(0)
	for n := 0; n < len(b); n++ {
		switch b[n] {
		case '"':
			if n = SkipText(b, n) - 1; n < 0 {
				return true // encoding/json decodes nothing
			}
		case '[':
			depth++
		case ']':
			depth--
		case '{', '}':
			nested += int64(objects) * int64(n-last)
			last = n
			if b[n] == '{' {
				depth++
				objects++
			} else {
				depth--
				objects--
			}
		}
		if nested > maxNested+alwaysNested*int64(n) {
			return false
		}
		if depth <= 0 && (b[n] == ']' || b[n] == '}') {
			return true
		}
	}
	return true
}

// CheckNesting returns an error for a valid text that is not shallow. The errors for other texts are those of encoding/json.
func CheckNesting(b []byte, name string, whole bool) error {
	var text json.RawMessage
	if Shallow(b) || whole && !json.Valid(b) || !whole && json.NewDecoder(bytes.NewReader(b)).Decode(&text) != nil {
		return nil
	}
	return &Limit{fmt.Errorf("%s: unions are nested too deep to decode a text that does not fit the type or has rare forms: nest them less deep", name)}
}
