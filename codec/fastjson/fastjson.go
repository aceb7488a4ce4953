// Package fastjson describes github.com/valyala/fastjson.
package fastjson

import (
	_ "embed"

	"bale/codec"
	"bale/codec/internal/composed"
	"bale/codec/internal/domjson"
)

//go:embed fastjson.tmpl
var text string

const module = "github.com/valyala/fastjson"

// Codec builds values of fastjson in an Arena and prints them, and reads the values that a Parser returns.
var Codec = &codec.Codec{
	Name: "fastjson", Module: module,
	Variants: []*codec.Variant{{
		Wire: "JSON", Caps: domjson.Caps, Generate: generate,
		Note: "values are made in an Arena and read from those of a Parser, field by field; a text with a quote, a backslash or a control character is " +
			"escaped as in Go, which is not JSON for some characters; NaN and infinities are numbers that only fastjson reads",
	}},
}

var library = &composed.Library{
	Imports:   codec.StdImports(module, "encoding/base64", "strconv", "time"),
	Templates: domjson.Templates(text),
	Call:      domjson.Call,
	Unmarshal: `parser := $Aparsers.Get()
		x, err := parser.ParseBytes(b)
		if err == nil {
			err = $Aget0(x, c)
		}
		$Aparsers.Put(parser)
		return err`,
}

// generate generates the code. In the class reuse it has an Arena and a Parser of its own instead of those of a pool.
func generate(in *codec.Input) (*codec.Output, error) {
	out, err := library.Generate(in)
	if err != nil {
		return nil, err
	}
	for i := range out.Code {
		c := &out.Code[i]
		c.State = "arena balefastjson.Arena\nparser balefastjson.Parser"
		c.Marshal = `arena := $Aarenas.Get()
			b := $Aput0(arena, c).MarshalTo(nil)
			$Aarenas.Put(arena)
			return b, nil`
		c.MarshalReuse = "a.arena.Reset()\nreturn $Aput0(&a.arena, c).MarshalTo(buf), nil"
		c.UnmarshalReuse = `x, err := a.parser.ParseBytes(b)
			if err != nil {
				return err
			}
			return $Aget0(x, c)`
	}
	return out, nil
}
