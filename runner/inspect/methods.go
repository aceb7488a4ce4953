package inspect

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
)

// Methods lists the pairs of marshal and unmarshal methods that a type has.
type Methods struct {
	Text, JSON, Binary bool
}

func (m Methods) any() bool { return m.Text || m.JSON || m.Binary }

// Cover reports whether m has all methods of o.
func (m Methods) Cover(o Methods) bool {
	return (m.Text || !o.Text) && (m.JSON || !o.JSON) && (m.Binary || !o.Binary)
}

var (
	textMarshaler     = reflect.TypeOf((*encoding.TextMarshaler)(nil)).Elem()
	textUnmarshaler   = reflect.TypeOf((*encoding.TextUnmarshaler)(nil)).Elem()
	jsonMarshaler     = reflect.TypeOf((*json.Marshaler)(nil)).Elem()
	jsonUnmarshaler   = reflect.TypeOf((*json.Unmarshaler)(nil)).Elem()
	binaryMarshaler   = reflect.TypeOf((*encoding.BinaryMarshaler)(nil)).Elem()
	binaryUnmarshaler = reflect.TypeOf((*encoding.BinaryUnmarshaler)(nil)).Elem()
)

func methodsOf(t reflect.Type) Methods {
	if t.PkgPath() == "" || t.Kind() == reflect.Interface || t.Kind() == reflect.Pointer {
		return Methods{}
	}
	p := reflect.PointerTo(t)
	return Methods{
		Text:   p.Implements(textMarshaler) && p.Implements(textUnmarshaler),
		JSON:   p.Implements(jsonMarshaler) && p.Implements(jsonUnmarshaler),
		Binary: p.Implements(binaryMarshaler) && p.Implements(binaryUnmarshaler),
	}
}

// Marshal returns the marshaled form of v, which is addressable, made by MarshalText, MarshalBinary or MarshalJSON, in this order of
// preference.
func (i *Info) Marshal(v reflect.Value) (b []byte, ok bool) { return i.Preferred().marshal(v) }

// Unmarshal decodes the result of Marshal into v.
func (i *Info) Unmarshal(v reflect.Value, b []byte) bool { return i.Preferred().unmarshal(v, b) }

// Preferred returns the methods that Marshal and Unmarshal use.
func (m Methods) Preferred() Methods {
	switch {
	case m.Text:
		return Methods{Text: true}
	case m.Binary:
		return Methods{Binary: true}
	}
	return m
}

// Accepts reports whether v, which is addressable, keeps its marshaled form in a round trip with each of the type's pairs of methods.
func (i *Info) Accepts(v reflect.Value) bool {
	for _, m := range []Methods{{Text: i.Text}, {Binary: i.Binary}, {JSON: i.JSON}} {
		if m.any() && !m.RoundTrips(v) {
			return false
		}
	}
	return true
}

// marshal returns the form of v made by the only method of m.
func (m Methods) marshal(v reflect.Value) (b []byte, ok bool) {
	defer func() {
		if recover() != nil { // the method belongs to the user or to another author
			b, ok = nil, false
		}
	}()
	p := v.Addr().Interface()
	var err error
	switch {
	case m.Text:
		b, err = p.(encoding.TextMarshaler).MarshalText()
	case m.Binary:
		b, err = p.(encoding.BinaryMarshaler).MarshalBinary()
	case m.JSON:
		b, err = p.(json.Marshaler).MarshalJSON()
	default:
		return nil, false
	}
	return b, err == nil
}

// unmarshal decodes the result of marshal into v.
func (m Methods) unmarshal(v reflect.Value, b []byte) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	p := v.Addr().Interface()
	switch {
	case m.Text:
		return p.(encoding.TextUnmarshaler).UnmarshalText(b) == nil
	case m.Binary:
		return p.(encoding.BinaryUnmarshaler).UnmarshalBinary(b) == nil
	case m.JSON:
		return p.(json.Unmarshaler).UnmarshalJSON(b) == nil
	}
	return false
}

// RoundTrips reports whether v keeps its marshaled form in a round trip with the only pair of methods in m.
func (m Methods) RoundTrips(v reflect.Value) bool {
	b, ok := m.marshal(v)
	if !ok {
		return false
	}
	c := reflect.New(v.Type()).Elem()
	if !m.unmarshal(c, b) {
		return false
	}
	d, ok := m.marshal(c)
	return ok && string(b) == string(d)
}

// HasJSONMethod reports whether a type has an unmarshal method that encoding/json calls.
func HasJSONMethod(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t.Kind() != reflect.Interface && t.Kind() != reflect.Pointer && (p.Implements(jsonUnmarshaler) || p.Implements(textUnmarshaler))
}

// JSONTag returns the name and the options in the tag of a field for encoding/json. skips reports whether the tag leaves out the field. Package
// model has the same for fields that are not of a reflect.Type; programs do not have that package.
func JSONTag(f reflect.StructField) (name, options string, skips bool) {
	text := f.Tag.Get("json")
	name, options, _ = strings.Cut(text, ",")
	return name, options, text == "-"
}
