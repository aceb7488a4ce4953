// Package easyproto describes github.com/VictoriaMetrics/easyproto.
package easyproto

import (
	"fmt"
	"maps"
	"slices"

	"bale/codec"
	"bale/codec/internal/protogen"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

const module = "github.com/VictoriaMetrics/easyproto"

// Codec calls easyproto for the fields of the user's own types, as its documentation shows.
var Codec = &codec.Codec{
	Name: "easyproto", Module: module,
	Doc: "https://github.com/VictoriaMetrics/easyproto/blob/v1.2.0/README.md#examples",
	Variants: []*codec.Variant{{
		Wire: "protobuf", Numbered: true, Caps: caps, Generate: generate,
		Note: "an int32 goes by AppendInt64, since AppendInt32 writes negative numbers as no other library does",
	}},
}

// caps returns the capabilities of the code: every type that a .proto file can express. A recursive type without a struct in between
// would need an unnamed message.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Ignores: lower.IgnoresAll, Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Arrays: true, NilElems: true, Pointers: true,
		Maps: func(key, _ *lower.Node) bool { return key.Form == lower.Unchanged || key.Form == lower.Cast },
		Refuse: func(t model.Type, _ *lower.Package) string {
			if _, isStruct := model.Underlying(t).(*model.Struct); !isStruct && source.HasFunction(t) {
				return "contains itself"
			}
			return ""
		},
	}
}

const (
	marshal = `m := $Apool.Get()
		a.put0(m.MessageMarshaler(), c)
		b := m.Marshal(%s)
		$Apool.Put(m)
		return b, nil`

	common = `
var $Apool baleeasyproto.MarshalerPool

var $Abad = baleerrors.New("a field is not of its type")
`
)

// generate walks the messages to which the types would be lowered for a .proto file, with int64 for int32: the library's AppendInt32 writes a negative
// number in five bytes instead of ten, and its Int32 does not decode the ten bytes that other implementations write (v1.2.0).
func generate(in *codec.Input) (*codec.Output, error) {
	own := &model.Model{Package: in.Plan.In.Path}
	for _, r := range in.Plan.Roots {
		own.Roots = append(own.Roots, &model.Root{Expr: r.Expr, Type: r.Node.Go})
	}
	out := &codec.Output{}
	for i, r := range lower.New(own, protogen.Signed(protogen.Caps("", ""), model.Int64)).Roots {
		if len(r.Gaps) > 0 {
			return nil, fmt.Errorf("%s: %s", r.Gaps[0].Path, r.Gaps[0].Reason)
		}
		aliases := in.Plan.Reaches(i, func(t model.Type) bool { return model.IsBytes(t) || model.IsKind(t, model.String) })
		out.Code = append(out.Code, code(in, r.Node.Msg, aliases))
	}
	return out, nil
}

func code(in *codec.Input, root *lower.Msg, aliases bool) codec.Code {
	p := &printer{scratch: map[string]string{}}
	p.Writer = source.New(in, codec.StdImports(module, "errors", "math", "slices", "strings", "time")...)
	p.Each(root, func(i int, m *lower.Msg) {
		p.put(i, m)
		p.get(i, m, false)
		if aliases {
			p.get(i, m, true)
		}
	})
	c := codec.Code{
		Decls:   p.String() + common,
		Marshal: fmt.Sprintf(marshal, "nil"), MarshalReuse: fmt.Sprintf(marshal, "buf"),
		Unmarshal: "return a.get0(b, c)", UnmarshalReuse: "return a.get0(b, c)",
	}
	if aliases {
		c.UnmarshalAlias, c.UnmarshalAliasReuse = "return a.alias0(b, c)", "return a.alias0(b, c)"
	}
	for _, name := range slices.Sorted(maps.Keys(p.scratch)) {
		c.State += name + " []" + p.scratch[name] + "\n"
	}
	c.Imports = p.Used(c.Decls)
	return c
}
