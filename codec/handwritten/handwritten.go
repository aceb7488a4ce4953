// Package handwritten describes what one writes by hand with encoding/binary.
package handwritten

import (
	_ "embed"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/lower"
)

// Codec is the code of the hrbrain benchmark, derived for any type: integers and the bits of
// floats as varints, a byte for a bool and for whether a pointer, slice or map is nil, counts
// before what is counted, times in the bytes of time.MarshalBinary.
var Codec = &codec.Codec{
	Name: "handwritten",
	Doc:  "https://pkg.go.dev/encoding/binary",
	Variants: []*codec.Variant{
		{Name: "self", Wire: "varint", Caps: caps, Generate: with(selfTime), Note: "times by time.MarshalBinary"},
		{Name: "selftime", Wire: "varint", Caps: caps, Generate: with(ownTime), Note: "times in the bytes of time.MarshalBinary, written without it"},
	},
}

// caps has everything. What has closed insides is marshalled once, by the conversion, since its
// size is needed before its bytes.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Ignores: lower.IgnoresAll, Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, NilElems: true, Pointers: true,
		// A key with closed insides becomes byte slices, and those cannot be keys.
		Maps: func(key, _ *lower.Node) bool { return key.Form == lower.Same || key.Form == lower.Cast },
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

// with generates with the text that puts and gets a time.
func with(times string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		out := &codec.Output{}
		for _, r := range in.Plan.Roots {
			p := &printer{source.New(in, codec.Std("encoding/binary", "errors", "math", "math/bits", "time")...)}
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
