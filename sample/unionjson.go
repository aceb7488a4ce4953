package sample

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// A jsonReader decodes values that contain unions. It passes all other values to encoding/json.
type jsonReader struct {
	w     *world
	holds map[*info]bool // cached results of union
}

// union reports whether a value of i can contain a value of a union that encoding/json would have to decode.
func (r *jsonReader) union(i *info) bool {
	known, ok := r.holds[i]
	if !ok {
		known = holdsUnion(i, map[*info]bool{})
		r.holds[i] = known
	}
	return known
}

func holdsUnion(i *info, seen map[*info]bool) bool {
	if i == nil || seen[i] || i.class != plain || hasJSONMethod(i.typ) {
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

// hasJSONMethod reports whether a type has an unmarshal method that encoding/json calls.
func hasJSONMethod(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t.Kind() != reflect.Interface && t.Kind() != reflect.Pointer && (p.Implements(jsonUnmarshaler) || p.Implements(textUnmarshaler))
}

// value decodes data into v, which is at path.
func (r *jsonReader) value(i *info, v reflect.Value, data []byte, path string) error {
	if !r.union(i) {
		return withPath(path, decode(data, v.Addr().Interface()))
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
			return withPath(path, err)
		}
		if err := r.fields(i, v, members, path); err != nil {
			return err
		}
		for name := range members {
			return withPath(path, fmt.Errorf("json: unknown field %q", name))
		}
	case reflect.Map:
		return r.entries(i, v, data, path)
	default:
		return r.elements(i, v, data, path)
	}
	return nil
}

// member decodes a value of a union.
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
		return withPath(path, fmt.Errorf("want null or an object with the name of a type, as in {%q: ...}", names[0]))
	}
	for name := range object {
		err = fmt.Errorf("unknown type %q: want one of %s", name, strings.Join(names, ", "))
	}
	return withPath(path, err)
}

// memberName returns the name of a union's member type in JSON.
func memberName(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Name() != "" {
		return t.Name()
	}
	return t.String()
}

// fields decodes the object members that are fields of the struct, including those of embedded structs, and removes them from the map.
func (r *jsonReader) fields(i *info, v reflect.Value, members map[string]json.RawMessage, path string) error {
	for _, f := range i.fields {
		sf := i.typ.Field(f.index)
		name, _, _ := strings.Cut(sf.Tag.Get("json"), ",")
		if sf.Anonymous && name == "" && !hasJSONMethod(sf.Type) && embeds(f.info) {
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
		text, ok := takeMember(members, name)
		if !ok {
			continue
		}
		if err := r.value(f.info, v.Field(f.index), text, path+"."+sf.Name); err != nil {
			return err
		}
	}
	return nil
}

// embeds reports whether the fields of an embedded i are promoted to the enclosing struct.
func embeds(i *info) bool {
	if i.kind == reflect.Pointer {
		i = i.elem
	}
	return i.kind == reflect.Struct
}

// embedded decodes the fields of an embedded struct. An embedded pointer stays nil if members has none of its fields.
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

// takeMember removes the member with this name from the map. Without an exact match, it ignores case.
func takeMember(members map[string]json.RawMessage, name string) (json.RawMessage, bool) {
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

// elements decodes a slice or an array.
func (r *jsonReader) elements(i *info, v reflect.Value, data []byte, path string) error {
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return withPath(path, err)
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

// entries decodes a map. encoding/json decodes each key, as that of a map with one entry.
func (r *jsonReader) entries(i *info, v reflect.Value, data []byte, path string) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return withPath(path, err)
	}
	v.Set(reflect.MakeMapWithSize(i.typ, len(raw)))
	for name, text := range raw {
		one := reflect.New(reflect.MapOf(i.typ.Key(), reflect.TypeOf(false)))
		object, err := json.Marshal(map[string]bool{name: true})
		if err == nil {
			err = json.Unmarshal(object, one.Interface())
		}
		if err != nil {
			return withPath(path, err)
		}
		elem := reflect.New(i.typ.Elem()).Elem()
		if err := r.value(i.elem, elem, text, path+"["+name+"]"); err != nil {
			return err
		}
		v.SetMapIndex(one.Elem().MapKeys()[0], elem)
	}
	return nil
}

// withPath prepends the path of a value to err. It hides the type of err, whose offset would refer to a part of the data.
func withPath(path string, err error) error {
	if err == nil || path == "" {
		return err
	}
	return fmt.Errorf("%s: %v", strings.TrimPrefix(path, "."), err)
}
