package main

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// checkEncode compares the encoding of m with the reference's.
func checkEncode(r *rand.Rand, m message) {
	want, wantErr := encoder.Marshal(m)
	if wantErr == nil {
		wantErr = checkRequired(m.ProtoReflect())
	}
	before := fingerprint(m)
	prefix := bytes.Repeat([]byte{0xA5}, r.IntN(20))
	b, err := m.AppendProto(append(make([]byte, 0, len(prefix)+r.IntN(2)*r.IntN(2*len(want)+40)), prefix...))
	sameError("AppendProto", err, wantErr, m)
	if n, want := m.SizeProto(), proto.Size(m); n != want && wantErr == nil {
		fail("SizeProto is %d, want %d: %v", n, want, m)
	}
	if after := fingerprint(m); after != before {
		fail("encoding changed the message: before\n%s\nafter\n%s", before, after)
	}
	if wantErr != nil {
		counts.notEncoded.Add(1)
		return
	}
	counts.encoded.Add(1)
	if !bytes.HasPrefix(b, prefix) {
		fail("AppendProto changed the bytes in front")
	}
	if !bytes.Equal(b[len(prefix):], want) {
		fail("AppendProto: got\n%x, want\n%x: %v", b[len(prefix):], want, m)
	}
	for range 2 { // the first result is overwritten: the second one must not share its memory
		b, err := m.MarshalProto()
		if err != nil || !bytes.Equal(b, want) {
			fail("MarshalProto: got\n%x, %v, want\n%x: %v", b, err, want, m)
		}
		for i := range b {
			b[i] = 0xFF
		}
	}
	if after := fingerprint(m); after != before {
		fail("overwriting an encoding changed the message: before\n%s\nafter\n%s", before, after)
	}
}

// sameError checks that both sides accept or both refuse.
func sameError(method string, err, want error, m proto.Message) {
	if (err == nil) != (want == nil) {
		fail("%s: error %v, want %v: %v", method, err, want, m)
	}
}

// checkNil checks encoding a nil message, which is an empty one.
func checkNil(mt protoreflect.MessageType) {
	m := mt.Zero().Interface().(message)
	want, wantErr := encoder.Marshal(m)
	b, err := m.AppendProto([]byte("abc"))
	sameError("AppendProto of nil", err, wantErr, m)
	if err == nil && string(b) != "abc"+string(want) {
		fail("AppendProto of nil gives %q, want %q", b, "abc"+string(want))
	}
	if n := m.SizeProto(); n != len(want) {
		fail("SizeProto of nil is %d, want %d", n, len(want))
	}
}

// fingerprint returns a text of the exported fields of a message, all messages below, and the unknown fields.
func fingerprint(m proto.Message) string {
	var s strings.Builder
	print1(&s, reflect.ValueOf(m))
	return s.String()
}

func print1(s *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			s.WriteString("nil")
			return
		}
		if m, ok := v.Interface().(proto.Message); ok && v.Kind() == reflect.Pointer {
			writef(s, "%x", []byte(m.ProtoReflect().GetUnknown()))
		}
		print1(s, v.Elem())
	case reflect.Struct:
		s.WriteString("{")
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !v.Field(i).IsZero() {
				writef(s, " %s:", f.Name)
				print1(s, v.Field(i))
			}
		}
		s.WriteString("}")
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			writef(s, "%v:%x", v.IsNil(), v.Bytes())
			return
		}
		writef(s, "%v[", v.IsNil())
		for i := range v.Len() {
			print1(s, v.Index(i))
			s.WriteString(" ")
		}
		s.WriteString("]")
	case reflect.Map:
		writef(s, "%v[", v.IsNil())
		for _, k := range sortedKeys(v) {
			print1(s, k)
			s.WriteString(":")
			print1(s, v.MapIndex(k))
			s.WriteString(" ")
		}
		s.WriteString("]")
	case reflect.Float32, reflect.Float64:
		writef(s, "%x", bitsOf(v))
	case reflect.String:
		writef(s, "%q", v.String())
	default:
		writef(s, "%v", v.Interface())
	}
}
