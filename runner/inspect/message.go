package inspect

import (
	"reflect"
	"slices"
	"strings"
	"sync"
)

// omittedFields reports, by field number, which fields of t belong to the protobuf library or were passed to Skip. Package model
// leaves the same fields out of a model. The result is nil if there are none.
func omittedFields(t reflect.Type) []bool { return omittedFrom(t).fields }

// isMessage reports whether t is a protobuf message with internal fields.
func isMessage(t reflect.Type) bool { return omittedFrom(t).message }

// omitted describes the fields left out of a struct.
type omitted struct {
	fields  []bool // by field number; nil if there are none
	message bool   // some of the fields belong to the protobuf library
}

// omittedCache holds the results of omittedFrom by type, and skipped the names passed to Skip.
var omittedCache, skipped sync.Map

func omittedFrom(t reflect.Type) omitted {
	if cached, ok := omittedCache.Load(t); ok {
		return cached.(omitted)
	}
	list := findInternals(t)
	o := omitted{list, list != nil}
	if names, ok := skipped.Load(t); ok {
		if o.fields == nil {
			o.fields = make([]bool, t.NumField())
		}
		for k := range o.fields {
			o.fields[k] = o.fields[k] || slices.Contains(names.([]string), t.Field(k).Name)
		}
	}
	omittedCache.Store(t, o)
	return o
}

// Skip leaves fields out of the struct type t. They are zero in all sample values, and comparisons ignore them. Skip must be called
// before any other function of the package.
func Skip(t reflect.Type, fields ...string) { skipped.Store(t, fields) }

// messageV1 is implemented by messages of gogo, and of golang/protobuf before version 1.4.
var messageV1 = reflect.TypeOf((*interface {
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
	if !state && !reflect.PointerTo(t).Implements(messageV1) {
		return nil
	}
	list, some := make([]bool, t.NumField()), false
	for k := range list {
		f := t.Field(k)
		list[k] = strings.HasPrefix(f.Name, "XXX_") || state && !f.IsExported()
		some = some || list[k]
	}
	if !some { // the struct embeds a message, or the methods are hand-written
		return nil
	}
	return list
}

// isRequired reports whether f, a field of t, is always set in a message: a required field, the only field of a oneof's struct
// (optional fields have the same tag), or the kind of a structpb.Value, which is invalid without it.
func isRequired(t reflect.Type, f reflect.StructField) bool {
	tag := f.Tag.Get("protobuf")
	return t.NumField() == 1 && strings.HasSuffix(tag, ",oneof") || strings.Contains(tag, ",req,") ||
		t.PkgPath() == "google.golang.org/protobuf/types/known/structpb" && t.Name() == "Value"
}

// EnumNumbers returns the numbers that a protobuf enum declares, and none for other types.
func (i *Info) EnumNumbers() []int64 {
	if i.numbers == nil {
		numbers := declaredNumbers(i.Type)
		i.numbers = &numbers
	}
	return *i.numbers
}

// declaredNumbers reads the numbers from the descriptor of an enum by reflection, since this package does not import protobuf.
func declaredNumbers(t reflect.Type) (numbers []int64) {
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
