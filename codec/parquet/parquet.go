// Package parquet describes github.com/parquet-go/parquet-go.
package parquet

import (
	"bale/codec"
	"bale/codec/internal/rows"
	"bale/codec/lower"
	"bale/schema"
)

const module = "github.com/parquet-go/parquet-go"

// Codec writes lists of the user's own structs, or of mirrors, as Parquet files in memory.
var Codec = &codec.Codec{
	Name: "parquet", Module: module,
	Doc:      "https://pkg.go.dev/" + module,
	Packages: []string{module},
	Variants: []*codec.Variant{{
		Wire: "Parquet", Applies: rows.Applies, Caps: caps, Generate: generate,
		Note: "only types that are or hold a list of structs; a message is a file, without compression; a time is nanoseconds since 1970, so " +
			"before 1678 and after 2262 it wraps",
	}},
}

// caps returns the capabilities of the library. Lists and maps cannot be the elements of others, types cannot contain themselves, and a
// struct has at least one column. It does not call marshal methods.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Ignores: lower.IgnoresTagged("parquet"),
		Scalars: lower.With(lower.All(), schema.Uintptr, schema.Uint64, schema.Complex64, 0, schema.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Elem: func(n *lower.Node) bool { return rows.Single(n.Go) },
		Maps:     func(key, elem *lower.Node) bool { return basic(key.Go) && rows.Single(elem.Go) },
		Pointers: true, Pointee: rows.Single, NoEmpty: true, Flat: true,
	}
}

func basic(t schema.Type) bool {
	_, ok := schema.Underlying(t).(*schema.Basic)
	return ok
}

// refuse refuses structs without columns or with two of the same name, and lists of what cannot be an element.
func refuse(t schema.Type, in *lower.Package) string {
	if e := schema.ListElem(t); e != nil && !schema.IsKind(e, schema.Uint8) && !rows.Single(e) {
		return "a list of lists, maps or pointers"
	}
	return rows.Refuse(t, in, "parquet")
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
