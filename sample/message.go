package sample

import (
	"reflect"
	"slices"
	"strings"
	"sync"
)

// internals says which fields of t, by their numbers, belong to protobuf's library or have been skipped: package schema leaves the same
// ones out of a model. It is nil for structs without such fields.
func internals(t reflect.Type) []bool { return outOf(t).fields }

// isMessage reports whether t is a protobuf message with internal fields.
func isMessage(t reflect.Type) bool { return outOf(t).message }

// out is what is left out of a struct.
type out struct {
	fields  []bool // by their numbers; nil for none
	message bool   // some of them belong to protobuf's library
}

// outs caches what outOf returns by type; skipped has the names that Skip was told.
var outs, skipped sync.Map

func outOf(t reflect.Type) out {
	if cached, ok := outs.Load(t); ok {
		return cached.(out)
	}
	list := findInternals(t)
	o := out{list, list != nil}
	if names, ok := skipped.Load(t); ok {
		if o.fields == nil {
			o.fields = make([]bool, t.NumField())
		}
		for k := range o.fields {
			o.fields[k] = o.fields[k] || slices.Contains(names.([]string), t.Field(k).Name)
		}
	}
	outs.Store(t, o)
	return o
}

// Skip leaves fields out of the struct type t: they are zero in all sample values, and no difference between two of their values counts. It is
// called before any other function of the package.
func Skip(t reflect.Type, fields ...string) { skipped.Store(t, fields) }

// v1 is what messages have that golang/protobuf made before version 1.4, and that gogo makes.
var v1 = reflect.TypeOf((*interface {
	ProtoMessage()
	Reset()
	String() string
})(nil)).Elem()

func findInternals(t reflect.Type) []bool {
	state := false
	for k := 0; k < t.NumField(); k++ {
		f := t.Field(k).Type
		state = state || f.Name() == "MessageState" && f.PkgPath() == "google.golang.org/protobuf/internal/impl"
	}
	if !state && !reflect.PointerTo(t).Implements(v1) {
		return nil
	}
	list, some := make([]bool, t.NumField()), false
	for k := range list {
		f := t.Field(k)
		list[k] = strings.HasPrefix(f.Name, "XXX_") || state && !f.IsExported()
		some = some || list[k]
	}
	if !some { // it may embed a message, or go by methods that a person wrote
		return nil
	}
	return list
}

// cannotBeUnset reports whether f, a field of t, is always there in a message: what is required, what a oneof holds, which is
// the only field of its struct (the optional fields of messages have the same tag), or the kind of a structpb.Value, without
// which that is invalid.
func cannotBeUnset(t reflect.Type, f reflect.StructField) bool {
	tag := f.Tag.Get("protobuf")
	return t.NumField() == 1 && strings.HasSuffix(tag, ",oneof") || strings.Contains(tag, ",req,") ||
		t.PkgPath() == "google.golang.org/protobuf/types/known/structpb" && t.Name() == "Value"
}

// enum is the numbers that a protobuf enum declares, none for other types.
func (i *info) enum() []int64 {
	if i.numbers == nil {
		numbers := declared(i.typ)
		i.numbers = &numbers
	}
	return *i.numbers
}

// declared asks the descriptor of an enum, whose types cannot be named here.
func declared(t reflect.Type) (numbers []int64) {
	if t.Kind() != reflect.Int32 {
		return nil
	}
	descriptor := reflect.Zero(t).MethodByName("Descriptor")
	if !descriptor.IsValid() || descriptor.Type().NumIn() != 0 || descriptor.Type().NumOut() != 1 ||
		descriptor.Type().Out(0).PkgPath() != "google.golang.org/protobuf/reflect/protoreflect" {
		return nil
	}
	values := descriptor.Call(nil)[0].MethodByName("Values").Call(nil)[0]
	for k := range int(values.MethodByName("Len").Call(nil)[0].Int()) {
		value := values.MethodByName("Get").Call([]reflect.Value{reflect.ValueOf(k)})[0]
		numbers = append(numbers, value.MethodByName("Number").Call(nil)[0].Int())
	}
	return numbers
}
