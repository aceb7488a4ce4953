// Package frugal describes github.com/cloudwego/frugal.
package frugal

import (
	"fmt"
	"strings"

	"bale/codec"
	"bale/codec/internal/thriftidl"
	"bale/codec/lower"
)

const module = "github.com/cloudwego/frugal"

// Codec encodes structs with frugal's tags: mirrors like the structs of thriftgo's slim template.
var Codec = &codec.Codec{
	Name: "frugal", Module: module,
	Doc: "https://github.com/cloudwego/frugal#serialization-and-deserialization-on-a-customized-go-struct",
	Variants: []*codec.Variant{{
		Wire: "Thrift binary", Numbered: true, Caps: caps, Generate: generate,
	}},
}

func caps(string) lower.Caps {
	caps := thriftidl.Caps()
	caps.Tag = func(f *lower.Field, i int) string {
		need := "default"
		if f.Node.Form == lower.Optional {
			need = "optional"
		}
		// In a tag, commas separate parts, so a map is written as map<K:V>.
		return fmt.Sprintf(`frugal:"%d,%s,%s"`, i+1, need, strings.ReplaceAll(thriftidl.Type(f.Node), ",", ":"))
	}
	return caps
}

var generate = codec.Calls(codec.Code{
	Imports: codec.StdImports(module),
	Marshal: `b := make([]byte, balefrugal.EncodedSize(c))
			n, err := balefrugal.EncodeObject(b, nil, c)
			return b[:n], err`,
	MarshalReuse: `n := balefrugal.EncodedSize(c)
			if cap(buf) < n {
				buf = make([]byte, n)
			}
			n, err := balefrugal.EncodeObject(buf[:n], nil, c)
			return buf[:n], err`,
	Unmarshal: "_, err := balefrugal.DecodeObject(b, c)\nreturn err",
	// Decoding does not change absent optional fields.
	UnmarshalReuse: "*c = $C{}\n_, err := balefrugal.DecodeObject(b, c)\nreturn err",
	Shared:         true,
})
