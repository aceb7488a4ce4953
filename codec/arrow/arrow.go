// Package arrow describes github.com/apache/arrow-go.
package arrow

import (
	"strings"

	"bale/codec"
	"bale/codec/internal/rows"
	"bale/codec/lower"
	"bale/model"
)

const (
	module  = "github.com/apache/arrow-go/v18"
	reflect = module + "/arrow/array/arreflect"
	ipc     = module + "/arrow/ipc"
	memory  = module + "/arrow/memory"
)

// Codec writes lists of the user's own structs, or of mirrors, as streams of Arrow's inter-process communication.
var Codec = &codec.Codec{
	Name: "arrow", Module: module,
	Doc:      "https://pkg.go.dev/" + reflect,
	Packages: []string{reflect, ipc, memory},
	Variants: []*codec.Variant{{
		Wire: "Arrow IPC", Applies: rows.Applies, Caps: caps, Generate: generate,
		Note: "only types that are or hold a list of structs; a message is a stream with its schema and one batch; a time travels as seconds and " +
			"nanoseconds, since the library's reflection makes an empty struct of it",
	}},
}

// caps returns the capabilities of the library's conversion by reflection, which does not know basic types with names, except
// time.Duration. The library does not call marshal methods.
func caps(string) lower.Caps {
	c := rows.Caps("arrow")
	basic := c.Refuse
	c.Refuse = func(t model.Type, in *lower.Package) string {
		n, named := t.(*model.Named)
		if _, ok := model.Underlying(t).(*model.Basic); ok && named && (n.Package != "time" || n.Name != "Duration") {
			return "a defined basic type"
		}
		return basic(t, in)
	}
	return c
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for _, r := range in.Plan.Roots {
		imports := codec.StdImports("bytes", "cmp", "io", reflect, ipc, memory)
		row := rows.Of(in, r, imports)
		write := `rec, err := balearreflect.RecordFromSlice(` + row.Rows + `, balememory.DefaultAllocator)
			if err != nil {
				return nil, err
			}
			defer rec.Release()
			w := baleipc.NewWriter(&OUT, baleipc.WithSchema(rec.Schema()))
			if err := w.Write(rec); err != nil {
				return nil, err
			}
			err = w.Close()
			return OUT.Bytes(), err`
		out.Code = append(out.Code, codec.Code{
			Imports:      append(imports, row.Used...),
			State:        "out balebytes.Buffer",
			Marshal:      "var out balebytes.Buffer\n" + strings.ReplaceAll(write, "OUT", "out"),
			MarshalReuse: "a.out.Reset()\n" + strings.ReplaceAll(write, "OUT", "a.out"),
			Unmarshal: `r, err := baleipc.NewReader(balebytes.NewReader(b))
				if err != nil {
					return err
				}
				defer r.Release()
				if !r.Next() {
					return balecmp.Or(r.Err(), baleio.ErrUnexpectedEOF)
				}
				list, err := balearreflect.RecordToSlice[` + row.Type + `](r.RecordBatch())
				if err != nil {
					return err
				}
				` + row.Set,
		})
	}
	return out, nil
}
