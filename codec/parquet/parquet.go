// Package parquet describes github.com/parquet-go/parquet-go.
package parquet

import (
	"bale/codec"
	"bale/codec/internal/rows"
	"bale/codec/lower"
)

const module = "github.com/parquet-go/parquet-go"

// Codec writes lists of the user's own structs, or of mirrors, as Parquet files in memory.
var Codec = &codec.Codec{
	Name: "parquet", Module: module,
	Variants: []*codec.Variant{{
		Wire: "Parquet", Applies: rows.Applies, Caps: caps, Generate: generate,
		Note: "only types that are or hold a list of structs; a message is a file, without compression; a time is nanoseconds since 1970, so " +
			"before 1678 and after 2262 it wraps",
	}},
}

// caps returns the capabilities of the library. A struct has at least one column. The library does not call marshal methods.
func caps(string) lower.Caps {
	c := rows.Caps("parquet")
	c.Time, c.NoEmpty = lower.TimeOwn, true
	return c
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for _, r := range in.Plan.Roots {
		imports := append(codec.StdImports("bytes"), codec.Import{Name: "baleparquet", Path: module})
		row := rows.Of(in, r, imports)
		out.Code = append(out.Code, codec.Code{
			Imports: append(imports, row.Used...),
			State:   "out balebytes.Buffer\nwriter *baleparquet.GenericWriter[" + row.Type + "]",
			Setup:   "a.writer = baleparquet.NewGenericWriter[" + row.Type + "](&a.out)",
			Marshal: "var out balebytes.Buffer\nerr := baleparquet.Write(&out, " + row.Rows + ")\nreturn out.Bytes(), err",
			MarshalReuse: `a.out.Reset()
				a.writer.Reset(&a.out)
				if _, err := a.writer.Write(` + row.Rows + `); err != nil {
					return nil, err
				}
				err := a.writer.Close()
				return a.out.Bytes(), err`,
			Unmarshal: `list, err := baleparquet.Read[` + row.Type + `](balebytes.NewReader(b), int64(len(b)))
				if err != nil {
					return err
				}
				` + row.Set,
		})
	}
	return out, nil
}
