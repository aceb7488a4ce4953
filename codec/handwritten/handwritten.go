// Package handwritten describes code as it is written by hand with encoding/binary.
package handwritten

import (
	_ "embed"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/runner/measure"
)

// Codec is the code of the hrbrain benchmark, generated for any type. Integers and the bits of floats are varints. A bool takes a byte,
// and so does the flag whether a pointer, slice or map is nil. Counts precede elements and strings. Times have the encoding of
// time.MarshalBinary.
var Codec = &codec.Codec{
	Name: "handwritten",
	Doc:  "https://pkg.go.dev/encoding/binary",
	Variants: []*codec.Variant{
		{Name: "self", Wire: "varint", Caps: caps, Generate: with(selfTime), Note: "times by time.MarshalBinary"},
		{Name: "selftime", Wire: "varint", Traits: measure.Traits{Branching: 4, Steady: 3}, Caps: caps, Generate: with(ownTime), Note: "times in the bytes of time.MarshalBinary, written without it"},
	},
}

// caps supports everything. Types with hidden fields are marshaled once, in the conversion, since their size is needed before their
// bytes.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Ignores: lower.IgnoresAll, Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, NilElems: true, Pointers: true,
		// A key with hidden fields becomes a byte slice, which cannot be a map key.
		Maps: func(key, _ *lower.Node) bool { return key.Form == lower.Unchanged || key.Form == lower.Cast },
	}
}

var (
	//go:embed common.tmpl
	common string
	//go:embed self.tmpl
	selfTime string
	//go:embed selftime.tmpl
	ownTime string
)

// with returns a codec.Variant.Generate with this source of the functions for times.
func with(times string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		out := &codec.Output{}
		for _, r := range in.Plan.Roots {
			p := &printer{source.New(in, codec.StdImports("encoding/binary", "errors", "math", "math/bits", "time")...)}
			p.Number(r.Node.Go)
			p.Each(p.functions)
			decls := p.String() + common + times
			out.Code = append(out.Code, codec.Code{
				Imports: p.Used(decls), Decls: decls,
				Marshal: `b := make([]byte, $Asize0(c))
					n, err := $Aput0(b, c)
					return b[:n], err`,
				MarshalReuse: `n := $Asize0(c)
					if cap(buf) < n {
						buf = make([]byte, n)
					}
					n, err := $Aput0(buf[:n], c)
					return buf[:n], err`,
				Unmarshal:      "return $Aget(b, c)",
				UnmarshalReuse: "return $Aget(b, c)",
			})
		}
		return out, nil
	}
}
