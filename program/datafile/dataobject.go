package datafile

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"bale/model"
)

// A jsonField is a field of a struct in JSON.
type jsonField struct {
	name   string // name in JSON
	goName string
	tagged bool // name comes from the tag
	depth  int  // number of embedded structs around the field
	quoted bool // the value is inside a string
	typ    model.Type
}

// object checks a JSON object for a struct. Unknown fields are errors.
func (r *dataReader) object(tok token, s *model.Struct, path string) error {
	if slices.ContainsFunc(s.Fields, promotesUnmarshal) {
		r.skip(tok) // the method of the embedded type decodes the struct
		return nil
	}
	if tok.Token != json.Delim('{') {
		return r.wrong(tok, path, "an object")
	}
	fields, ok := r.fields[s]
	if !ok {
		fields = jsonFields(s)
		r.fields[s] = fields
	}
	for r.tokens.More() {
		key := r.next()
		name := key.Token.(string)
		f := field(fields, name)
		switch {
		case f == nil && slices.ContainsFunc(s.Skipped, func(skipped *model.Field) bool { return strings.EqualFold(skipped.Name, name) }):
			r.skip(r.next())
		case f == nil:
			return &mismatch{key.at, fmt.Sprintf("%s has no field %q: %s", path, name, advice(fields, name))}
		case f.quoted:
			if err := r.quoted(r.next(), f.typ, path+"."+f.goName); err != nil {
				return err
			}
		default:
			if err := r.value(r.next(), f.typ, path+"."+f.goName); err != nil {
				return err
			}
		}
	}
	r.next()
	return nil
}

// promotesUnmarshal reports whether a field is embedded and gives its struct an unmarshal method that encoding/json calls.
func promotesUnmarshal(f *model.Field) bool {
	t := f.Type
	if p, ok := t.(*model.Pointer); ok {
		t = p.Elem
	}
	n, named := t.(*model.Named)
	_, isTime := t.(*model.Time)
	return f.Embedded && (isTime || named && (has(n, unmarshalJSON) || has(n, unmarshalText)))
}

// advice returns the names of similar fields, or else of the first fields.
func advice(fields []jsonField, name string) string {
	var names []string
	for _, f := range fields {
		names = append(names, f.name)
	}
	if near := model.Nearest(name, names); len(near) > 0 {
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	if len(names) == 0 {
		return "it has none that JSON can set"
	}
	const limit = 12
	if len(names) > limit {
		names = append(names[:limit], "...")
	}
	return "it has " + strings.Join(names, ", ")
}

// quoted checks a value of a field with the tag option ",string": it is JSON inside a string.
func (r *dataReader) quoted(tok token, t model.Type, path string) error {
	if tok.Token == nil {
		return nil
	}
	b := model.Underlying(t).(*model.Basic)
	want := wantedScalar(b.Kind, b.Kind.String()) + " inside a string, as the tag says"
	text, ok := tok.Token.(string)
	if !ok {
		return r.wrong(tok, path, want)
	}
	inner := json.NewDecoder(strings.NewReader(text))
	inner.UseNumber()
	got, err := inner.Token()
	if err != nil || r.scalar(token{got, tok.at}, b.Kind, path, "") != nil {
		return r.wrong(tok, path, want)
	}
	return nil
}

// field returns the field that encoding/json uses for a name: the field of this name, or else the first whose name differs only in case. It
// returns nil if there is none.
func field(fields []jsonField, name string) *jsonField {
	i := slices.IndexFunc(fields, func(f jsonField) bool { return f.name == name })
	if i < 0 {
		i = slices.IndexFunc(fields, func(f jsonField) bool { return strings.EqualFold(f.name, name) })
	}
	if i < 0 {
		return nil
	}
	return &fields[i]
}

// jsonFields returns the fields of a struct and of its embedded structs by the rules of encoding/json: of several fields with one name, the
// field with the lowest depth, then the only field with a tag, or none.
func jsonFields(s *model.Struct) []jsonField {
	var all []jsonField
	visited := map[*model.Struct]bool{}
	for depth, level := 0, []*model.Struct{s}; len(level) > 0; depth++ {
		var next []*model.Struct
		for _, s := range level {
			if visited[s] {
				continue // its fields are in the list with a lower depth
			}
			for _, f := range s.Fields {
				own, embedded := jsonFieldOf(f, depth)
				if own != nil {
					all = append(all, *own)
				}
				if embedded != nil {
					next = append(next, embedded)
				}
			}
		}
		for _, s := range level {
			visited[s] = true
		}
		level = next
	}
	var list []jsonField
	for _, f := range all {
		sameRank := slices.DeleteFunc(slices.Clone(all), func(o jsonField) bool { return o.name != f.name || compareRank(f, o) < 0 })
		if len(sameRank) == 1 { // only f itself
			list = append(list, f)
		}
	}
	return list
}

// compareRank returns a negative number if a takes precedence over b, a positive number if b takes precedence, and 0 otherwise.
func compareRank(a, b jsonField) int {
	rank := func(f jsonField) int {
		if f.tagged {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.depth, b.depth), cmp.Compare(rank(a), rank(b)))
}

// jsonFieldOf returns the field in JSON, or the struct whose fields are promoted, or neither.
func jsonFieldOf(f *model.Field, depth int) (*jsonField, *model.Struct) {
	t := f.Type
	if p, ok := t.(*model.Pointer); ok {
		t = p.Elem
	}
	s, isStruct := model.Underlying(t).(*model.Struct)
	tag := f.JSONTag()
	if tag.Skips() || !f.Exported && !(f.Embedded && isStruct) {
		return nil, nil
	}
	name := tag.Name
	if !validName(name) {
		name = ""
	}
	if name == "" && f.Embedded && isStruct {
		return nil, s
	}
	made := &jsonField{name: cmp.Or(name, f.Name), goName: f.Name, tagged: name != "", depth: depth, typ: f.Type}
	n, named := t.(*model.Named)
	own := named && (has(n, unmarshalJSON) || has(n, unmarshalText))
	if b, ok := model.Underlying(t).(*model.Basic); ok && !own && tag.Has("string") {
		made.quoted = b.Kind != model.Complex64 && b.Kind != model.Complex128
		made.typ = t
	}
	return made, nil
}

// validName reports whether encoding/json accepts the name in a tag.
func validName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
}
