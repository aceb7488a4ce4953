// Package hprosev2 describes github.com/hprose/hprose-golang.
package hprosev2

import (
	"bale/codec"
	"bale/codec/internal/likehprose"
	"bale/codec/lower"
)

const (
	module = "github.com/hprose/hprose-golang"
	path   = module + "/io"
)

// Codec encodes the user's own types with version 2 of Hprose for Go.
var Codec = &codec.Codec{
	Name: "hprose-v2", Module: module,
	Doc:      "https://pkg.go.dev/" + path + "#Marshal",
	Packages: []string{path},
	Variants: []*codec.Variant{{
		Wire: "Hprose", Caps: caps, Generate: generate, Note: likehprose.ZoneNote + "; panics on malformed input",
	}},
}

func caps(string) lower.Caps {
	caps := likehprose.Caps()
	caps.Refuse, caps.Arrays = likehprose.Refuse, true
	return caps
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Imports: []codec.Import{{Name: "balehprose", Path: path}},
		State:   "writer *balehprose.Writer",
		Setup:   "a.writer = balehprose.NewWriter(true)",
		Marshal: "return balehprose.Marshal(c), nil",
		MarshalReuse: `a.writer.Clear()
			a.writer.Reset()
			return a.writer.Serialize(c).Bytes(), nil`,
		Unmarshal: "balehprose.Unmarshal(b, c)\nreturn nil",
	})
	for i := range out.Code {
		if !in.Plan.Reaches(i, lower.KeepsOldValue) {
			out.Code[i].UnmarshalReuse = out.Code[i].Unmarshal
		}
	}
	return out, nil
}
