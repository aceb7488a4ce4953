// Package gotiny describes github.com/niubaoshu/gotiny.
package gotiny

import (
	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/niubaoshu/gotiny"

// Codec encodes the user's own types with gotiny.
var Codec = &codec.Codec{
	Name: "gotiny", Module: module,
	Variants: []*codec.Variant{{
		Wire: "gotiny", Caps: caps, Generate: generate,
		Note: "writes unexported fields too, and the full name of the type that an interface holds; a time is its UnixNano, so before 1678 and after 2262 it wraps; panics on malformed input",
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Custom: custom,
		Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap, Pointers: true, NilElems: true,
		Unions: true, Union: lower.UnionValues, UnionMember: func(*lower.Node) bool { return true },
	}
}

func custom(n *model.Named) string {
	return lower.Method(n, "GotinyEncode", "MarshalBinary", "GobEncode")
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for i := range in.Plan.Roots {
		c := code(in.Plan, i)
		register(in, i, &c)
		out.Code = append(out.Code, c)
	}
	return out, nil
}

// register adds code that registers the types in interfaces. The library has no way to ask whether a type is registered, which is so if another
// root or package holds it, too.
func register(in *codec.Input, root int, c *codec.Code) {
	w := source.New(in, c.Imports...)
	in.Plan.Walk(root, func(t model.Type) {
		if i, ok := model.Underlying(t).(*model.Interface); ok {
			for _, m := range i.Members {
				w.Line("$Aregister(*new(%s))", w.Type(m))
			}
		}
	})
	if calls := w.String(); calls != "" {
		c.Decls = "func init() {\n" + calls + "}\n\n" + `// $Aregister registers the type of v, unless it is registered: then Register panics.
func $Aregister(v any) {
	defer func() { _ = recover() }()
	balegotiny.Register(v)
}
`
		c.Imports = w.Used(c.Decls + c.Marshal)
	}
}

// code returns the code for a root. The Encoder and the Decoder are kept, as BenchmarkEncode2 and BenchmarkDecode2 of the library do
// (gotiny_bench_test.go). An Encoder reuses its buffer, so Marshal copies the message. According to the library's documentation, a decoded value does not depend on the old value; that is
// true except for maps. Of decoded values, only a []byte shares memory with the input.
func code(p *lower.Plan, root int) codec.Code {
	c := codec.Code{
		Imports: codec.StdImports("bytes", module),
		State:   "out []byte\nencoder *balegotiny.Encoder\ndecoder *balegotiny.Decoder",
		Setup:   "a.encoder, a.decoder = balegotiny.NewEncoderWithPtr(new($C)), balegotiny.NewDecoderWithPtr(new($C))",
		Marshal: `a.encoder.AppendTo(a.out[:0])
			a.out = a.encoder.Encode(c)
			return balebytes.Clone(a.out), nil`,
		MarshalReuse: `a.encoder.AppendTo(buf)
			return a.encoder.Encode(c), nil`,
		Unmarshal: "a.decoder.Decode(b, c)\nreturn nil",
	}
	if !p.Reaches(root, lower.KeepsOldValue) {
		c.UnmarshalReuse = c.Unmarshal
	}
	if p.Reaches(root, isPlainBytes) {
		c.ShareMemory()
	}
	return c
}

// isPlainBytes reports whether t is []byte. The library decodes defined types element by element.
func isPlainBytes(t model.Type) bool {
	s, ok := t.(*model.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem.(*model.Basic)
	return ok && b.Kind == model.Uint8
}
