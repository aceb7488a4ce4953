// Package hambaavro describes github.com/hamba/avro.
package hambaavro

import (
	"bale/codec"
	"bale/codec/internal/avroschema"
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

// caps: the library takes an uint64 for a fixed type of 8 bytes, and no uint.
func caps(string) lower.Caps {
	c := avroschema.Caps()
	basic := c.Refuse
	c.Refuse = func(t schema.Type, in *lower.Package) string {
		if reason := refuse(t, in); reason != "" {
			return reason
		}
		return basic(t, in)
	}
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
		out.Code = append(out.Code, code(in.Plan, i))
	}
	return out, nil
}

// code: each scratch has a configuration of its own, since the encoder of a fixed type has a buffer that all
// who share it write to.
func code(p *lower.Plan, root int) codec.Code {
	kinds := avroschema.Kinds()
	kinds[schema.Uint64] = "fixed"
	t := p.Roots[root].Node.Go
	value := "*c" // a pointer is taken for the value of a record, and for a union elsewhere
	if _, ok := schema.Underlying(t).(*schema.Struct); ok {
		value = "c"
	}
	c := codec.Code{
		Imports: append(codec.Std("bytes"), codec.Import{Name: "baleavro", Path: module}),
		State:   "api baleavro.API\nschema baleavro.Schema\nout balebytes.Buffer\nencoder *baleavro.Encoder",
		Setup: "schema, err := baleavro.ParseWithCache(`" + avroschema.New(kinds).Schema(t) + "`, \"\", &baleavro.SchemaCache{})" + `
			if err != nil {
				panic(err)
			}
			a.schema, a.api = schema, baleavro.Config{MaxByteSliceSize: -1}.Freeze()
			a.encoder = a.api.NewEncoder(schema, &a.out)`,
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
