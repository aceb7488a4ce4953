package sample

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"bale/runner/inspect"
)

// A jsonReader decodes values that contain unions. It passes all other values to encoding/json, and walks over those that encoding/json does
// not accept to find the position of the error.
type jsonReader struct {
	w     *inspect.World
	data  []byte
	holds map[*inspect.Info]bool // cached results of union
}

// A jsonFault is an error with its position in the data.
type jsonFault struct {
	at int
	error
}

// fault returns an error of the value at path, at a position.
func fault(at int, path string, err error) error {
	if path != "" {
		err = fmt.Errorf("%s: %w", strings.TrimPrefix(path, "."), err)
	}
	return &jsonFault{at, err}
}

// union reports whether a value of i can contain a value of a union that encoding/json would have to decode.
func (r *jsonReader) union(i *inspect.Info) bool {
	known, ok := r.holds[i]
	if !ok {
		known = holdsUnion(i, map[*inspect.Info]bool{})
		r.holds[i] = known
	}
	return known
}

func holdsUnion(i *inspect.Info, seen map[*inspect.Info]bool) bool {
	if i == nil || seen[i] || i.Class != inspect.Plain || inspect.HasJSONMethod(i.Type) {
		return false
	}
	seen[i] = true
	for _, f := range i.Fields {
		if holdsUnion(f.Info, seen) {
			return true
		}
	}
	return len(i.Members) > 0 || holdsUnion(i.Elem, seen)
}

// text returns the JSON of a value.
func (r *jsonReader) text(s Span) []byte { return r.data[s.Start:s.End] }

// value decodes s into v, which is at path. All errors are jsonFaults.
func (r *jsonReader) value(i *inspect.Info, v reflect.Value, s Span, path string) error {
	if r.union(i) {
		return r.parts(i, v, s, path)
	}
	err := decode(r.text(s), v.Addr().Interface())
	if err == nil {
		return nil
	}
	if !inspect.HasJSONMethod(i.Type) {
		if err := r.parts(i, reflect.New(i.Type).Elem(), s, path); err != nil {
			return err
		}
	}
	return fault(s.Start, path, err)
}

// parts decodes s part by part.
func (r *jsonReader) parts(i *inspect.Info, v reflect.Value, s Span, path string) error {
	if string(r.text(s)) == "null" {
		return nil
	}
	switch i.Kind {
	case reflect.Interface:
		if len(i.Members) > 0 {
			return r.member(i, v, s, path)
		}
	case reflect.Pointer:
		v.Set(reflect.New(i.Type.Elem()).Convert(i.Type))
		return r.value(i.Elem, v.Elem(), s, path)
	case reflect.Struct:
		members, err := r.members(s, path)
		if err != nil {
			return err
		}
		if err := r.fields(i, v, members, path); err != nil {
			return err
		}
		for _, m := range members {
			if !m.taken {
				return fault(m.at, path, fmt.Errorf("json: unknown field %q", m.name))
			}
		}
	case reflect.Map:
		return r.entries(i, v, s, path)
	case reflect.Array, reflect.Slice:
		if !i.IsBytes() || r.data[s.Start] == '[' {
			return r.elements(i, v, s, path)
		}
	}
	return nil
}

// member decodes a value of a union.
func (r *jsonReader) member(i *inspect.Info, v reflect.Value, s Span, path string) error {
	var names []string
	for _, m := range i.Members {
		names = append(names, memberName(m.Type))
	}
	object, err := r.members(s, path)
	if err != nil || len(object) == 0 {
		return fault(s.Start, path, fmt.Errorf("want null or an object with the name of a type, as in {%q: ...}", names[0]))
	}
	name := object[0].name
	k := slices.Index(names, strings.ReplaceAll(name, "interface {}", "any"))
	if k < 0 {
		return fault(object[0].at, path, fmt.Errorf("unknown type %q: want one of %s", name, strings.Join(names, ", ")))
	}
	for _, o := range object {
		if o.name != name {
			return fault(o.at, path, fmt.Errorf("a second type, %q, next to %q: want one", o.name, name))
		}
	}
	x := reflect.New(i.Members[k].Type).Elem()
	for _, o := range object {
		if err := r.value(i.Members[k], x, o.value, path+".("+name+")"); err != nil {
			return err
		}
	}
	v.Set(x)
	return nil
}

// memberName returns the name of a union's member type in JSON.
func memberName(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Name() != "" {
		return t.Name()
	}
	return strings.ReplaceAll(t.String(), "interface {}", "any")
}

// A jsonMember is a member of an object.
type jsonMember struct {
	name  string
	at    int // position of the name
	value Span
	taken bool // it belongs to a field
}

// members returns the members of an object.
func (r *jsonReader) members(s Span, path string) (list []*jsonMember, err error) {
	if r.data[s.Start] != '{' {
		return nil, fault(s.Start, path, json.Unmarshal(r.text(s), &map[string]json.RawMessage{}))
	}
	d := r.open(s)
	for d.More() {
		m := &jsonMember{at: r.nextToken(s, d)}
		name, err := d.Token()
		if err != nil {
			return nil, fault(m.at, path, err)
		}
		m.name = name.(string)
		if m.value, err = r.nextValue(s, d); err != nil {
			return nil, fault(m.at, path, err)
		}
		list = append(list, m)
	}
	return list, nil
}

// open returns a decoder of s after the opening bracket.
func (r *jsonReader) open(s Span) *json.Decoder {
	d := json.NewDecoder(bytes.NewReader(r.text(s)))
	_, _ = d.Token() // the text is well-formed
	return d
}

// nextToken returns the position of the next token of d, a decoder of s.
func (r *jsonReader) nextToken(s Span, d *json.Decoder) int {
	at := s.Start + int(d.InputOffset())
	for strings.IndexByte(" \t\r\n,", r.data[at]) >= 0 {
		at++
	}
	return at
}

// nextValue returns the position of the next value of d, a decoder of s.
func (r *jsonReader) nextValue(s Span, d *json.Decoder) (Span, error) {
	var raw json.RawMessage
	err := d.Decode(&raw)
	end := s.Start + int(d.InputOffset())
	return Span{end - len(raw), end}, err
}

// fields decodes the members of an object that are fields of the struct, including those of embedded structs, and marks them as taken.
func (r *jsonReader) fields(i *inspect.Info, v reflect.Value, members []*jsonMember, path string) error {
	for _, f := range i.Fields {
		sf := i.Type.Field(f.Index)
		name, options, skips := inspect.JSONTag(sf)
		if sf.Anonymous && name == "" && !inspect.HasJSONMethod(sf.Type) && embeds(f.Info) {
			if err := r.embedded(f.Info, v.Field(f.Index), members, path); err != nil {
				return err
			}
			continue
		}
		if !sf.IsExported() || skips {
			continue
		}
		if name == "" {
			name = sf.Name
		}
		for _, m := range takeMembers(members, name) {
			decode := r.value
			if slices.Contains(strings.Split(options, ","), "string") {
				decode = r.quoted
			}
			if err := decode(f.Info, v.Field(f.Index), m.value, path+"."+sf.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// quoted decodes the value of a field with the option ",string" in its tag: encoding/json knows the option only in a struct. It has no effect
// on lists, maps and structs.
func (r *jsonReader) quoted(i *inspect.Info, v reflect.Value, s Span, path string) error {
	holder := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "V", Type: i.Type, Tag: `json:"v,string"`}})).Elem()
	if r.union(i) {
		return r.value(i, v, s, path)
	}
	text := append(append([]byte(`{"v":`), r.text(s)...), '}')
	if err := decode(text, holder.Addr().Interface()); err != nil {
		return fault(s.Start, path, err)
	}
	v.Set(holder.Field(0))
	return nil
}

// embeds reports whether the fields of an embedded i are promoted to the enclosing struct.
func embeds(i *inspect.Info) bool {
	if i.Kind == reflect.Pointer {
		i = i.Elem
	}
	return i.Kind == reflect.Struct
}

// embedded decodes the fields of an embedded struct. An embedded pointer stays nil if members has none of its fields.
func (r *jsonReader) embedded(i *inspect.Info, v reflect.Value, members []*jsonMember, path string) error {
	if i.Kind != reflect.Pointer {
		return r.fields(i, v, members, path)
	}
	x, before := reflect.New(i.Type.Elem()), taken(members)
	if err := r.fields(i.Elem, x.Elem(), members, path); err != nil || taken(members) == before {
		return err
	}
	v.Set(x.Convert(i.Type))
	return nil
}

func taken(members []*jsonMember) (n int) {
	for _, m := range members {
		if m.taken {
			n++
		}
	}
	return n
}

// takeMembers marks the members with a name as taken and returns them. Without an exact match, it ignores case.
func takeMembers(members []*jsonMember, name string) (list []*jsonMember) {
	same := func(equal func(a, b string) bool) {
		for _, m := range members {
			if !m.taken && equal(m.name, name) {
				m.taken = true
				list = append(list, m)
			}
		}
	}
	same(func(a, b string) bool { return a == b })
	if len(list) == 0 {
		same(strings.EqualFold)
	}
	return list
}

// elements decodes a slice or an array.
func (r *jsonReader) elements(i *inspect.Info, v reflect.Value, s Span, path string) error {
	if r.data[s.Start] != '[' {
		return fault(s.Start, path, json.Unmarshal(r.text(s), &[]json.RawMessage{}))
	}
	d := r.open(s)
	var list []Span
	for d.More() {
		value, err := r.nextValue(s, d)
		if err != nil {
			return fault(s.Start, path, err)
		}
		list = append(list, value)
	}
	if i.Kind == reflect.Slice {
		v.Set(reflect.MakeSlice(i.Type, len(list), len(list)))
	}
	for k := 0; k < len(list) && k < v.Len(); k++ {
		if err := r.value(i.Elem, v.Index(k), list[k], fmt.Sprintf("%s[%d]", path, k)); err != nil {
			return err
		}
	}
	return nil
}

// entries decodes a map. encoding/json decodes each key, as that of a map with one entry.
func (r *jsonReader) entries(i *inspect.Info, v reflect.Value, s Span, path string) error {
	members, err := r.members(s, path)
	if err != nil {
		return err
	}
	v.Set(reflect.MakeMapWithSize(i.Type, len(members)))
	for _, m := range members {
		one := reflect.New(reflect.MapOf(i.Type.Key(), reflect.TypeOf(false)))
		object, err := json.Marshal(map[string]bool{m.name: true})
		if err == nil {
			err = json.Unmarshal(object, one.Interface())
		}
		if err != nil {
			return fault(m.at, path, err)
		}
		elem := reflect.New(i.Type.Elem()).Elem()
		if err := r.value(i.Elem, elem, m.value, path+"["+m.name+"]"); err != nil {
			return err
		}
		v.SetMapIndex(one.Elem().MapKeys()[0], elem)
	}
	return nil
}
