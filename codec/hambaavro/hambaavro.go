// Package hambaavro describes github.com/hamba/avro.
package hambaavro

import (
	"bale/codec"
	"bale/codec/internal/avroschema"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/schema"
)

const module = "github.com/hamba/avro/v2"

// Codec is hamba's Avro on the user's own types.
var Codec = &codec.Codec{
	Name: "hamba-avro", Module: module,
	Doc:      "https://pkg.go.dev/" + module,
	Packages: []string{module},
	Variants: []*codec.Variant{{
		Wire: "Avro", Caps: caps, Generate: generate,
		Note: "times as timestamp-micros, uint64 as fixed; limit lifted: MaxByteSliceSize (from 1 MiB)",
	}},
}

// caps: the library takes an uint64 for a fixed type of 8 bytes, and no uint. The interface of a union holds no pointers: the
// decoder (unionResolvedDecoder.Decode in v2.31.0) writes one into memory that is only as large as what it points to.
func caps(string) lower.Caps {
	c := avroschema.Caps()
	basic := c.Refuse
	c.Refuse = func(t schema.Type, in *lower.Package) string {
		if reason := refuse(t, in); reason != "" {
			return reason
		}
		return basic(t, in)
	}
	c.Union = lower.UnionValues
	c.Scalars = lower.With(c.Scalars, schema.Uint, schema.Uint64, schema.Uintptr, schema.Uint64)
	return c
}

// refuse refuses texts that marshal themselves, which they would do here, and embedded structs, whose fields would be
// among the outer ones.
func refuse(t schema.Type, in *lower.Package) string {
	if n, ok := t.(*schema.Named); ok && n.Methods.Text && schema.IsKind(n, schema.String) {
		return "marshals itself"
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Struct:
		for _, f := range u.Fields {
			if f.Embedded {
				return "embedded " + f.Name
			}
		}
	case *schema.Array:
		if !avroschema.IsByte(u.Elem) {
			return "an array of no bytes"
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

// code: each scratch has a configuration of its own, since the encoder of a fixed type has a buffer that all
// who share it write to.
func code(in *codec.Input, root int) codec.Code {
	p := in.Plan
	kinds := avroschema.Kinds()
	kinds[schema.Uint64] = "fixed"
	t := p.Roots[root].Node.Go
	value := "*c" // a pointer is taken for the value of a record, and for a union elsewhere
	if _, ok := schema.Underlying(t).(*schema.Struct); ok {
		value = "c"
	}
	schemas := avroschema.New(kinds)
	text := schemas.Schema(t)
	register, imports := registrations(in, root, schemas)
	c := codec.Code{
		Imports: append(imports, codec.Std("bytes")[0], codec.Import{Name: "baleavro", Path: module}),
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
	}
	if !p.Reaches(root, stays) {
		c.UnmarshalReuse = c.Unmarshal
	}
	return c
}

// registrations tells the library which types there are in the interfaces of unions.
func registrations(in *codec.Input, root int, schemas *avroschema.Printer) (text string, imports []codec.Import) {
	w := source.New(in)
	in.Plan.Walk(root, func(t schema.Type) {
		if u, ok := schema.Underlying(t).(*schema.Interface); ok {
			for _, m := range avroschema.Members(u) {
				w.Line("a.api.Register(%q, *new(%s))", schemas.Name(m), w.Type(m))
			}
		}
	})
	return w.String(), w.Used(w.String())
}

// stays: an empty list or map leaves the destination as it was.
func stays(t schema.Type) bool {
	switch u := schema.Underlying(t).(type) {
	case *schema.Slice:
		return !avroschema.IsByte(u.Elem)
	case *schema.Map:
		return true
	}
	return false
}
