// Package xdr describes github.com/davecgh/go-xdr: its package xdr, and the newer xdr2.
package xdr

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/davecgh/go-xdr"
	first  = module + "/xdr"
	second = module + "/xdr2"
	note   = "an int or uint would be cut to 32 bits, so it goes as 64"
)

// Codec is the package xdr, which works on byte slices.
var Codec = &codec.Codec{
	Name: "xdr", Module: module,
	Doc:      "https://pkg.go.dev/" + first,
	Packages: []string{first, second},
	Variants: []*codec.Variant{{
		Wire: "XDR", Caps: caps, Generate: each(generate),
		Note: note + "; decoded byte slices point into the message, which copy clones first",
	}},
}

// Codec2 is the package xdr2, which works on readers and writers.
var Codec2 = &codec.Codec{
	Name: "xdr2", Module: module, Folder: "xdr",
	Doc:      "https://pkg.go.dev/" + second,
	Packages: []string{first, second},
	Variants: []*codec.Variant{{Wire: "XDR", Caps: caps, Generate: each(generate2), Note: note}},
}

// caps returns the capabilities of the libraries. They follow pointers but cannot encode nil. Pointers therefore become lists of at
// most one element, which the XDR language calls optional data.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: lower.Widen(), Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap,
	}
}

// refuse refuses defined byte types, since the libraries use a call for byte lists that fails for them, and unexported fields.
func refuse(t model.Type, in *lower.Package) string {
	if n, ok := t.(*model.Named); ok && model.IsKind(n, model.Uint8) {
		return "a defined byte type"
	}
	return lower.RefuseUnexported(t, in)
}

func each(code func(p *lower.Plan, root int) codec.Code) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		out := &codec.Output{}
		for i := range in.Plan.Roots {
			out.Code = append(out.Code, code(in.Plan, i))
		}
		return out, nil
	}
}

// generate returns the code for package xdr without reuse in encoding: an Encoder can be used again, but its methods encode single values, and not
// structs.
func generate(p *lower.Plan, root int) codec.Code {
	c := codec.Code{
		Imports:   []codec.Import{{Name: "balexdr", Path: first}},
		Marshal:   "return balexdr.Marshal(c)",
		Unmarshal: "_, err := balexdr.Unmarshal(b, c)\nreturn err",
	}
	if !p.Reaches(root, keepsOld) {
		c.UnmarshalReuse = c.Unmarshal
	}
	if p.Reaches(root, model.IsBytes) {
		c.ShareMemory()
	}
	return c
}

func generate2(p *lower.Plan, root int) codec.Code {
	c := codec.Code{
		Imports:      append(codec.StdImports("bytes"), codec.Import{Name: "balexdr", Path: second}),
		State:        "out balebytes.Buffer\nin balebytes.Reader\nencoder *balexdr.Encoder\ndecoder *balexdr.Decoder",
		Setup:        "a.encoder, a.decoder = balexdr.NewEncoder(&a.out), balexdr.NewDecoder(&a.in)",
		Marshal:      "var out balebytes.Buffer\n_, err := balexdr.Marshal(&out, c)\nreturn out.Bytes(), err",
		MarshalReuse: "a.out.Reset()\n_, err := a.encoder.Encode(c)\nreturn a.out.Bytes(), err",
		Unmarshal:    "_, err := balexdr.Unmarshal(balebytes.NewReader(b), c)\nreturn err",
	}
	if !p.Reaches(root, keepsOld) {
		c.UnmarshalReuse = "a.in.Reset(b)\n_, err := a.decoder.Decode(c)\nreturn err"
	}
	return c
}

// keepsOld reports whether decoding can keep parts of the old value: slices do not get shorter, except byte slices.
func keepsOld(t model.Type) bool {
	_, slice := model.Underlying(t).(*model.Slice)
	return slice && !model.IsBytes(t) || lower.KeepsOldValue(t)
}
