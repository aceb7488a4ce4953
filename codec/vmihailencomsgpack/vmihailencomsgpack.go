// Package vmihailencomsgpack describes github.com/vmihailenco/msgpack.
package vmihailencomsgpack

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/vmihailenco/msgpack/v5"
	note   = "int8 to int64 and uint8 to uint64 keep their width, int and uint do not; times come back in the local zone"
)

var (
	// Codec encodes the user's own types with vmihailenco's msgpack.
	Codec = of("vmihailenco-msgpack", "", &codec.Variant{Caps: caps, Generate: generate(false), Note: note})
	// Array encodes structs as arrays. It is a codec of its own, so that the name vmihailenco-msgpack stands for one row.
	Array = of("vmihailenco-msgpack/array", "https://pkg.go.dev/"+module+"#Encoder.UseArrayEncodedStructs",
		&codec.Variant{Caps: arrayCaps, Generate: generate(true), Note: "structs as arrays, without field names; " + note})
)

func of(name, doc string, v *codec.Variant) *codec.Codec {
	v.Wire = "MessagePack"
	return &codec.Codec{Name: name, Folder: "vmihailencomsgpack", Module: module, Doc: doc, Variants: []*codec.Variant{v}}
}

// arrayCaps returns the capabilities with structs as arrays, which have all fields.
func arrayCaps(pkg string) lower.Caps {
	c := caps(pkg)
	c.MemberTag = ""
	return c
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Tags: []string{"msgpack"}, Custom: custom,
		Scalars: lower.With(lower.All(), model.Uintptr, model.Uint64, model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Arrays: true, Maps: lower.MapsWithout(custom), Pointers: true, NilElems: true,
		Any: true, MemberTag: `msgpack:",omitempty"`,
	}
}

func custom(n *model.Named) string {
	return lower.Method(n, "EncodeMsgpack", "MarshalMsgpack", "MarshalBinary", "MarshalText")
}

func refuse(t model.Type, in *lower.Package) string {
	if reason := lower.RefuseFlattened(t, in); reason != "" {
		return reason
	}
	return lower.RefuseUnexported(t, in)
}

// generate returns a codec.Variant.Generate. The function Marshal of the library takes an Encoder from a pool, and has no option for arrays. An Encoder
// with the option is kept.
func generate(array bool) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) { return code(in, array), nil }
}

func code(in *codec.Input, array bool) *codec.Output {
	out := &codec.Output{Strict: in.Strict}
	for i := range in.Plan.Roots {
		c := codec.Code{
			Imports: codec.StdImports("bytes"),
			State:   "out balebytes.Buffer\nin balebytes.Reader\nencoder *balemsgpack.Encoder\ndecoder *balemsgpack.Decoder",
			Setup:   "a.encoder, a.decoder = balemsgpack.NewEncoder(&a.out), balemsgpack.NewDecoder(&a.in)",
			Marshal: "return balemsgpack.Marshal(c)",
			MarshalReuse: `a.out.Reset()
				err := a.encoder.Encode(c)
				return a.out.Bytes(), err`,
			Unmarshal: "return balemsgpack.Unmarshal(b, c)",
		}
		c.Imports = append(c.Imports, codec.Import{Name: "balemsgpack", Path: module})
		if array {
			c.Setup += "\na.encoder.UseArrayEncodedStructs(true)"
			c.Marshal = "a.out.Reset()\nerr := a.encoder.Encode(c)\nreturn balebytes.Clone(a.out.Bytes()), err"
		}
		if !in.Plan.Reaches(i, keepsOld) {
			c.UnmarshalReuse = "a.in.Reset(b)\nreturn a.decoder.Decode(c)"
		}
		if in.Strict {
			c.Setup += "\na.decoder.DisallowUnknownFields(true)"
			c.Unmarshal, c.UnmarshalReuse = "a.in.Reset(b)\nreturn a.decoder.Decode(c)", ""
		}
		out.Code = append(out.Code, c)
	}
	return out
}

// keepsOld reports whether decoding can leave a destination of type t unchanged: an encoded nil []string does so.
func keepsOld(t model.Type) bool {
	s, ok := model.Underlying(t).(*model.Slice)
	if !ok {
		return lower.KeepsOldValue(t)
	}
	b, ok := s.Elem.(*model.Basic)
	return ok && b.Kind == model.String
}
