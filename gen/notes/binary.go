package notes

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/printer"
	"bale/gen/root"
	"bale/model"
)

// A BinaryType is a type that gets MarshalBinary and UnmarshalBinary. ByValue reports that MarshalBinary has a value receiver.
type BinaryType struct {
	Name    string
	ByValue bool
}

// NewBinary returns the roots that get a method MarshalBinary that the generated file old does not have.
func NewBinary(roots root.List, old []byte) (list []BinaryType) {
	for _, r := range roots {
		if newMethod(r, old, "MarshalBinary") {
			list = append(list, BinaryType{r.Name, r.Has("value")})
		}
	}
	return list
}

// NewJSON returns the roots that get a method MarshalJSON that the generated file old does not have.
func NewJSON(roots root.List, old []byte) (list []model.TypeName) {
	for _, r := range roots {
		if newMethod(r, old, "MarshalJSON") {
			list = append(list, model.TypeName{Package: r.Source.Package, Name: r.Name})
		}
	}
	return list
}

// newMethod reports whether a root gets a method that the generated file old does not have.
func newMethod(r *root.Root, old []byte, name string) bool {
	gets := slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return slices.Contains(r.Methods(f).Names(), name) })
	return gets && !r.MethodIn(old, name)
}

// Binary returns a note about what other libraries do with MarshalBinary, for types that get this method. It returns "" if
// there are no such types.
func Binary(types []BinaryType) string {
	if len(types) == 0 {
		return ""
	}
	names := make([]string, len(types))
	pointer, redis := "", ""
	for i, x := range types {
		names[i] = x.Name
		if !x.ByValue && pointer == "" {
			value := valueName(x.Name)
			pointer, redis = fmt.Sprintf(pointerNote, value, x.Name), fmt.Sprintf(redisNote, value)
		}
	}
	return fmt.Sprintf(`note: these types have MarshalBinary and UnmarshalBinary from now on: %s
encoding/gob, vmihailenco/msgpack and cbor call these methods. They now write other bytes for the types, and cannot
read what they wrote before. A struct that embeds one of the types gets its methods, and loses its other fields there.
%sTo prevent all of this, give the methods other names: //bale:gen methods=Compact, or -methods Compact. See docs/gen.md.
%s`, strings.Join(names, ", "), pointer, redis)
}

// The parts of Binary about methods with pointer receivers. They take the name of a value, and pointerNote that of its type.
const (
	pointerNote = `The methods need a pointer: gob (unaddressable value) and msgpack (non-addressable) now fail for Encode(%[1]s), for a
struct that holds %[2]s values and is passed as a value, and for values in maps and interfaces. Pass &%[1]s, and hold
*%[2]s there; or put //bale:value above the type.
`
	redisNote = `go-redis needs MarshalBinary: without //bale:value, Set(ctx, key, %[1]s) fails, and Set(ctx, key, &%[1]s) works.
`
)

// valueName returns a name for a value of a type, which may have its package in front.
func valueName(typ string) string {
	name := printer.VarName(typ[strings.LastIndex(typ, ".")+1:])
	if !token.IsIdentifier(name) {
		return "v"
	}
	return name
}
