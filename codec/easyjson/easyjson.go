// Package easyjson describes github.com/mailru/easyjson.
package easyjson

import (
	"fmt"
	"path"
	"reflect"
	"strconv"

	"bale/codec"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/mailru/easyjson"

var methods = []string{"MarshalEasyJSON", "UnmarshalEasyJSON"}

// Codec is easyjson's generated methods, and NoCopy those for fields with the tag option of that name. Both have the same method names,
// so they cannot be variants of one codec, which are compiled into one program.
var (
	Codec  = named("easyjson", &codec.Variant{Wire: "JSON", Caps: caps, Generate: generate})
	NoCopy = named("easyjson-nocopy", &codec.Variant{
		Wire: "JSON", Caps: caps, Generate: generateNoCopy,
		Doc:  "https://github.com/mailru/easyjson#structure-json-tag-options",
		Note: "as if every field had nocopy in its tag; the copy class clones the input",
	})
)

func named(name string, v *codec.Variant) *codec.Codec {
	return &codec.Codec{
		Name: name, Module: module, Folder: "easyjson",
		Doc:      "https://github.com/mailru/easyjson",
		Packages: []string{module, module + "/easyjson", module + "/gen", module + "/jlexer", module + "/jwriter"},
		Variants: []*codec.Variant{v},
	}
}

func caps(pkg string) lower.Caps {
	custom := func(n *model.Named) string { return custom(n, path.Dir(pkg)) }
	return lower.Caps{
		Own: true, Refuse: refuse, Ignores: lower.IgnoresAll, Custom: custom,
		Scalars: lower.With(lower.All(), model.Uintptr, model.Uint64, model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Pointers: true, Pointee: pointee, NilElems: true,
		// Map keys are strings, integers, or types with MarshalText.
		Maps: func(key, _ *lower.Node) bool {
			if n, ok := key.Go.(*model.Named); ok && custom(n) != "" {
				return n.Methods.Text
			}
			b, ok := model.Underlying(key.Go).(*model.Basic)
			return ok && (b.Kind == model.String || b.Kind.Signed() || b.Kind.Unsigned())
		},
		// Except for structs, only these kinds can have methods.
		Root: true, RootType: func(n *model.Named) bool {
			switch n.Underlying.(type) {
			case *model.Slice, *model.Array, *model.Map:
				return custom(n) == ""
			}
			return false
		},
		Any: true, MemberTag: `json:",omitempty"`, Reserved: methods,
	}
}

// custom returns the marshal method of a type if the generated code calls it. The generator uses reflection, so it must know the type:
// one of the standard library, or a basic kind of the user's package for which stubs declares the methods.
func custom(n *model.Named, local string) string {
	_, basic := n.Underlying.(*model.Basic)
	switch n.Package {
	case "math/big", "net", "net/netip":
	case local:
		if !basic || len(n.Args) > 0 {
			return ""
		}
	default:
		return ""
	}
	return lower.Method(n, "MarshalJSON", "MarshalText")
}

func refuse(t model.Type, in *lower.Package) string {
	if n, ok := t.(*model.Named); ok && (n.Methods.JSON || n.Methods.Text) {
		return "has marshal methods"
	}
	return refuseShared(t, in)
}

var refuseShared = lower.RefuseAny(owntypes.Refuse(methods...), lower.RefuseUnexported, lower.RefuseFlattened)

// pointee reports whether a pointer to t is supported: the code for a pointer to a byte array does not compile.
func pointee(t model.Type) bool {
	a, ok := model.Underlying(t).(*model.Array)
	return !ok || !model.IsKind(a.Elem, model.Uint8)
}

func generate(in *codec.Input) (*codec.Output, error) { return generated(in, nil) }

// generateNoCopy generates code in which decoded strings without escapes share memory with the input. Byte slices and all other values
// do not.
func generateNoCopy(in *codec.Input) (*codec.Output, error) {
	out, err := generated(in, func(tag string) string {
		return "json:" + strconv.Quote(reflect.StructTag(tag).Get("json")+",nocopy")
	})
	for i := range out.Code {
		out.Code[i].ShareMemory()
	}
	return out, err
}

// generated generates the code. It changes the fields' tags with tag, unless that is nil.
func generated(in *codec.Input, tag func(string) string) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Imports: codec.StdImports(module, module+"/jwriter"),
		Marshal: "return baleeasyjson.Marshal(c)",
		MarshalReuse: `w := balejwriter.Writer{}
			c.MarshalEasyJSON(&w)
			return w.BuildBytes(buf)`,
	})
	omits := owntypes.Omits(in.Plan)
	keeps := func(t model.Type) bool { // a null does not change a map
		_, isMap := model.Underlying(t).(*model.Map)
		return isMap || omits(t)
	}
	for i := range out.Code {
		c := &out.Code[i]
		c.Unmarshal = "return baleeasyjson.Unmarshal(b, c)"
		if !in.Plan.Reaches(i, keeps) {
			c.UnmarshalReuse = c.Unmarshal
		}
	}
	out.Steps = []codec.Step{{
		Tool:   module + "/easyjson",
		Args:   []string{"-no_std_marshalers", "-output_filename", "easyjson.go", "types.go"},
		Files:  map[string][]byte{"types.go": owntypes.Source(in, owntypes.Options{Before: marked(in.Plan), After: stubs, Tag: tag})},
		Module: true,
		Own:    []string{"easyjson.go"},
	}}
	return out, nil
}

// marked returns the comment for types that get methods: structs and roots. The code for other types is inlined.
func marked(p *lower.Plan) func(*model.Named) string {
	roots := map[model.Type]bool{}
	for _, r := range p.Roots {
		roots[r.Node.Go] = true
	}
	return func(n *model.Named) string {
		if _, ok := n.Underlying.(*model.Struct); ok || roots[n] {
			return "//easyjson:json"
		}
		return ""
	}
}

// stubs declares the marshal methods of the real type, so that the generator knows them.
func stubs(n *model.Named) string {
	text := ""
	for _, m := range []struct {
		name string
		has  bool
	}{{"JSON", n.Methods.JSON}, {"Text", n.Methods.Text}} {
		if m.has {
			text += fmt.Sprintf("func (*%[1]s) Marshal%[2]s() ([]byte, error) { return nil, nil }\n"+
				"func (*%[1]s) Unmarshal%[2]s([]byte) error { return nil }\n", n.Name, m.name)
		}
	}
	return text
}
