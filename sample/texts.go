package sample

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"time"
)

// methods lists the pairs of marshal and unmarshal methods that a type has.
type methods struct {
	text, json, binary bool
}

func (m methods) any() bool { return m.text || m.json || m.binary }

// cover reports whether m has all methods of o.
func (m methods) cover(o methods) bool {
	return (m.text || !o.text) && (m.json || !o.json) && (m.binary || !o.binary)
}

var (
	textMarshaler     = reflect.TypeOf((*encoding.TextMarshaler)(nil)).Elem()
	textUnmarshaler   = reflect.TypeOf((*encoding.TextUnmarshaler)(nil)).Elem()
	jsonMarshaler     = reflect.TypeOf((*json.Marshaler)(nil)).Elem()
	jsonUnmarshaler   = reflect.TypeOf((*json.Unmarshaler)(nil)).Elem()
	binaryMarshaler   = reflect.TypeOf((*encoding.BinaryMarshaler)(nil)).Elem()
	binaryUnmarshaler = reflect.TypeOf((*encoding.BinaryUnmarshaler)(nil)).Elem()
)

func methodsOf(t reflect.Type) methods {
	if t.PkgPath() == "" || t.Kind() == reflect.Interface || t.Kind() == reflect.Pointer {
		return methods{}
	}
	p := reflect.PointerTo(t)
	return methods{
		text:   p.Implements(textMarshaler) && p.Implements(textUnmarshaler),
		json:   p.Implements(jsonMarshaler) && p.Implements(jsonUnmarshaler),
		binary: p.Implements(binaryMarshaler) && p.Implements(binaryUnmarshaler),
	}
}

// probe is the result of testing which texts or values a type accepts.
type probe struct {
	forms []form          // of a custom type: the texts that it accepts
	free  bool            // of a validated type: it accepts all values
	valid []reflect.Value // of a validated type that is not free: values that it accepts, or else the zero value
}

// form is a kind of text that a type may accept.
type form struct {
	fixed  string
	random func(r *rand.Rand) string
}

// forms lists the texts that are tested on types whose fields this package does not set.
var forms = []form{
	{"12345", func(r *rand.Rand) string { return fmt.Sprint(signed(r, 64)) }},
	{"3.25", func(r *rand.Rand) string { return fmt.Sprintf("%d.%02d", signed(r, 32), r.IntN(100)) }},
	{"192.0.2.7", func(r *rand.Rand) string { return fmt.Sprintf("192.0.2.%d", r.IntN(256)) }},
	{"2001:db8::1", func(r *rand.Rand) string { return fmt.Sprintf("2001:db8::%x:%x", 1+r.IntN(0xffff), r.IntN(0x10000)) }},
	{"192.0.2.0/24", func(r *rand.Rand) string { return fmt.Sprintf("10.%d.0.0/%d", r.IntN(256), 16+r.IntN(17)) }},
	{"192.0.2.7:8080", func(r *rand.Rand) string { return fmt.Sprintf("192.0.2.%d:%d", r.IntN(256), 1+r.IntN(65535)) }},
	{"6ba7b810-9dad-41d1-80b4-00c04fd430c8", uuid},
	{"01arz3ndektsv4rrffq69g5fav", nil},
	{"01ARZ3NDEKTSV4RRFFQ69G5FAV", nil},
	{"https://example.com/a/b?c=d", func(r *rand.Rand) string { return fmt.Sprintf("https://example.com/%s?id=%d", word(r), r.IntN(1e6)) }},
	{"2021-03-04", func(r *rand.Rand) string { return time.Unix(r.Int64N(lastSecond), 0).UTC().Format("2006-01-02") }},
	{"2021-03-04T05:06:07Z", func(r *rand.Rand) string { return time.Unix(r.Int64N(lastSecond), 0).UTC().Format(time.RFC3339) }},
	{"05:06:07", nil},
	{"1h30m0s", nil},
	{"true", nil},
	{"deadbeef", hex},
	{"en", nil},
	{"example", word},
}

func uuid(r *rand.Rand) string {
	a, b := r.Uint64(), r.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", a>>32, a>>16&0xffff, a&0xfff, b>>48&0xfff, b&0xffffffffffff)
}

// hex returns eight hexadecimal digits. They are never a number outside the range of float64, such as 4793e342, since JSON parsers may
// refuse that.
func hex(r *rand.Rand) string {
	s := fmt.Sprintf("%08x", r.Uint32())
	if _, err := strconv.ParseFloat(s, 64); errors.Is(err, strconv.ErrRange) {
		return "f" + s[1:]
	}
	return s
}

// marshal returns the marshaled form of v, which is addressable, made by MarshalText, MarshalBinary or MarshalJSON, in this order of
// preference.
func (i *info) marshal(v reflect.Value) (b []byte, ok bool) { return i.preferred().marshal(v) }

// unmarshal decodes the result of marshal into v.
func (i *info) unmarshal(v reflect.Value, b []byte) bool { return i.preferred().unmarshal(v, b) }

// preferred returns the method that marshal uses.
func (m methods) preferred() methods {
	switch {
	case m.text:
		return methods{text: true}
	case m.binary:
		return methods{binary: true}
	}
	return m
}

// accepts reports whether v, which is addressable, keeps its marshaled form in a round trip with each of the type's pairs of methods.
func (i *info) accepts(v reflect.Value) bool {
	for _, m := range []methods{{text: i.text}, {binary: i.binary}, {json: i.json}} {
		if m.any() && !m.roundTrips(v) {
			return false
		}
	}
	return true
}

// marshal returns the form of v made by the only method of m.
func (m methods) marshal(v reflect.Value) (b []byte, ok bool) {
	defer func() {
		if recover() != nil { // the method belongs to the user or to another author
			b, ok = nil, false
		}
	}()
	p := v.Addr().Interface()
	var err error
	switch {
	case m.text:
		b, err = p.(encoding.TextMarshaler).MarshalText()
	case m.binary:
		b, err = p.(encoding.BinaryMarshaler).MarshalBinary()
	case m.json:
		b, err = p.(json.Marshaler).MarshalJSON()
	default:
		return nil, false
	}
	return b, err == nil
}

// unmarshal decodes the result of marshal into v.
func (m methods) unmarshal(v reflect.Value, b []byte) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	p := v.Addr().Interface()
	switch {
	case m.text:
		return p.(encoding.TextUnmarshaler).UnmarshalText(b) == nil
	case m.binary:
		return p.(encoding.BinaryUnmarshaler).UnmarshalBinary(b) == nil
	case m.json:
		return p.(json.Unmarshaler).UnmarshalJSON(b) == nil
	}
	return false
}

// roundTrips reports whether v keeps its marshaled form in a round trip with the only pair of methods in m.
func (m methods) roundTrips(v reflect.Value) bool {
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

// parse sets v from a text of forms. It leaves v zero and returns false if the type refuses the text.
func (i *info) parse(v reflect.Value, text string) bool {
	v.SetZero()
	var ok bool
	if i.text || i.binary {
		ok = i.unmarshal(v, []byte(text))
	} else {
		ok = json.Valid([]byte(text)) && i.unmarshal(v, []byte(text)) || i.unmarshal(v, []byte(`"`+text+`"`))
	}
	if ok && i.preferred().roundTrips(v) {
		return true
	}
	v.SetZero()
	return false
}

// acceptedForms returns the forms that a custom type accepts.
func (i *info) acceptedForms() []form {
	if i.probe == nil {
		i.probe = &probe{}
		v := reflect.New(i.typ).Elem()
		for _, f := range forms {
			if i.parse(v, f.fixed) {
				i.probe.forms = append(i.probe.forms, f)
			}
		}
	}
	return i.probe.forms
}

// allowed tests which values a validated type accepts: an enumeration often accepts only a few numbers.
func (i *info) allowed() *probe {
	if i.probe != nil {
		return i.probe
	}
	i.probe = &probe{free: true}
	r := rand.New(rand.NewPCG(1, 1))
	v := reflect.New(i.typ).Elem()
	back := func() bool {
		b, ok := i.marshal(v)
		c := reflect.New(i.typ).Elem()
		return ok && i.unmarshal(c, b) && c.Interface() == v.Interface()
	}
	for k := 0; k < 16 && i.probe.free; k++ {
		random(r, v)
		i.probe.free = back()
	}
	if i.probe.free {
		return i.probe
	}
	keep := func() {
		if back() {
			c := reflect.New(i.typ).Elem()
			c.Set(v)
			i.probe.valid = append(i.probe.valid, c)
		}
	}
	switch {
	case v.CanInt():
		for n := int64(0); n < 128; n++ {
			v.SetInt(n)
			keep()
		}
	case v.CanUint():
		for n := uint64(0); n < 128; n++ {
			v.SetUint(n)
			keep()
		}
	case i.kind == reflect.String:
		for _, f := range forms {
			v.SetString(f.fixed)
			keep()
		}
	}
	if i.probe.valid == nil {
		i.probe.valid = []reflect.Value{reflect.Zero(i.typ)}
	}
	return i.probe
}
