// Package hambaavro describes github.com/hamba/avro.
package hambaavro

import (
	"bale/codec"
	"bale/codec/internal/avroschema"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/hamba/avro/v2"

// Codec encodes the user's own types with hamba's Avro.
var Codec = &codec.Codec{
	Name: "hamba-avro", Module: module,
	Variants: []*codec.Variant{{
		Wire: "Avro", Caps: caps, Generate: generate,
		Note: "times as timestamp-micros, uint64 as fixed; limit lifted: MaxByteSliceSize (from 1 MiB)",
	}},
}

// caps returns the capabilities of the library. It encodes uint64 as a fixed type of 8 bytes, and does not encode uint. The interface
// of a union holds no pointers: the decoder (unionResolvedDecoder.Decode in v2.31.0) writes a pointer into memory that has only the
// size of its target.
func caps(string) lower.Caps {
	c := avroschema.Caps()
	basic := c.Refuse
	c.Refuse = func(t model.Type, in *lower.Package) string {
		if reason := refuse(t, in); reason != "" {
			return reason
		}
		return basic(t, in)
	}
	c.Union = lower.UnionValues
	c.Scalars = lower.With(c.Scalars, model.Uint, model.Uint64, model.Uintptr, model.Uint64)
	return c
}

// refuse refuses string types with MarshalText, which the library would call, and embedded structs, whose fields it would encode among
// the outer ones.
func refuse(t model.Type, in *lower.Package) string {
	if n, ok := t.(*model.Named); ok && n.Methods.Text && model.IsKind(n, model.String) {
		return "has MarshalText"
	}
	switch u := model.Underlying(t).(type) {
	case *model.Struct:
		for _, f := range u.Fields {
			if f.Embedded {
				return "embedded " + f.Name
			}
		}
	case *model.Array:
		if !model.IsByte(u.Elem) {
			return "an array of a type other than byte"
		}
	}
	return lower.RefuseUnexported(t, in)
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for i := range in.Plan.Roots {
		out.Code = append(out.Code, code(in, i))
	}
	return out, nil
}

// code returns code in which each scratch value has its own configuration, since the encoder of a fixed type has a buffer that is
// shared by all its users.
func code(in *codec.Input, root int) codec.Code {
	p := in.Plan
	kinds := avroschema.Kinds()
	kinds[model.Uint64] = "fixed"
	t := p.Roots[root].Node.Go
	value := "*c" // the library accepts a pointer for a record; for other types, a pointer is a union
	if _, ok := model.Underlying(t).(*model.Struct); ok {
		value = "c"
	}
	schemas := avroschema.New(kinds)
	text := schemas.Schema(t)
	register, imports := registrations(in, root, schemas)
	c := codec.Code{
		Imports: append(imports, codec.StdImports("bytes")[0], codec.Import{Name: "baleavro", Path: module}),
		Avro:    text,
		State:   "api baleavro.API\nschema baleavro.Schema\nout balebytes.Buffer\nencoder *baleavro.Encoder",
		Setup: "schema, err := baleavro.ParseWithCache(`" + text + "`, \"\", &baleavro.SchemaCache{})" + `
			if err != nil {
				panic(err)
			}
			a.schema, a.api = schema, baleavro.Config{MaxByteSliceSize: -1}.Freeze()
			` + register + `a.encoder = a.api.NewEncoder(schema, &a.out)`,
		Marshal: "return a.api.Marshal(a.schema, " + value + ")",
		MarshalReuse: `a.out.Reset()
			err := a.encoder.Encode(` + value + `)
			return a.out.Bytes(), err`,
		Unmarshal: "return a.api.Unmarshal(a.schema, b, c)",
		Shared:    true,
	}
	if !p.Reaches(root, keepsOld) {
		c.UnmarshalReuse = c.Unmarshal
	}
	return c
}

// registrations returns code that registers the types in the interfaces of unions.
func registrations(in *codec.Input, root int, schemas *avroschema.Printer) (text string, imports []codec.Import) {
	w := source.New(in)
	in.Plan.Walk(root, func(t model.Type) {
		if u, ok := model.Underlying(t).(*model.Interface); ok {
			for _, m := range avroschema.Members(u) {
				w.Line("a.api.Register(%q, *new(%s))", schemas.Name(m), w.Type(m))
			}
		}
	})
	return w.String(), w.Used(w.String())
}

// keepsOld reports whether decoding can leave a destination of type t unchanged: an empty list or map does so.
func keepsOld(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Slice:
		return !model.IsByte(u.Elem)
	case *model.Map:
		return true
	}
	return false
}
