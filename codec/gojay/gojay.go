// Package gojay describes github.com/francoispqt/gojay.
package gojay

import (
	_ "embed"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/internal/composed"
	"bale/codec/internal/domjson"
	"bale/codec/lower"
	"bale/model"
)

//go:embed gojay.tmpl
var text string

const (
	module = "github.com/francoispqt/gojay"
	note   = "methods written as the readme shows them, with a null for a nil list or map; the decoder fails at the smallest integer of each type, and at floats " +
		"from 1<<63, which the encoder prints without an exponent"
)

// Codec is methods of gojay's interfaces for any type.
var Codec = &codec.Codec{
	Name: "gojay", Module: module,
	Doc: "https://github.com/francoispqt/gojay#get-started",
	Variants: []*codec.Variant{
		{Wire: "JSON", Caps: caps, Generate: generate("balegojay.UnmarshalJSONObject"), Note: note},
		{Name: "unsafe", Wire: "JSON", Doc: "https://github.com/francoispqt/gojay#unsafe-api", Caps: caps, Generate: generate("balegojay.Unsafe.UnmarshalJSONObject"),
			Note: "strings point into the message, of which copy takes a copy first; " + note},
	},
}

// methods lists the methods of gojay's interfaces, which have the types of the template.
var methods = []string{"IsNil", "NKeys", "MarshalJSONArray", "MarshalJSONObject", "UnmarshalJSONArray", "UnmarshalJSONObject"}

// caps returns the capabilities of gojay. A pointer may point to a struct, or to a predeclared type other than uint.
func caps(pkg string) lower.Caps {
	caps := domjson.Caps(pkg)
	unlike := caps.Refuse
	caps.Reserved = methods
	caps.Refuse = func(t model.Type, in *lower.Package) string {
		if s, ok := model.Underlying(t).(*model.Struct); ok {
			for _, f := range s.Fields {
				if slices.Contains(methods, f.Name) {
					return "a field " + f.Name
				}
			}
		}
		return unlike(t, in)
	}
	caps.Scalars = lower.With(caps.Scalars, model.Uintptr, model.Uint64)
	caps.Pointee = func(t model.Type) bool {
		if b, ok := t.(*model.Basic); ok {
			return b.Kind != model.Uint
		}
		_, ok := model.Underlying(t).(*model.Struct)
		return ok
	}
	return caps
}

// call returns the name of the methods for a leaf, such as Int32. Bytes, Time and Uint have functions in the template common.
func call(t model.Type) any {
	if b, ok := t.(*model.Basic); ok {
		name := b.Kind.String()
		return strings.ToUpper(name[:1]) + name[1:]
	}
	return domjson.Call(t)
}

func generate(unmarshal string) func(*codec.Input) (*codec.Output, error) {
	library := &composed.Library{
		Imports:   codec.StdImports(module, "bytes", "encoding/base64", "errors", "strconv", "time"),
		Templates: domjson.Templates(text),
		Call:      call,
		Unmarshal: "return " + unmarshal + "(b, (*$Aobj0)(c))",
	}
	return func(in *codec.Input) (*codec.Output, error) {
		out, err := library.Generate(in)
		if err != nil {
			return nil, err
		}
		for i := range out.Code {
			c := &out.Code[i]
			c.Imports = append(c.Imports, codec.StdImports("bytes")...)
			c.State = "out balebytes.Buffer"
			c.Marshal = "return balegojay.MarshalJSONObject((*$Aobj0)(c))"
			c.MarshalReuse = `a.out.Reset()
				enc := balegojay.BorrowEncoder(&a.out)
				defer enc.Release()
				err := enc.EncodeObject((*$Aobj0)(c))
				return a.out.Bytes(), err`
			domjson.Trim(in, out)
			c.Shared = true
			if strings.Contains(unmarshal, "Unsafe") {
				c.ShareMemory()
			}
		}
		return out, nil
	}
}
