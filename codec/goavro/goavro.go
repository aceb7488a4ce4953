// Package goavro describes github.com/linkedin/goavro.
package goavro

import (
	"bale/codec"
	"bale/codec/internal/avroschema"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/linkedin/goavro/v2"

// Codec is LinkedIn's Avro. It encodes maps and no structs, so the code converts between the two as a user would.
var Codec = &codec.Codec{
	Name: "goavro", Module: module,
	Variants: []*codec.Variant{{
		Wire: "Avro", Caps: caps, Generate: generate,
		Note: "straight-line code fills and reads the maps that the library takes for structs; times as timestamp-micros, uint64 as long",
	}},
}

// caps allows all types that the generated code can put into maps.
func caps(string) lower.Caps {
	c := avroschema.Caps()
	c.Arrays = true
	return c
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for i, r := range in.Plan.Roots {
		p := &printer{source.New(in, codec.StdImports("bytes", module)...), avroschema.New(avroschema.Kinds())}
		text := p.schema.Schema(r.Node.Go)
		p.Number(r.Node.Go)
		p.Each(p.functions)
		c := codec.Code{
			Decls: p.String(),
			Avro:  text,
			State: "codec *balev2.Codec",
			Setup: "codec, err := balev2.NewCodec(`" + text + "`)" + `
				if err != nil {
					panic(err)
				}
				a.codec = codec`,
			Marshal:      "return a.codec.BinaryFromNative(nil, $Ato0(c))",
			MarshalReuse: "return a.codec.BinaryFromNative(buf, $Ato0(c))",
		}
		c.Unmarshal = `x, _, err := a.codec.NativeFromBinary(b)
			if err == nil {
				$Afrom0(x, c)
			}
			return err`
		c.UnmarshalReuse = c.Unmarshal
		if in.Plan.Reaches(i, isAvroBytes) { // they share memory with the input
			c.ShareMemory()
		}
		c.Imports = p.Used(c.Decls + c.State + c.Unmarshal)
		out.Code = append(out.Code, c)
	}
	return out, nil
}

// isAvroBytes reports whether t is bytes in Avro.
func isAvroBytes(t model.Type) bool {
	s, ok := model.Underlying(t).(*model.Slice)
	return ok && model.IsByte(s.Elem)
}
