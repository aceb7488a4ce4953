package sample

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// A jsonReader reads values in which there are unions. Everything else, encoding/json reads.
type jsonReader struct {
	w     *world
	holds map[*info]bool // whether a value of a type can hold one of a union, as far as it is known
}

// union reports whether a value of i can hold one of a union that encoding/json would have to read.
func (r *jsonReader) union(i *info) bool {
	known, ok := r.holds[i]
	if !ok {
		known = holdsUnion(i, map[*info]bool{})
		r.holds[i] = known
	}
	return known
}

func holdsUnion(i *info, seen map[*info]bool) bool {
	if i == nil || seen[i] || i.class != open || reads(i.typ) {
		return false
	}
	seen[i] = true
	for _, f := range i.fields {
		if holdsUnion(f.info, seen) {
			return true
		}
	}
	return len(i.members) > 0 || holdsUnion(i.elem, seen)
}

// reads reports whether a type has a method by which encoding/json reads it.
func reads(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t.Kind() != reflect.Interface && t.Kind() != reflect.Pointer && (p.Implements(jsonUnmarshaler) || p.Implements(textUnmarshaler))
}

// value reads data into v, which is at path.
func (r *jsonReader) value(i *info, v reflect.Value, data []byte, path string) error {
	if !r.union(i) {
		return at(path, decode(data, v.Addr().Interface()))
	}
	if string(bytes.TrimSpace(data)) == "null" {
		return nil
	}
	switch i.kind {
	case reflect.Interface:
		return r.member(i, v, data, path)
	case reflect.Pointer:
		v.Set(reflect.New(i.typ.Elem()).Convert(i.typ))
		return r.value(i.elem, v.Elem(), data, path)
	case reflect.Struct:
		var members map[string]json.RawMessage
		if err := json.Unmarshal(data, &members); err != nil {
			return at(path, err)
		}
		if err := r.fields(i, v, members, path); err != nil {
			return err
		}
		for name := range members {
			return at(path, fmt.Errorf("json: unknown field %q", name))
		}
	case reflect.Map:
		return r.entries(i, v, data, path)
	default:
		return r.elements(i, v, data, path)
	}
	return nil
}

// member reads one value of a union.
func (r *jsonReader) member(i *info, v reflect.Value, data []byte, path string) error {
	var object map[string]json.RawMessage
	var names []string
	err := json.Unmarshal(data, &object)
	for _, m := range i.members {
		name := memberName(m.typ)
		names = append(names, name)
		text, ok := object[name]
		if !ok || len(object) != 1 {
			continue
		}
		x := reflect.New(m.typ).Elem()
		if err := r.value(m, x, text, path+".("+name+")"); err != nil {
			return err
		}
		v.Set(x)
		return nil
	}
	if err != nil || len(object) != 1 {
		return at(path, fmt.Errorf("want null or an object with the name of a type, as in {%q: ...}", names[0]))
	}
	for name := range object {
		err = fmt.Errorf("unknown type %q: want one of %s", name, strings.Join(names, ", "))
	}
	return at(path, err)
}

// memberName is what a type of a union is called in JSON.
func memberName(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Name() != "" {
		return t.Name()
	}
	return t.String()
}

// fields reads the members that are fields of a struct, and takes them out of the map. Those of an embedded struct are among them.
func (r *jsonReader) fields(i *info, v reflect.Value, members map[string]json.RawMessage, path string) error {
	for _, f := range i.fields {
		sf := i.typ.Field(f.index)
		name, _, _ := strings.Cut(sf.Tag.Get("json"), ",")
		if sf.Anonymous && name == "" && !reads(sf.Type) && embeds(f.info) {
			if err := r.embedded(f.info, v.Field(f.index), members, path); err != nil {
				return err
			}
			continue
		}
		if !sf.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = sf.Name
		}
		text, ok := take(members, name)
		if !ok {
			continue
		}
		if err := r.value(f.info, v.Field(f.index), text, path+"."+sf.Name); err != nil {
			return err
		}
	}
	return nil
}

// embeds reports whether the fields of an embedded i are among those of the struct around it.
func embeds(i *info) bool {
	if i.kind == reflect.Pointer {
		i = i.elem
	}
	return i.kind == reflect.Struct
}

// embedded reads the fields of an embedded struct. A pointer to one stays nil if the text has none of its fields.
func (r *jsonReader) embedded(i *info, v reflect.Value, members map[string]json.RawMessage, path string) error {
	if i.kind != reflect.Pointer {
		return r.fields(i, v, members, path)
	}
	x, before := reflect.New(i.typ.Elem()), len(members)
	if err := r.fields(i.elem, x.Elem(), members, path); err != nil || len(members) == before {
		return err
	}
	v.Set(x.Convert(i.typ))
	return nil
}

// take takes the member of a name out of the map, whatever the case of its letters if there is none that is the same.
func take(members map[string]json.RawMessage, name string) (json.RawMessage, bool) {
	text, ok := members[name]
	if ok {
		delete(members, name)
		return text, true
	}
	for k, text := range members {
		if strings.EqualFold(k, name) {
			delete(members, k)
			return text, true
		}
	}
	return nil, false
}

// elements reads a slice or an array.
func (r *jsonReader) elements(i *info, v reflect.Value, data []byte, path string) error {
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return at(path, err)
	}
	if i.kind == reflect.Slice {
		v.Set(reflect.MakeSlice(i.typ, len(list), len(list)))
	}
	for k := 0; k < len(list) && k < v.Len(); k++ {
		if err := r.value(i.elem, v.Index(k), list[k], fmt.Sprintf("%s[%d]", path, k)); err != nil {
			return err
		}
	}
	return nil
}

// entries reads a map. Its keys are read by encoding/json, with a map of the keys alone.
func (r *jsonReader) entries(i *info, v reflect.Value, data []byte, path string) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return at(path, err)
	}
	v.Set(reflect.MakeMapWithSize(i.typ, len(raw)))
	for name, text := range raw {
		one := reflect.New(reflect.MapOf(i.typ.Key(), reflect.TypeOf(false)))
		object, err := json.Marshal(map[string]bool{name: true})
		if err == nil {
			err = json.Unmarshal(object, one.Interface())
		}
		if err != nil {
			return at(path, err)
		}
		elem := reflect.New(i.typ.Elem()).Elem()
		if err := r.value(i.elem, elem, text, path+"["+name+"]"); err != nil {
			return err
		}
		v.SetMapIndex(one.Elem().MapKeys()[0], elem)
	}
	return nil
}

// at puts the path of a value before what is wrong with it. A place in the text that the error knows is one in a part of the value.
func at(path string, err error) error {
	if err == nil || path == "" {
		return err
	}
	return fmt.Errorf("%s: %v", strings.TrimPrefix(path, "."), err)
}
