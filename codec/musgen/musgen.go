// Package musgen describes github.com/mus-format/musgen-go, the generator of mus-go.
package musgen

import (
	_ "embed"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/model"
)

const (
	module  = "github.com/mus-format/musgen-go"
	library = "github.com/mus-format/mus-go"
	doc     = "https://github.com/mus-format/musgen-go/blob/v0.2.3/README.md"
	note    = "; the generator is for mus-go v0.7.2; an interface is a struct with a pointer for each type; a time is its UnixNano, and wraps outside 1678 to 2262; lists are made as long as the message says, unchecked"
)

// Each kind of code is a codec of its own, because the serializers have the same names.
var (
	// Varint is the code that the generator makes without options.
	Varint = generated("varint", "MUS varint", "getting-started-example", "", "numbers are varints, floats too"+note)
	// NotUnsafe is the code with numbers by package unsafe.
	NotUnsafe = generated("notunsafe", "MUS raw", "notunsafe-code", "WithNotUnsafe", "WithNotUnsafe: numbers by package unsafe; strings are copies, and byte slices point into the message, of which copy takes a copy first"+note)
	// Unsafe is the code with package unsafe for everything.
	Unsafe = generated("unsafe", "MUS raw", "unsafe-code", "WithUnsafe", "WithUnsafe: strings and byte slices point into the message, of which copy takes a copy first"+note)
)

func generated(name, wire, section, option, note string) *codec.Codec {
	return &codec.Codec{
		Name: "musgen/" + name, Folder: "musgen", Module: module,
		Doc: doc + "#" + section,
		Packages: []string{
			module + "/mus", module + "/options/generate", module + "/options/struct", module + "/options/type",
			library, library + "/ord", library + "/raw", library + "/unsafe", library + "/varint",
		},
		Variants: []*codec.Variant{{
			Wire: wire, Caps: caps, Note: note,
			Generate: func(in *codec.Input) (*codec.Output, error) { return generate(in, option), nil },
		}},
	}
}

// caps returns the capabilities of the generator. Its code for an interface has no nil, so a union has a mirror with pointers.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Ignores: lower.IgnoresAll,
		Scalars: lower.With(lower.Widen(), model.Int, model.Int, model.Uint, model.Uint),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, Pointee: pointee, NilElems: true,
		Root: true, RootType: func(*model.Named) bool { return true },
	}
}

// refuse refuses types for which the generator has no name: unnamed structs, and types of other packages. The serializer of an unexported type would
// have the type's own name.
func refuse(t model.Type, in *lower.Package) string {
	n, named := t.(*model.Named)
	_, isStruct := model.Underlying(t).(*model.Struct)
	switch {
	case !named && isStruct:
		return "an unnamed struct"
	case !named:
		return ""
	case n.Package != in.Path:
		return "a type of another package"
	case !token.IsExported(n.Name):
		return "an unexported type"
	}
	switch n.Underlying.(type) {
	case *model.Pointer:
		return "a defined pointer type"
	case *model.Time:
		return "a defined time type"
	}
	return owntypes.Refuse()(t, in)
}

// pointee reports whether a pointer may point to t. The generator refuses pointers to pointers, and its options have no unit for a time behind a
// pointer.
func pointee(t model.Type) bool {
	_, pointer := t.(*model.Pointer)
	return !pointer && !holdsTime(t)
}

// holdsTime reports whether t has times outside its named types, which have options of their own.
func holdsTime(t model.Type) bool {
	found := false
	model.Walk(t, func(x model.Type) bool {
		_, isTime := x.(*model.Time)
		_, named := x.(*model.Named)
		found = found || isTime
		return !named
	})
	return found
}

func generate(in *codec.Input, option string) *codec.Output {
	out := &codec.Output{}
	for i, r := range in.Plan.Roots {
		c := code(r.Node.Go.(*model.Named).Name + "MUS")
		if in.Plan.Reaches(i, func(t model.Type) bool {
			return option == "WithUnsafe" && model.IsKind(t, model.String) || option != "" && model.IsBytes(t)
		}) {
			c.ShareMemory()
		}
		out.Code = append(out.Code, c)
	}
	types := *in
	types.Name = "types"
	if option != "" {
		option = "genops." + option + "(), "
	}
	out.Steps = []codec.Step{{
		Tool: codec.GoCommand, Args: []string{"run", "."}, Module: true,
		Files: map[string][]byte{
			"types/types.go": owntypes.Source(&types, owntypes.Options{}),
			"types/list.go":  []byte(list(in.Plan)),
			"main.go":        fmt.Appendf(nil, program, option, in.Name),
		},
		Own: []string{"mus.go"},
	}}
	return out
}

// code returns the calls of the serializer with this name, as the library's documentation has them.
func code(serializer string) codec.Code {
	unmarshal := "v, _, err := " + serializer + ".Unmarshal(b)\n*c = v\nreturn err"
	return codec.Code{
		Marshal: "b := make([]byte, " + serializer + ".Size(*c))\n" + serializer + ".Marshal(*c, b)\nreturn b, nil",
		MarshalReuse: "n := " + serializer + `.Size(*c)
			if cap(buf) < n {
				buf = make([]byte, n)
			}
			` + serializer + ".Marshal(*c, buf[:n])\nreturn buf[:n], nil",
		Unmarshal: unmarshal, UnmarshalReuse: unmarshal,
	}
}

// list returns a file with the types that need serializers, which only their own package can name.
func list(p *lower.Plan) string {
	var names []string
	for i := range p.Roots {
		p.Walk(i, func(t model.Type) {
			if n, ok := t.(*model.Named); ok && n.Package == p.In.Path && !slices.Contains(names, n.Name) {
				names = append(names, n.Name)
			}
		})
	}
	return "package types\n\nimport \"reflect\"\n\nvar All = []reflect.Type{\n\treflect.TypeFor[" + strings.Join(names, "](),\n\treflect.TypeFor[") + "](),\n}\n"
}

// program is the program that calls the generator: %[1]s is an option, and %[2]q the name of the package that the code is for. The module in pins.mod has
// a path with a dot, because the generator refuses others.
//
//go:embed program.tmpl
var program string
