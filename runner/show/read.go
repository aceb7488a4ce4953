package show

import (
	"encoding"
	"encoding/base64"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// A reader sets values from the JSON in data.
type reader struct{ data []byte }

// wrong returns the error for a value at path that is not what the type wants.
func (r *reader) wrong(v *value, path, format string, args ...any) error {
	found := string(r.data[v.start:v.end])
	switch v.token {
	case json.Delim('{'):
		found = "an object"
	case json.Delim('['):
		found = "a list"
	}
	if runes := []rune(found); len(runes) > 40 {
		found = string(runes[:40]) + "..."
	}
	return r.fail(v.start, path, "found %s, want %s", found, fmt.Sprintf(format, args...))
}

// fail returns the error for a value at path.
func (r *reader) fail(at int, path, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if path != "" {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return &fault{at, err}
}

// value sets x, which is zero, to v. The errors are faults.
func (r *reader) value(n *node, x reflect.Value, v *value, path string) error {
	switch {
	case n.timestamp:
		return r.time(x, v, path)
	case n.own():
		return r.own(n, x, v, path)
	}
	return r.parts(n, x, v, path)
}

// parts sets a value by its kind.
func (r *reader) parts(n *node, x reflect.Value, v *value, path string) error {
	if n.nullable() && v.token == nil {
		return nil
	}
	switch n.kind {
	case reflect.Bool:
		is, ok := v.token.(bool)
		if !ok {
			return r.wrong(v, path, "true or false")
		}
		x.SetBool(is)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		number, _ := v.token.(json.Number)
		i, err := strconv.ParseInt(string(number), 10, n.typ.Bits())
		if err != nil {
			return r.wrong(v, path, "a whole number of %d bits", n.typ.Bits())
		}
		x.SetInt(i)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		number, _ := v.token.(json.Number)
		i, err := strconv.ParseUint(string(number), 10, n.typ.Bits())
		if err != nil {
			return r.wrong(v, path, "a whole number of %d bits that is not negative", n.typ.Bits())
		}
		x.SetUint(i)
	case reflect.Float32:
		return r.float32(x, v, path)
	case reflect.Float64:
		return r.float64(x, v, path)
	case reflect.Complex64, reflect.Complex128:
		return r.complex(n, x, v, path)
	case reflect.String:
		return r.string(x, v, path)
	case reflect.Pointer:
		return r.pointer(n, x, v, path)
	case reflect.Interface:
		return r.member(n, x, v, path)
	case reflect.Slice, reflect.Array:
		return r.list(n, x, v, path)
	case reflect.Map:
		return r.entries(n, x, v, path)
	case reflect.Struct:
		return r.object(n, x, v, path)
	default:
		return r.fail(v.start, path, "a value of %s has no JSON", n.typ)
	}
	return nil
}

func (r *reader) time(x reflect.Value, v *value, path string) error {
	const want = `a time as in "2006-01-02T15:04:05Z"`
	var t time.Time
	switch token := v.token.(type) {
	case string:
		var err error
		if t, err = time.Parse(time.RFC3339Nano, token); err != nil {
			return r.wrong(v, path, want)
		}
		if strings.HasSuffix(token, "+00:00") {
			t = t.In(time.FixedZone("", 0))
		}
	case json.Delim:
		var parts struct {
			Seconds     int64 `json:"seconds"`
			Nanoseconds int64 `json:"nanoseconds"`
			Offset      int   `json:"offset"`
		}
		if err := json.Unmarshal(r.data[v.start:v.end], &parts); err != nil {
			return r.wrong(v, path, want)
		}
		t = time.Unix(parts.Seconds, parts.Nanoseconds).UTC()
		if parts.Offset != 0 {
			t = t.In(time.FixedZone("", parts.Offset))
		}
	default:
		return r.wrong(v, path, want)
	}
	x.Set(reflect.ValueOf(t).Convert(x.Type()))
	return nil
}

// wantFloat describes a floating point number.
const wantFloat = `a number, "NaN", "+Inf" or "-Inf"`

func (r *reader) float32(x reflect.Value, v *value, path string) error {
	text, ok := floatText(v)
	if bits, isNaN := hexBits(text, 4); isNaN {
		x.Set(reflect.ValueOf(math.Float32frombits(binary.BigEndian.Uint32(bits))).Convert(x.Type()))
		return nil
	}
	number, err := strconv.ParseFloat(text, 32)
	if !ok || err != nil {
		return r.wrong(v, path, wantFloat+" of 32 bits")
	}
	x.SetFloat(number)
	return nil
}

func (r *reader) float64(x reflect.Value, v *value, path string) error {
	text, ok := floatText(v)
	if bits, isNaN := hexBits(text, 8); isNaN {
		x.SetFloat(math.Float64frombits(binary.BigEndian.Uint64(bits)))
		return nil
	}
	number, err := strconv.ParseFloat(text, 64)
	if !ok || err != nil {
		return r.wrong(v, path, wantFloat)
	}
	x.SetFloat(number)
	return nil
}

// floatText returns the text of a number, or of a string for one.
func floatText(v *value) (text string, ok bool) {
	switch token := v.token.(type) {
	case json.Number:
		return string(token), true
	case string:
		if token == "NaN" || token == "+Inf" || token == "-Inf" || strings.HasPrefix(token, "NaN(") {
			return token, true
		}
	}
	return "", false
}

// complex reads a list of the real and the imaginary part.
func (r *reader) complex(n *node, x reflect.Value, v *value, path string) error {
	if v.token != json.Delim('[') || len(v.list) != 2 {
		return r.wrong(v, path, "a list of the real and the imaginary part")
	}
	for i, one := range v.list {
		var err error
		if n.kind == reflect.Complex64 {
			p := &(*[2]float32)(x.Addr().UnsafePointer())[i]
			err = r.float32(reflect.ValueOf(p).Elem(), one, path)
		} else {
			err = r.float64(reflect.ValueOf(&(*[2]float64)(x.Addr().UnsafePointer())[i]).Elem(), one, path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) string(x reflect.Value, v *value, path string) error {
	if text, ok := v.token.(string); ok {
		x.SetString(text)
		return r.exact(v, path)
	}
	data, ok := binaryOf(v)
	if !ok {
		return r.wrong(v, path, "a string")
	}
	x.SetString(string(data))
	return nil
}

// exact fails for a string that encoding/json changes.
func (r *reader) exact(v *value, path string) error {
	if isExact(r.data[v.start:]) {
		return nil
	}
	return r.fail(v.start, path, `the string is not UTF-8, or has half of a surrogate pair: write its bytes in base64, as in {%q: "/w=="}`, binaryName)
}

// isExact reports whether the JSON string at the front of b is valid UTF-8 with whole surrogate pairs. encoding/json replaces the others by U+FFFD.
func isExact(b []byte) bool {
	for i := 1; b[i] != '"'; {
		r, size := utf8.DecodeRune(b[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return false
		case r == '\\' && b[i+1] == 'u':
			size = len(`\u0000`)
			if c := escaped(b[i:]); utf16.IsSurrogate(c) {
				if utf16.DecodeRune(c, escaped(b[i+size:])) == utf8.RuneError {
					return false
				}
				size *= 2
			}
		case r == '\\':
			size = 2
		}
		i += size
	}
	return true
}

// escaped returns the number of an escape such as \u0041 at the front of b, or 0 if there is none.
func escaped(b []byte) rune {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0
	}
	x, _ := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(x)
}

// only returns the value of an object that has only the member with a name, or nil.
func only(v *value, name string) *value {
	if len(v.members) != 1 || v.members[0].name != name {
		return nil
	}
	return v.members[0].value
}

// binaryOf returns the bytes in an object as writeBinary writes it.
func binaryOf(v *value) (data []byte, ok bool) {
	inner := only(v, binaryName)
	if inner == nil {
		return nil, false
	}
	text, ok := inner.token.(string)
	data, err := base64.StdEncoding.DecodeString(text)
	return data, ok && err == nil
}

func (r *reader) pointer(n *node, x reflect.Value, v *value, path string) error {
	if inner := only(v, pointerName); inner != nil && n.elem.nullable() {
		v = inner
	}
	x.Set(reflect.New(n.typ.Elem()).Convert(n.typ))
	return r.value(n.elem, x.Elem(), v, path)
}

// member reads a value of a union, or what encoding/json decodes into an interface.
func (r *reader) member(n *node, x reflect.Value, v *value, path string) error {
	if len(n.members) == 0 {
		if n.typ.NumMethod() > 0 {
			return r.wrong(v, path, "null, because the interface has no union")
		}
		return r.decode(x.Addr().Interface(), v, path)
	}
	var names []string
	for _, m := range n.members {
		names = append(names, m.name)
		inner := only(v, m.name)
		if inner == nil {
			continue
		}
		one := reflect.New(m.node.typ).Elem()
		if err := r.value(m.node, one, inner, path+".("+m.name+")"); err != nil {
			return err
		}
		x.Set(one)
		return nil
	}
	return r.wrong(v, path, "null or an object with the name of a type, as in {%q: ...}: one of %s", names[0], strings.Join(names, ", "))
}

// decode reads a value as encoding/json does.
func (r *reader) decode(p any, v *value, path string) error {
	if err := json.Unmarshal(r.data[v.start:v.end], p); err != nil {
		return r.fail(v.start, path, "%w", err)
	}
	return nil
}

func (r *reader) list(n *node, x reflect.Value, v *value, path string) error {
	if text, ok := v.token.(string); ok && n.isBytes() {
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return r.wrong(v, path, "bytes in base64")
		}
		x.SetBytes(data)
		return nil
	}
	switch {
	case v.token != json.Delim('['):
		return r.wrong(v, path, "a list")
	case n.kind == reflect.Array && len(v.list) != x.Len():
		return r.wrong(v, path, "a list of %d values: it has %d", x.Len(), len(v.list))
	case n.kind == reflect.Slice:
		x.Set(reflect.MakeSlice(n.typ, len(v.list), len(v.list)))
	}
	for i, one := range v.list {
		if err := r.value(n.elem, x.Index(i), one, fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	return nil
}

// entries reads a map in one of the forms of writeMap.
func (r *reader) entries(n *node, x reflect.Value, v *value, path string) error {
	x.Set(reflect.MakeMapWithSize(n.typ, len(v.members)+len(v.list)))
	add := func(key func(k reflect.Value) error, at int, elem *value) error {
		k, e := reflect.New(n.typ.Key()).Elem(), reflect.New(n.typ.Elem()).Elem()
		if err := key(k); err != nil {
			return err
		}
		if err := r.value(n.elem, e, elem, path+"["+string(r.data[at:max(at, min(at+40, elem.start))])+"]"); err != nil {
			return err
		}
		before := x.Len()
		if x.SetMapIndex(k, e); x.Len() == before {
			return r.fail(at, path, "the key is there already")
		}
		return nil
	}
	for _, one := range v.list {
		key, elem := named(one, "key"), named(one, "value")
		if key == nil || elem == nil {
			return r.wrong(one, path, "an object with key and value")
		}
		if err := add(func(k reflect.Value) error { return r.value(n.key, k, key, path) }, key.start, elem); err != nil {
			return err
		}
	}
	for _, m := range v.members {
		if err := add(func(k reflect.Value) error { return r.key(n, k, m, path) }, m.at, m.value); err != nil {
			return err
		}
	}
	if _, nested := v.token.(json.Delim); !nested {
		return r.wrong(v, path, "an object")
	}
	return nil
}

// key reads a key that is the name of a member.
func (r *reader) key(n *node, k reflect.Value, m objectMember, path string) error {
	if n.key.isText() {
		k.SetString(m.name)
		if !isExact(r.data[m.at:]) {
			return r.fail(m.at, path, `the key is not UTF-8, or has half of a surrogate pair: write the map as a list, as in [{"key": {%q: "/w=="}, "value": ...}]`, binaryName)
		}
		return nil
	}
	err := errors.New("it is not JSON")
	if values, bad := parse([]byte(m.name)); bad == nil && len(values) == 1 {
		err = (&reader{[]byte(m.name)}).value(n.key, k, values[0], "")
	}
	var f *fault
	if errors.As(err, &f) {
		err = f.error
	}
	if err != nil {
		return r.fail(m.at, path, "the key %q is not the JSON of a value of type %s: %w", m.name, n.key.typ, err)
	}
	return nil
}

// named returns the member of an object with a name, or nil.
func named(v *value, name string) *value {
	for _, m := range v.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// object reads a struct. Fields that are not there stay zero.
func (r *reader) object(n *node, x reflect.Value, v *value, path string) error {
	if v.token != json.Delim('{') {
		return r.wrong(v, path, "an object")
	}
	seen := map[string]bool{}
	for _, m := range v.members {
		f := n.field(m.name)
		switch {
		case f == nil:
			return r.fail(m.at, path, "it has no field %q: want %s", m.name, n.fieldNames())
		case seen[m.name]:
			return r.fail(m.at, path, "the field %q is there twice: remove one", m.name)
		}
		seen[m.name] = true
		if err := r.value(f.node, part(x, f.index), m.value, strings.TrimPrefix(path+"."+f.name, ".")); err != nil {
			return err
		}
	}
	return nil
}

// field returns the field with a name, or nil.
func (n *node) field(name string) *field {
	for i := range n.fields {
		if n.fields[i].name == name {
			return &n.fields[i]
		}
	}
	return nil
}

// fieldNames lists the fields for an error.
func (n *node) fieldNames() string {
	const limit = 12
	var names []string
	for _, f := range n.fields {
		names = append(names, f.name)
	}
	if len(names) > limit {
		names = append(names[:limit], "...")
	}
	if len(names) == 0 {
		return "an object without members"
	}
	return strings.Join(names, ", ")
}

// own reads a value in one of the forms of writeOwn.
func (r *reader) own(n *node, x reflect.Value, v *value, path string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = r.fail(v.start, path, "panic: %v", p)
		}
	}()
	p := x.Addr().Interface()
	if inner := only(v, fieldsName); inner != nil && (n.text || n.json) {
		return r.parts(n, x, inner, path)
	}
	if data, ok := binaryOf(v); ok && n.binary {
		if u, ok := p.(encoding.BinaryUnmarshaler); ok {
			err = u.UnmarshalBinary(data)
		} else {
			err = p.(gob.GobDecoder).GobDecode(data)
		}
		return r.method(err, v, path)
	}
	text, isString := v.token.(string)
	switch {
	case n.text && isString:
		if err := r.exact(v, path); err != nil {
			return err
		}
		return r.method(p.(encoding.TextUnmarshaler).UnmarshalText([]byte(text)), v, path)
	case n.json:
		return r.method(p.(json.Unmarshaler).UnmarshalJSON(r.data[v.start:v.end]), v, path)
	case n.text:
		data, ok := binaryOf(v)
		if !ok {
			return r.wrong(v, path, "a string, which UnmarshalText of %s reads", n.typ)
		}
		return r.method(p.(encoding.TextUnmarshaler).UnmarshalText(data), v, path)
	}
	return r.parts(n, x, v, path)
}

// method returns the error of a method of the user's type as a fault.
func (r *reader) method(err error, v *value, path string) error {
	if err != nil {
		return r.fail(v.start, path, "%w", err)
	}
	return nil
}
