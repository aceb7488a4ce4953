// Package ffjson describes github.com/pquerna/ffjson.
package ffjson

import (
	"fmt"
	"strings"

	"bale/codec"
	"bale/codec/internal/likejson"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/pquerna/ffjson"

// methods lists the methods that the generator adds to a struct.
var methods = []string{"MarshalJSON", "MarshalJSONBuf", "UnmarshalJSON", "UnmarshalJSONFFLexer"}

// Codec is ffjson's generated methods.
var Codec = &codec.Codec{
	Name: "ffjson", Module: module,
	Doc:      "https://github.com/pquerna/ffjson#reducing-garbage-collection",
	Packages: []string{module + "/ffjson", module + "/fflib/v1", module + "/inception", module + "/shared"},
	Variants: []*codec.Variant{{Wire: "JSON", Caps: caps, Generate: generate,
		Note: "Pool gets the used buffer in reuse; the code for lists of lists, lists of maps, maps of structs and unnamed structs calls encoding/json"}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Tags: []string{"json"}, Custom: custom,
		Scalars: lower.With(lower.All(), model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Pointers: true, Pointee: pointee, NilElems: true,
		Elem: func(n *lower.Node) bool { return elem(n.Go) },
		Maps: func(key, e *lower.Node) bool { return lower.IsString(key.Go) && elem(e.Go) && spelled(e.Go) },
		Root: true, Any: true, MemberTag: `json:",omitempty"`, Reserved: methods,
	}
}

// custom returns the marshal method of a struct of the standard library. The generated code ignores MarshalText of other types, which
// encoding/json calls when the code falls back to it.
func custom(n *model.Named) string {
	if n.Package != "math/big" && n.Package != "net/netip" {
		return ""
	}
	return lower.Method(n, "MarshalJSON", "MarshalText")
}

// refuse refuses types for which the generator fails, or its code does not compile or loses values.
func refuse(t model.Type, in *lower.Package) string {
	n, named := t.(*model.Named)
	if named && (n.Methods.JSON || n.Methods.Text) {
		return "has marshal methods"
	}
	switch u := model.Underlying(t).(type) {
	case *model.Pointer:
		if named {
			return "a defined pointer type"
		}
	case *model.Struct:
		for _, f := range u.Fields {
			tag := f.JSONTag()
			if strings.ContainsAny(tag.Name, "<>&") || strings.Contains(tag.Options, "string") {
				return "tag of " + f.Name
			}
		}
	}
	return refuseShared(t, in)
}

var refuseShared = lower.RefuseAny(owntypes.Refuse(methods...), lower.RefuseUnexported, lower.RefuseFlattened, lower.RefuseEndless)

// pointee reports whether a field may be a pointer to t.
func pointee(t model.Type) bool {
	_, named := t.(*model.Named)
	switch u := model.Underlying(t).(type) {
	case *model.Pointer, *model.Array:
		return false
	case *model.Slice:
		return !named && !model.IsByte(u.Elem)
	case *model.Map:
		return !named
	}
	return true
}

// elem reports whether t may be the element of a list, an array or a map. Pointers to lists and maps may only be fields.
func elem(t model.Type) bool {
	p, ok := model.Underlying(t).(*model.Pointer)
	if !ok {
		return true
	}
	switch model.Underlying(p.Elem).(type) {
	case *model.Basic, *model.Time:
		return true
	case *model.Struct:
		_, named := p.Elem.(*model.Named)
		return named
	}
	return false
}

// spelled reports whether the generator writes the type of a map's element as Go source has it. In types without a name, it writes
// the names of types with their package, without importing that.
func spelled(t model.Type) bool {
	if p, ok := t.(*model.Pointer); ok {
		t = p.Elem
	}
	switch t.(type) {
	case *model.Named, *model.Time:
		return true
	}
	found := false
	model.Walk(t, func(part model.Type) bool {
		switch part.(type) {
		case *model.Named, *model.Time:
			found = true
		}
		return !found
	})
	return !found
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := likejson.Each(in, codec.Code{
		Imports: codec.StdImports(module + "/ffjson"),
		State:   "out []byte",
		Marshal: "return baleffjson.Marshal(c)",
		MarshalReuse: `baleffjson.Pool(a.out)
			out, err := baleffjson.Marshal(c)
			a.out = out
			return out, err`,
		Unmarshal:      "return baleffjson.Unmarshal(b, c)",
		UnmarshalReuse: "return baleffjson.Unmarshal(b, c)",
	}, owntypes.Omits(in.Plan))
	// The command ffjson runs a program like this one, but by go run -a, which compiles the standard library anew each time.
	program := *in
	program.Name = "main"
	var list strings.Builder
	for _, n := range owntypes.Structs(in.Plan) {
		fmt.Fprintf(&list, "\ti.Add(shared.InceptionType{Obj: %s{}})\n", n)
	}
	out.Steps = []codec.Step{{
		Tool: codec.GoCommand, Args: []string{"run", "."}, Module: true,
		Files: map[string][]byte{
			"types.go": owntypes.Source(&program, owntypes.Options{}),
			"main.go":  fmt.Appendf(nil, source, module, in.Name, list.String()),
		},
		Own: []string{"ffjson.go"},
	}}
	return out, nil
}

const source = `package main

import (
	"%[1]s/inception"
	"%[1]s/shared"
)

func main() {
	i := ffjsoninception.NewInception("types.go", %[2]q, "ffjson.go", false)
%[3]s	i.Execute()
}
`
