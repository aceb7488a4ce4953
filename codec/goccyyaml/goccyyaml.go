// Package goccyyaml describes github.com/goccy/go-yaml.
package goccyyaml

import (
	"cmp"
	"reflect"
	"strings"

	"bale/codec"
	"bale/codec/internal/likeyaml"
	"bale/codec/internal/tagkeys"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/goccy/go-yaml"

// Codec encodes the user's own types with goccy's go-yaml.
var Codec = &codec.Codec{
	Name: "goccy-yaml", Module: module,
	Variants: []*codec.Variant{{
		Wire: "YAML", Caps: caps, Generate: generate,
		Note: "a []byte is a list of integers; a nil list or map comes back empty",
	}},
}

func caps(string) lower.Caps {
	c := likeyaml.Caps(parse, "omitempty", "omitzero", "flow", "inline")
	c.Scalars, c.Pointee = lower.With(c.Scalars, model.Uintptr, model.Uint64), pointee
	return c
}

// parse returns the key and the flags of a field. The library reads tags for JSON, too.
func parse(f *model.Field) (key string, flags []string) {
	tag := reflect.StructTag(f.Tag)
	return tagkeys.Split(f, cmp.Or(tag.Get("yaml"), tag.Get("json")))
}

// pointee reports whether a pointer to t is supported: the library does not decode into a pointer to a pointer.
func pointee(t model.Type) bool {
	_, pointer := model.Underlying(t).(*model.Pointer)
	return !pointer
}

// generate returns code that puts an outermost pointer into a struct. It makes an encoder for each message, since one writes a single stream of
// documents. Reuse is that of its buffer.
func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Imports:      append(codec.StdImports("bytes"), codec.Import{Name: "baleyaml", Path: module}),
		State:        "out balebytes.Buffer",
		Marshal:      "return baleyaml.Marshal(c)",
		MarshalReuse: "a.out.Reset()\nerr := baleyaml.NewEncoder(&a.out).Encode(c)\nreturn a.out.Bytes(), err",
		Unmarshal:    "return baleyaml.Unmarshal(b, c)",
	})
	for i, r := range in.Plan.Roots {
		if c := &out.Code[i]; !pointee(r.Node.Go) {
			c.Marshal = "return baleyaml.Marshal(struct{ V $C }{*c})"
			c.MarshalReuse = strings.ReplaceAll(c.MarshalReuse, "Encode(c)", "Encode(struct{ V $C }{*c})")
			c.Unmarshal = "var root struct{ V $C }\nerr := baleyaml.Unmarshal(b, &root)\n*c = root.V\nreturn err"
		}
	}
	out.ReuseUnless(in.Plan, lower.MayBeAbsent)
	return out, nil
}
