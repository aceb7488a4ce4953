// Package gob describes encoding/gob.
package gob

import (
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/schema"
)

// Codec is encoding/gob on the user's own types, a stream of its own for each message.
var Codec = &codec.Codec{
	Name: "gob",
	Doc:  "https://pkg.go.dev/encoding/gob",
	Variants: []*codec.Variant{{
		Wire: "gob", Caps: caps, Generate: generate,
		Note: "every message is a stream of its own, and carries the description of its types; what interfaces hold is registered",
	}},
}

func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Custom:  custom,
		Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.MapsWithout(custom), Pointers: true, NilElems: true,
		Any: true, Unions: true,
	}
}

func custom(n *schema.Named) bool { return n.Methods.Gob || n.Methods.Binary || n.Methods.Text }

// refuse: gob leaves unexported fields out, and has no form for a struct without fields.
func refuse(t schema.Type, in *lower.Package) string {
	if s, ok := schema.Underlying(t).(*schema.Struct); ok && len(s.Fields) == 0 {
		return "a struct without fields"
	}
	return lower.RefuseUnexported(t, in)
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.Each(in, codec.Code{
		Imports: codec.Std("bytes", "encoding/gob"),
		State:   "buf balebytes.Buffer\nreader balebytes.Reader",
		Marshal: `var buf balebytes.Buffer
			err := balegob.NewEncoder(&buf).Encode(c)
			return buf.Bytes(), err`,
		MarshalReuse: `a.buf.Reset()
			err := balegob.NewEncoder(&a.buf).Encode(c)
			return a.buf.Bytes(), err`,
		Unmarshal: "return balegob.NewDecoder(balebytes.NewReader(b)).Decode(c)",
	})
	for i := range out.Code {
		register(in, i, &out.Code[i])
	}
	return out, nil
}

// register makes the types known that interfaces hold. The library knows those of one basic kind itself.
func register(in *codec.Input, root int, c *codec.Code) {
	w := source.New(in, c.Imports...)
	w.Line("func init() {")
	in.Plan.Walk(root, func(t schema.Type) {
		if lower.IsAny(t) {
			w.Line("balegob.Register([]any(nil))\nbalegob.Register(map[string]any(nil))")
		} else if i, ok := schema.Underlying(t).(*schema.Interface); ok {
			for _, m := range i.Members {
				w.Line("balegob.Register(*new(%s))", w.Type(m))
			}
		}
	})
	w.Line("}")
	if text := w.String(); strings.Contains(text, "Register") {
		c.Decls = text
		c.Imports = append(c.Imports, slices.DeleteFunc(w.Used(text), func(im codec.Import) bool { return slices.Contains(c.Imports, im) })...)
	}
}
