// Package gob describes encoding/gob.
package gob

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

// Codec is encoding/gob on the user's own types, a stream of its own for each message.
var Codec = &codec.Codec{
	Name: "gob",
	Doc:  "https://pkg.go.dev/encoding/gob",
	Variants: []*codec.Variant{{
		Wire: "gob", Caps: caps, Generate: generate,
		Note: "every message is a stream of its own, and carries the description of its types",
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Custom:  custom,
		Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.MapsWithout(custom), Pointers: true, NilElems: true,
	}
}

func custom(n *schema.Named) string { return lower.Method(n, "GobEncode", "MarshalBinary") }

// refuse: gob leaves unexported fields out, and has no form for a struct without fields.
func refuse(t schema.Type, in *lower.Package) string {
	if s, ok := schema.Underlying(t).(*schema.Struct); ok && len(s.Fields) == 0 {
		return "a struct without fields"
	}
	return lower.RefuseUnexported(t, in)
}

func generate(in *codec.Input) (*codec.Output, error) {
	return codec.Each(in, codec.Code{
		Imports: codec.Std("bytes", "encoding/gob"),
		State:   "buf balebytes.Buffer\nreader balebytes.Reader",
		Marshal: `var buf balebytes.Buffer
			err := balegob.NewEncoder(&buf).Encode(c)
			return buf.Bytes(), err`,
		MarshalReuse: `a.buf.Reset()
			err := balegob.NewEncoder(&a.buf).Encode(c)
			return a.buf.Bytes(), err`,
		Unmarshal: "return balegob.NewDecoder(balebytes.NewReader(b)).Decode(c)",
	}), nil
}
