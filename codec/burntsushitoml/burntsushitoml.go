// Package burntsushitoml describes github.com/BurntSushi/toml.
package burntsushitoml

import (
	"bale/codec"
	"bale/codec/internal/liketoml"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/BurntSushi/toml"

// Codec encodes the user's own types with BurntSushi's toml.
var Codec = &codec.Codec{
	Name: "burntsushi-toml", Module: module,
	Variants: []*codec.Variant{{
		Wire: "TOML", Caps: caps, Generate: generate,
		Note: "unsigned integers travel as int64; a []byte is a list of integers",
	}},
}

// caps returns the capabilities of the library, whose maps have strings as keys.
func caps(string) lower.Caps {
	c := liketoml.Caps(nilable)
	c.Custom, c.Any = custom, true
	c.Maps = func(key, elem *lower.Node) bool { return model.IsKind(key.Go, model.String) && !nilable(elem.Go) }
	return c
}

// nilable reports whether t can be nil. The library does not encode a list with a nil, and omits a nil in a map.
func nilable(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Pointer, *model.Slice, *model.Map:
		return true
	}
	return false
}

func custom(n *model.Named) string { return lower.Method(n, "MarshalText") }

// generate returns the code. Decoding does not change a nil, which is absent in the message.
func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, code)
	out.ReuseUnless(in.Plan, lower.MayBeAbsent)
	return out, nil
}

// code makes an encoder for each message, since a used one writes an empty line before the first table. Reuse is that of its buffer.
var code = codec.Code{
	Imports:      codec.StdImports("bytes", module),
	State:        "out balebytes.Buffer",
	Marshal:      "return baletoml.Marshal(c)",
	MarshalReuse: "a.out.Reset()\nerr := baletoml.NewEncoder(&a.out).Encode(c)\nreturn a.out.Bytes(), err",
	Unmarshal:    "return baletoml.Unmarshal(b, c)",
	Shared:       true,
}
