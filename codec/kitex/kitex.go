// Package kitex describes the Thrift codec of github.com/cloudwego/kitex: the code that its tool generates.
package kitex

import (
	"bale/codec"
	"bale/codec/internal/thriftidl"
	"bale/codec/lower"
)

const (
	module = "github.com/cloudwego/kitex"
	tool   = module + "/tool/cmd/kitex"
	lib    = "github.com/cloudwego/gopkg/protocol/thrift"
)

// Codec is the methods that kitex generates besides the types of thriftgo.
var Codec = &codec.Codec{
	Name: "kitex", Module: module,
	Doc:      "https://pkg.go.dev/" + lib + "#FastCodec",
	Packages: []string{tool, lib},
	Variants: []*codec.Variant{{
		Wire: "Thrift binary", Numbered: true, Caps: caps, Generate: generate,
		Note: "generated with -thrift naming_style=thriftgo,compatible_names=false",
	}},
}

func caps(pkg string) lower.Caps {
	caps := thriftidl.Caps()
	caps.Package, caps.Field = pkg, thriftidl.FieldName
	return caps
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Imports:      codec.StdImports(lib),
		Marshal:      "return balethrift.FastMarshal(c), nil",
		MarshalReuse: "n := c.BLength()\nif cap(buf) < n {\nbuf = make([]byte, n)\n}\nreturn buf[:c.FastWrite(buf[:n])], nil",
		Unmarshal:    "return balethrift.FastUnmarshal(b, c)",
		// Decoding does not change absent optional fields.
		UnmarshalReuse: "*c = $C{}\nreturn balethrift.FastUnmarshal(b, c)",
	})
	out.Steps = []codec.Step{{
		Tool: tool, Module: true,
		Args:  []string{"-module", "balepins", "-gen-path", ".", "-thrift", "naming_style=thriftgo,compatible_names=false", "bale.thrift"},
		Files: map[string][]byte{"bale.thrift": []byte(thriftidl.File(in))},
		Gen:   []string{in.GenName + "/bale.go", in.GenName + "/k-bale.go", in.GenName + "/k-consts.go"},
	}}
	return out, nil
}
