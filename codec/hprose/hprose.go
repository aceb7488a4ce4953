// Package hprose describes github.com/hprose/hprose-go.
package hprose

import (
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/likehprose"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/hprose/hprose-go"
	path   = module + "/io" // the same files as in the module's top folder, without the servers and their dependencies
)

// Codec encodes the user's own types, or mirrors without arrays, with version 1 of Hprose for Go.
var Codec = &codec.Codec{
	Name: "hprose", Module: module,
	Doc:      "https://pkg.go.dev/" + module + "#Marshal",
	Packages: []string{path},
	Variants: []*codec.Variant{{
		Wire: "Hprose", Caps: caps, Generate: generate, Note: likehprose.ZoneNote,
	}},
}

func caps(string) lower.Caps {
	caps := likehprose.Caps()
	caps.Refuse, caps.Elem, caps.Pointee = refuse, elem, pointee
	caps.Scalars = lower.With(caps.Scalars, model.Uintptr, model.Uint64, model.Complex64, 0, model.Complex128, 0)
	return caps
}

func refuse(t model.Type, in *lower.Package) string {
	n, named := t.(*model.Named)
	switch u := model.Underlying(t).(type) {
	case *model.Array:
		return "an array"
	case *model.Slice:
		if definedByte(u.Elem) {
			return "a slice of a defined byte type"
		}
		if named && n.Name == "UUID" {
			return "a slice type named UUID, which the library treats as its own"
		}
	case *model.Struct:
		if !named {
			return "an unnamed struct: all of them share one class"
		}
		if n.Name == "Time" || n.Name == "Int" || n.Name == "List" {
			return "a struct named " + n.Name + ", which the library treats as another type"
		}
		return refuseFields(u)
	}
	return likehprose.Refuse(t, in)
}

// refuseFields refuses structs whose fields have equal names in lower case, by which the library finds them, and embedded structs that
// embed others, since the library overwrites fields for these.
func refuseFields(s *model.Struct) string {
	names := map[string]bool{}
	for _, f := range s.Fields {
		name := strings.ToLower(f.Name)
		inner, isStruct := model.Underlying(f.Type).(*model.Struct)
		switch {
		case f.Embedded && (!isStruct || slices.ContainsFunc(inner.Fields, embedded)):
			return "embedded " + f.Name
		case names[name]:
			return "two fields " + name
		}
		names[name] = true
	}
	return likehprose.Refuse(s, nil)
}

func embedded(f *model.Field) bool { return f.Embedded }

func elem(n *lower.Node) bool { return !definedByte(n.Go) }

func definedByte(t model.Type) bool {
	_, named := t.(*model.Named)
	return named && model.IsKind(t, model.Uint8)
}

// pointee reports whether a pointer to t is supported. Decoding supports pointers of one level, and of byte slices only []byte itself.
func pointee(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Pointer:
		return false
	case *model.Slice:
		_, named := t.(*model.Named)
		return !named || !model.IsKind(u.Elem, model.Uint8)
	}
	return true
}

func generate(in *codec.Input) (*codec.Output, error) {
	w := source.New(in)
	register(w, in)
	return codec.SameForAll(in, codec.Code{
		Imports: append(append(w.Used(w.String()), codec.StdImports("bytes")...), codec.Import{Name: "balehprose", Path: path}),
		State:   "out balebytes.Buffer\nin balehprose.BytesReader\nwriter *balehprose.Writer\nreader *balehprose.Reader",
		Setup:   w.String() + "a.writer, a.reader = balehprose.NewWriter(&a.out, true), balehprose.NewReader(&a.in, true)",
		Marshal: "return balehprose.Marshal(c)",
		MarshalReuse: `a.out.Reset()
			a.writer.Reset()
			err := a.writer.Serialize(c)
			return a.out.Bytes(), err`,
		Unmarshal: "return balehprose.Unmarshal(b, c)",
		UnmarshalReuse: `a.in = balehprose.BytesReader{Bytes: b}
			a.reader.Reset()
			return a.reader.Unserialize(c)`,
	}), nil
}

// register gives a unique name to every struct type that has the same name as another: the class of a struct in a message is the type's
// name without its package. The name of an instance includes its arguments.
func register(w *source.Writer, in *codec.Input) {
	seen, count := map[*model.Named]bool{}, map[string]int{}
	visit := func(t model.Type) {
		n, named := t.(*model.Named)
		if _, isStruct := model.Underlying(t).(*model.Struct); !named || !isStruct || seen[n] || len(n.Args) > 0 {
			return
		}
		seen[n] = true
		if count[n.Name]++; count[n.Name] > 1 {
			w.Line("balehprose.ClassManager.Register(%s.TypeFor[%s](), \"%s%d\")", w.Import("reflect"), w.Type(n), n.Name, count[n.Name])
		}
	}
	for i := range in.Plan.Roots {
		in.Plan.Walk(i, visit)
	}
}
