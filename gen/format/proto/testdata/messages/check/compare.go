package main

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
)

func writef(s *strings.Builder, format string, args ...any) { fmt.Fprintf(s, format, args...) }

// bitsOf returns the bits of a float, which tell apart the NaNs and the zeros.
func bitsOf(v reflect.Value) uint64 {
	if v.Kind() == reflect.Float32 {
		return uint64(math.Float32bits(v.Interface().(float32)))
	}
	return math.Float64bits(v.Float())
}

func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return keys
}

// same checks that m is the expected message: by its encoding, which has the unknown fields and the presence of each field, and, if all is
// set, also by proto.Equal and field by field. used says that m was used before, so that it may have empty bytes instead of nil.
func (x *expectation) same(what string, m message, used bool) {
	b, err := partial.Marshal(m)
	if err != nil || !bytes.Equal(b, x.bytes) {
		fail("%s: got\n%x %v, want\n%x\nas %v\nwant %v\nof %x", what, b, err, x.bytes, m, x.message, x.input)
	}
	if !x.all {
		return
	}
	if !proto.Equal(m, x.message) {
		fail("%s: not equal: %v, want %v, of %x", what, m, x.message, x.input)
	}
	if path := different(reflect.ValueOf(m), reflect.ValueOf(x.message), used); path != "" {
		fail("%s: field %s differs: %s, want %s, of %x", what, path, fingerprint(m), fingerprint(x.message), x.input)
	}
}

// different returns the path of a difference between the exported fields, or the unknown fields, of two messages. Nil and empty lists and
// maps are the same: protobuf cannot tell them apart. Nil and empty bytes are different, unless used is set.
func different(a, b reflect.Value, used bool) string {
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return notIf(a.IsNil() == b.IsNil(), "nil")
		}
		if a.Kind() == reflect.Interface && a.Elem().Type() != b.Elem().Type() {
			return "type"
		}
		if m, ok := a.Interface().(proto.Message); ok && a.Kind() == reflect.Pointer {
			if !bytes.Equal(m.ProtoReflect().GetUnknown(), b.Interface().(proto.Message).ProtoReflect().GetUnknown()) {
				return "unknown"
			}
		}
		return different(a.Elem(), b.Elem(), used)
	case reflect.Struct:
		for i := range a.NumField() {
			if f := a.Type().Field(i); f.IsExported() {
				if path := different(a.Field(i), b.Field(i), used); path != "" {
					return f.Name + "." + path
				}
			}
		}
	case reflect.Slice:
		if a.Type().Elem().Kind() == reflect.Uint8 {
			return notIf(bytes.Equal(a.Bytes(), b.Bytes()) && (used || a.IsNil() == b.IsNil()), "bytes")
		}
		if a.Len() != b.Len() {
			return "len"
		}
		for i := range a.Len() {
			if path := different(a.Index(i), b.Index(i), used); path != "" {
				return fmt.Sprint(i, ".", path)
			}
		}
	case reflect.Map:
		if a.Len() != b.Len() {
			return "len"
		}
		for _, k := range a.MapKeys() {
			v := b.MapIndex(k)
			if !v.IsValid() {
				return fmt.Sprint(k, " key")
			}
			if path := different(a.MapIndex(k), v, used); path != "" && !madeQuiet(a.MapIndex(k), v) {
				return fmt.Sprint(k, ".", path)
			}
		}
	case reflect.Float32, reflect.Float64:
		return notIf(bitsOf(a) == bitsOf(b), "float")
	default:
		return notIf(a.Interface() == b.Interface(), "value")
	}
	return ""
}

// madeQuiet reports whether a is a signaling NaN of 32 bits, and b what remains of it after a conversion to 64 bits and back. The reference converts
// the values of maps.
func madeQuiet(a, b reflect.Value) bool {
	const quietBit = 1 << 22
	return a.Kind() == reflect.Float32 && bitsOf(a)&quietBit == 0 && bitsOf(a)|quietBit == bitsOf(b) && b.Float() != b.Float()
}

func notIf(ok bool, what string) string {
	if ok {
		return ""
	}
	return what
}
