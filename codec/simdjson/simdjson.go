// Package simdjson describes github.com/minio/simdjson-go.
package simdjson

import (
	_ "embed"

	"bale/codec"
	"bale/codec/internal/composed"
	"bale/codec/internal/domjson"
)

//go:embed simdjson.tmpl
var text string

const module = "github.com/minio/simdjson-go"

// Codec reads the iterators of a parsed message. simdjson-go has no encoder for Go values: encoding/json makes the messages.
var Codec = &codec.Codec{
	Name: "simdjson", Module: module,
	Variants: []*codec.Variant{{
		Wire: "JSON", Caps: domjson.Caps, Generate: generate,
		Note: "decodes only; with WithCopyStrings(false), since decoding copies the strings; the iterators of a parsed message are read field by field; " +
			"it needs a processor with AVX2 and CLMUL, and refuses to parse on others",
	}},
}

var library = &composed.Library{
	Imports:   append(codec.StdImports("encoding/base64", "strconv", "time"), codec.Import{Name: "balesimdjson", Path: module}),
	Templates: domjson.Templates(text),
	Call:      domjson.Call,
}

// generate generates the code. In the class reuse it parses into the memory of the last message.
func generate(in *codec.Input) (*codec.Output, error) {
	out, err := library.Generate(in)
	if err != nil {
		return nil, err
	}
	for i := range out.Code {
		c := &out.Code[i]
		c.State, c.Marshal, c.MarshalReuse = "parsed *balesimdjson.ParsedJson", "", ""
		c.Encode = "return balejson.Marshal(c)"
		c.Imports = append(c.Imports, codec.StdImports("encoding/json")...)
		c.Unmarshal = "root, _, err := $Aparse(b, nil)\nif err != nil {\nreturn err\n}\nreturn $Aget0(root, c)"
		c.UnmarshalReuse = `root, parsed, err := $Aparse(b, a.parsed)
			if err != nil {
				return err
			}
			a.parsed = parsed
			return $Aget0(root, c)`
	}
	domjson.Trim(in, out)
	return out, nil
}
