package notes

import (
	"encoding"
	"encoding/gob"
	"io"
	"strings"
	"testing"
)

// These types have methods as bale generates them: with the receiver *T, with the receiver T because of //bale:value, and with other names.
type (
	ByPointer struct{ X, Y byte }
	ByValue   struct{ X, Y byte }
	Renamed   struct{ X, Y byte }
)

func (v *ByPointer) MarshalBinary() ([]byte, error) { return []byte{v.X, v.Y}, nil }
func (v *ByPointer) UnmarshalBinary(b []byte) error { v.X, v.Y = b[0], b[1]; return nil }
func (v ByValue) MarshalBinary() ([]byte, error)    { return []byte{v.X, v.Y}, nil }
func (v *ByValue) UnmarshalBinary(b []byte) error   { v.X, v.Y = b[0], b[1]; return nil }
func (v *Renamed) MarshalCompact() ([]byte, error)  { return []byte{v.X, v.Y}, nil }
func (v *Renamed) UnmarshalCompact(b []byte) error  { v.X, v.Y = b[0], b[1]; return nil }

// gobCase is one way to pass a value to gob.
type gobCase struct {
	name string
	v    any
	ok   bool // gob can encode it if the methods have pointer receivers
}

// gobCases returns the places of a value of type T that a program has.
func gobCases[T any](embedded, toEmbedded any) []gobCase {
	type inField struct{ F T }
	type inMap struct{ M map[string]T }
	type inList struct{ L []T }
	type inArray struct{ A [1]T }
	type inPointer struct{ P *T }
	type inAny struct{ V any }
	v := *new(T)
	gob.Register(v)
	return []gobCase{
		{"a value", v, false}, {"a pointer", &v, true},
		{"a struct with a field", inField{v}, false}, {"a pointer to such a struct", &inField{v}, true},
		{"a value in a map", &inMap{map[string]T{"k": v}}, false},
		{"a value in a list", inList{[]T{v}}, true}, {"a value in an array", inArray{[1]T{v}}, false},
		{"a pointer in a struct", inPointer{&v}, true},
		{"a value in an interface", &inAny{v}, false},
		{"an embedded value", embedded, false}, {"a pointer to a struct that embeds it", toEmbedded, true},
	}
}

// TestBinary checks what the note says about gob: it refuses values that are not addressable, unless the methods that encode have
// value receivers or other names.
func TestBinary(t *testing.T) {
	type holdsPointer struct {
		ByPointer
		Z int
	}
	type holdsValue struct {
		ByValue
		Z int
	}
	type holdsRenamed struct {
		Renamed
		Z int
	}
	try := func(kind string, c gobCase, ok bool) {
		err := gob.NewEncoder(io.Discard).Encode(c.v)
		if (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "unaddressable value of type ") {
			t.Errorf("%s: %s: %v", kind, c.name, err)
		}
	}
	for _, c := range gobCases[ByPointer](holdsPointer{Z: 1}, &holdsPointer{Z: 1}) {
		try("pointer receivers", c, c.ok)
	}
	for _, c := range gobCases[ByValue](holdsValue{Z: 1}, &holdsValue{Z: 1}) {
		try("value receivers", c, true)
	}
	for _, c := range gobCases[Renamed](holdsRenamed{Z: 1}, &holdsRenamed{Z: 1}) {
		try("other names", c, true)
	}
	// go-redis marshals arguments that are an encoding.BinaryMarshaler, and refuses other structs.
	for v, ok := range map[any]bool{ByPointer{}: false, new(ByPointer): true, ByValue{}: true, new(ByValue): true, Renamed{}: false, new(Renamed): false} {
		if _, is := v.(encoding.BinaryMarshaler); is != ok {
			t.Errorf("%T is an encoding.BinaryMarshaler: %t, want %t", v, is, ok)
		}
	}
	note := Binary([]BinaryType{{"Line", true}, {"shop.TaskInfo", false}, {"Order", false}})
	for _, want := range []string{": Line, shop.TaskInfo, Order\n", "Encode(taskInfo)", "unaddressable value", "*shop.TaskInfo there", "//bale:value", "Set(ctx, key, &taskInfo)", "methods=Compact"} {
		if !strings.Contains(note, want) {
			t.Errorf("the note does not have %s:\n%s", want, note)
		}
	}
	if note := Binary([]BinaryType{{"Type", false}}); !strings.Contains(note, "Encode(v)") {
		t.Errorf("the note for a type whose name is a keyword in lower case:\n%s", note)
	}
	if note := Binary([]BinaryType{{"Order", true}}); strings.Contains(note, "pointer") || !strings.Contains(note, "methods=Compact") {
		t.Errorf("the note for value receivers:\n%s", note)
	}
}
