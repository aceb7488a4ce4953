// Package fory describes github.com/apache/fory/go/fory.
package fory

import (
	"fmt"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/apache/fory/go/fory"
	raised = "limits raised: depth (from 20), graph memory (from 128 MiB), unbacked items (from 8,192), fields of a type (from 512), bytes of its description (from 4,096)"
)

// Codec encodes the user's own types with Apache Fory.
var Codec = &codec.Codec{
	Name: "fory", Module: module,
	Variants: []*codec.Variant{
		{Wire: "Fory xlang", Note: "describes its types in every message; " + raised, Caps: caps, Generate: generate("")},
		{Name: "native", Wire: "Fory native", Doc: "https://fory.apache.org/docs/object-serialization/go/configuration",
			Note: "WithXlang(false), WithCompatible(false); " + raised, Caps: caps,
			Generate: generate("balefory.WithXlang(false), balefory.WithCompatible(false),")},
	},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: lower.With(lower.Widen(), model.Int, model.Int, model.Uint, model.Uint),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, Pointee: pointee, NilElems: true,
		Root: true, RootType: rootType,
	}
}

// refuse refuses types that the library does not support. Of the defined basic types, it supports only signed integers, and those not
// in arrays. Structs must be registered, and the code for that must name them.
func refuse(t model.Type, in *lower.Package) string {
	_, named := t.(*model.Named)
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		if named && !u.Kind.Signed() {
			return "a defined basic type"
		}
	case *model.Array:
		_, basic := model.Underlying(u.Elem).(*model.Basic)
		if _, named := u.Elem.(*model.Named); basic && named {
			return "an array of a defined basic type"
		}
	case *model.Struct:
		if !named {
			return "an unnamed struct"
		}
	}
	return lower.RefuseUnexported(t, in)
}

// pointee reports whether a pointer to t is supported. A pointer to a pointer panics, one to an array of int or uint fails, and one to
// a nil slice or map is decoded as one to an empty slice or map.
func pointee(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Pointer, *model.Slice, *model.Map:
		return false
	case *model.Array:
		return !model.IsKind(u.Elem, model.Int) && !model.IsKind(u.Elem, model.Uint)
	}
	return true
}

// rootType reports whether a defined type may be the outermost type: lists and maps of structs may. Lists and maps of basic types
// panic.
func rootType(n *model.Named) bool {
	elem := model.Type(nil)
	switch u := n.Underlying.(type) {
	case *model.Slice:
		elem = u.Elem
	case *model.Map:
		elem = u.Elem
	default:
		return false
	}
	if p, ok := model.Underlying(elem).(*model.Pointer); ok {
		elem = p.Elem
	}
	_, ok := model.Underlying(elem).(*model.Struct)
	return ok
}

const setup = `a.fory = balefory.New(OPTIONS
		balefory.WithMaxDepth(1<<30), balefory.WithMaxGraphMemoryBytes(1<<62), balefory.WithMaxUnbackedContainerItems(1<<62),
		balefory.WithMaxTypeFields(1<<30), balefory.WithMaxTypeMetaBytes(1<<30))
	for i, t := range []any{STRUCTS} {
		if err := a.fory.RegisterStruct(t, uint32(i+1)); err != nil {
			panic(err)
		}
	}`

// generate returns a codec.Variant.Generate. The result of Serialize is memory of the instance and valid until the next call, so
// Marshal clones it.
func generate(options string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		imports := []codec.Import{{Name: "balebytes", Path: "bytes"}, {Name: "balefory", Path: module}}
		out := &codec.Output{}
		for i, r := range in.Plan.Roots {
			value := "c"
			if _, ok := model.Underlying(r.Node.Go).(*model.Struct); !ok {
				value = "*c" // the library refuses a pointer to a list
			}
			out.Code = append(out.Code, codec.Code{
				State:          "fory *balefory.Fory",
				Setup:          strings.NewReplacer("OPTIONS", options, "STRUCTS", structs(in.Plan, i, &imports)).Replace(setup),
				Marshal:        "b, err := a.fory.Serialize(" + value + ")\nreturn balebytes.Clone(b), err",
				MarshalReuse:   "return a.fory.Serialize(" + value + ")",
				Unmarshal:      "return a.fory.Deserialize(b, c)",
				UnmarshalReuse: "return a.fory.Deserialize(b, c)",
			})
		}
		for i := range out.Code {
			out.Code[i].Imports = imports
		}
		return out, nil
	}
}

// structs returns source of a list with a value of every struct in root i, and adds the imports for them.
func structs(p *lower.Plan, i int, imports *[]codec.Import) string {
	qualify := func(path string) string {
		if path == p.In.Path {
			return ""
		}
		k := slices.IndexFunc(*imports, func(im codec.Import) bool { return im.Path == path })
		if k < 0 {
			k = len(*imports)
			*imports = append(*imports, codec.Import{Name: fmt.Sprintf("baletypes%d", k), Path: path})
		}
		return (*imports)[k].Name
	}
	var list []string
	p.Walk(i, func(t model.Type) {
		if _, ok := model.Underlying(t).(*model.Struct); ok {
			list = append(list, model.GoType(t, qualify)+"{}")
		}
	})
	return strings.Join(list, ", ")
}
