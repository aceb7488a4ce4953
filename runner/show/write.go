package show

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// The names of the members of objects that stand for values without a JSON of their own.
const (
	pointerName = "pointer" // a pointer to a value that is null itself
	binaryName  = "binary"  // bytes in base64
	fieldsName  = "fields"  // the fields of a value whose methods do not give it back
)

// write appends the JSON of v, an addressable value, to b.
func (n *node) write(b []byte, v reflect.Value) ([]byte, error) {
	switch n.kind {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if err := n.enter(v); err != nil {
			return b, err
		}
		defer delete(n.writing, placeOf(v))
	}
	switch {
	case n.timestamp:
		return writeTime(b, v.Convert(timeType).Interface().(time.Time)), nil
	case n.own():
		return n.writeOwn(b, v)
	}
	return n.writeParts(b, v)
}

// errDeep is not wrapped in the names of fields, which would be 10,000.
var errDeep = fmt.Errorf("nested deeper than %d levels", maxNesting)

// enter notes that v, a pointer, slice or map, is being written. It returns an error if v is inside itself or too deep.
func (n *node) enter(v reflect.Value) error {
	switch at := placeOf(v); {
	case v.Kind() == reflect.Slice && v.Len() == 0 || v.IsNil():
	case n.writing[at]:
		return fmt.Errorf("a value of %s contains itself", n.typ)
	case len(n.writing) > maxNesting:
		return fmt.Errorf("values of %s are %w", n.typ, errDeep)
	case n.writing == nil:
		n.writing = map[place]bool{at: true}
	default:
		n.writing[at] = true
	}
	return nil
}

// writeParts writes a value by its kind.
func (n *node) writeParts(b []byte, v reflect.Value) ([]byte, error) {
	switch n.kind {
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return strconv.AppendUint(b, v.Uint(), 10), nil
	case reflect.Float32:
		return writeFloat32(b, *(*float32)(v.Addr().UnsafePointer())), nil
	case reflect.Float64:
		return writeFloat64(b, v.Float()), nil
	case reflect.Complex64:
		p := (*[2]float32)(v.Addr().UnsafePointer())
		return append(writeFloat32(append(writeFloat32(append(b, '['), p[0]), ','), p[1]), ']'), nil
	case reflect.Complex128:
		p := (*[2]float64)(v.Addr().UnsafePointer())
		return append(writeFloat64(append(writeFloat64(append(b, '['), p[0]), ','), p[1]), ']'), nil
	case reflect.String:
		return writeString(b, v.String()), nil
	case reflect.Pointer:
		return n.writePointer(b, v)
	case reflect.Interface:
		return n.writeMember(b, v)
	case reflect.Slice, reflect.Array:
		return n.writeList(b, v)
	case reflect.Map:
		return n.writeMap(b, v)
	case reflect.Struct:
		return n.writeStruct(b, v)
	}
	return b, fmt.Errorf("a value of %s has no JSON", n.typ)
}

// writeTime writes a time as in RFC 3339. The zone of UTC is Z, and another zone without offset +00:00. A time that this form does not have is an
// object with the seconds since 1970.
func writeTime(b []byte, t time.Time) []byte {
	_, offset := t.Zone()
	switch {
	case t.Year() < 0 || t.Year() > 9999 || offset%60 != 0 || offset <= -24*3600 || offset >= 24*3600:
		return fmt.Appendf(b, `{"seconds":%d,"nanoseconds":%d,"offset":%d}`, t.Unix(), t.Nanosecond(), offset)
	case t.Location() == time.UTC:
		return t.AppendFormat(b, `"2006-01-02T15:04:05.999999999Z"`)
	}
	return t.AppendFormat(b, `"2006-01-02T15:04:05.999999999-07:00"`)
}

func writeFloat32(b []byte, x float32) []byte {
	if bits := math.Float32bits(x); x != x && bits != math.Float32bits(float32(math.NaN())) {
		return fmt.Appendf(b, `"NaN(%08x)"`, bits)
	}
	return writeFloat(b, float64(x), 32)
}

func writeFloat64(b []byte, x float64) []byte {
	if bits := math.Float64bits(x); x != x && bits != math.Float64bits(math.NaN()) {
		return fmt.Appendf(b, `"NaN(%016x)"`, bits)
	}
	return writeFloat(b, x, 64)
}

// writeFloat writes infinities and NaN as strings.
func writeFloat(b []byte, x float64, bits int) []byte {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return append(strconv.AppendFloat(append(b, '"'), x, 'g', -1, bits), '"')
	case x == 0 && math.Signbit(x):
		return append(b, "-0.0"...) // many JSON libraries read -0 as an integer
	}
	return strconv.AppendFloat(b, x, 'g', -1, bits)
}

// writeString writes a string that is not UTF-8 as an object with its bytes.
func writeString(b []byte, s string) []byte {
	if !utf8.ValidString(s) {
		return writeBinary(b, []byte(s))
	}
	return quote(b, s)
}

// quote appends a string as JSON to b. It escapes only what JSON requires.
func quote(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' || r >= 0x80 && r < 0xa0: // control characters, which a terminal may obey
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}

func writeBinary(b, data []byte) []byte {
	b = append(b, `{"`+binaryName+`":"`...)
	return append(base64.StdEncoding.AppendEncode(b, data), `"}`...)
}

// writePointer writes the value that a pointer points to. If this could be taken for nil, or for the object that stands for such a value, it is
// inside an object.
func (n *node) writePointer(b []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(b, "null"...), nil
	}
	start := len(b)
	b, err := n.elem.write(b, v.Elem())
	if text := string(b[start:]); n.elem.nullable() && (text == "null" || len(text) > 0 && isObjectOf(text, pointerName)) {
		b = append(append(append(b[:start], `{"`+pointerName+`":`...), text...), '}')
	}
	return b, err
}

// isObjectOf reports whether compact JSON is an object whose first member has a name.
func isObjectOf(text, name string) bool {
	head := `{"` + name + `":`
	return len(text) > len(head) && text[:len(head)] == head
}

// writeMember writes a value of a union as an object with the name of its type. An interface without a union holds what encoding/json decodes.
func (n *node) writeMember(b []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(b, "null"...), nil
	}
	for _, m := range n.members {
		if m.node.typ == v.Elem().Type() {
			return m.node.writeAs(b, m.name, addressable(v.Elem()))
		}
	}
	if len(n.members) > 0 {
		return b, fmt.Errorf("a value of %s is not in the union", v.Elem().Type())
	}
	text, err := json.Marshal(v.Interface())
	return append(b, text...), err
}

// writeAs writes an object with v as its only member.
func (n *node) writeAs(b []byte, name string, v reflect.Value) ([]byte, error) {
	b, err := n.write(append(quote(append(b, '{'), name), ':'), v)
	return append(b, '}'), err
}

func (n *node) writeList(b []byte, v reflect.Value) ([]byte, error) {
	if n.kind == reflect.Slice {
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		if n.isBytes() {
			return append(base64.StdEncoding.AppendEncode(append(b, '"'), v.Bytes()), '"'), nil
		}
	}
	b = append(b, '[')
	for i := 0; i < v.Len(); i++ {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = n.elem.write(b, v.Index(i)); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}

// isBytes reports whether the type is a slice of bytes that have no methods.
func (n *node) isBytes() bool {
	return n.kind == reflect.Slice && n.elem.kind == reflect.Uint8 && !n.elem.own()
}

// writeMap writes the entries in ascending order of their keys' JSON. A key that is not a string is its JSON as a string. If a key is a string
// that is not UTF-8, the map is a list of objects with a key and a value.
func (n *node) writeMap(b []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(b, "null"...), nil
	}
	type entry struct{ key, value []byte }
	var entries []entry
	asList := false
	for it := v.MapRange(); it.Next(); {
		var e entry
		var err error
		if e.key, err = n.key.write(nil, addressable(it.Key())); err != nil {
			return b, err
		}
		if e.value, err = n.elem.write(nil, addressable(it.Value())); err != nil {
			return b, err
		}
		asList = asList || n.key.isText() && e.key[0] != '"'
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(x, y entry) int { return bytes.Compare(x.key, y.key) })
	open, end := byte('{'), byte('}')
	if asList {
		open, end = '[', ']'
	}
	b = append(b, open)
	for i, e := range entries {
		if i > 0 {
			b = append(b, ',')
		}
		switch {
		case asList:
			b = fmt.Appendf(b, `{"key":%s,"value":%s}`, e.key, e.value)
		case n.key.isText():
			b = append(append(append(b, e.key...), ':'), e.value...)
		default:
			b = append(append(quote(b, string(e.key)), ':'), e.value...)
		}
	}
	return append(b, end), nil
}

// isText reports whether the type is a string whose JSON is a string.
func (n *node) isText() bool { return n.kind == reflect.String && !n.own() }

func (n *node) writeStruct(b []byte, v reflect.Value) ([]byte, error) {
	b = append(b, '{')
	first := true
	for _, f := range n.fields {
		x := part(v, f.index)
		if f.unknown && x.Len() == 0 {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		var err error
		if b, err = f.node.write(append(quote(b, f.name), ':'), x); errors.Is(err, errDeep) {
			return b, err
		} else if err != nil {
			return b, fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return append(b, '}'), nil
}

// hexBits returns the bits of a NaN as writeFloat32 and writeFloat64 write it.
func hexBits(s string, size int) ([]byte, bool) {
	if len(s) != len("NaN()")+2*size || s[:4] != "NaN(" {
		return nil, false
	}
	bits, err := hex.DecodeString(s[4 : len(s)-1])
	return bits, err == nil
}
