// Package cbor describes the CBOR format (RFC 8949) in its deterministic form. A struct is encoded as a map from field names to values, or as
// an array of the values.
package cbor

import (
	"fmt"
	"math"
	"strings"

	"bale/gen/emit"
	"bale/gen/emit/item"
	"bale/gen/layout"
	"bale/gen/plan"
	"bale/gen/runtime/cbor"
	"bale/schema"
)

// Format is the cbor format.
var Format = &emit.Format{
	Name: "cbor", Title: wire.Title, StructsAsArrays: true, DropsZone: true,
	Print:    wire.Print,
	Check:    check,
	MaxArray: math.MaxUint32,
	Layout:   lockRules,
	MaxLen: func(f *schema.Field) int {
		if Skips(f) {
			return -1
		}
		return 0
	},
}

var wire = &item.Wire{
	Title: "CBOR", Runtime: "cbor", Graph: graph,
	Struct: func(g *plan.Graph, d *plan.Directives, t schema.Type) *plan.Struct { return recordOf(g, d, t).Struct },
	Nil:    0xf6, IsNil: "d.b[n]|1 == 0xf7", True: 0xf5, Small: 24,
	Map:        item.Count{First: 0xa0, Short: 24, Args: "0xa0", Bytes: func(k int) []byte { return cbor.AppendHead(nil, 5, uint64(k)) }},
	List:       item.Count{First: 0x80, Short: 24, Args: "0x80", Bytes: func(k int) []byte { return cbor.AppendHead(nil, 4, uint64(k)) }},
	Text:       item.Short{First: 0x60, Short: 24, Args: "0x60"},
	TextMethod: "bytes", Bytes: "0x40", UTF8: true, Signs: true, SortsMaps: true, Level: 3, Plain: true,
	KeyBytes:  keyBytes,
	BytesHead: func(k int) []byte { return cbor.AppendHead(nil, 2, uint64(k)) },
	IntBytes:  func(n int) []byte { return cbor.AppendHead(nil, 0, uint64(n)) },
	Prefix:    func(schema.Kind) []byte { return nil },
	MaxNumber: func(k schema.Kind) int {
		if k == schema.Complex64 || k == schema.Complex128 {
			return 3 + k.Bits()/8
		}
		return 1 + k.Bits()/8
	},
	MaxTime: 32,
	Raw: func(t schema.Type) string {
		if n, ok := t.(*schema.Named); ok && n.Package == "math/big" && n.Name == "Int" && n.Marshal == "" {
			return "Big"
		}
		return ""
	},
}

// graph returns a graph of types, without the fields whose tag skips them.
func graph(home string) *plan.Graph {
	return &plan.Graph{Home: home, Skip: Skips}
}

// lockRules describe what the bytes of messages depend on. A decoder of a struct that is an array skips elements without a field, and
// takes zeros for missing elements.
var lockRules = &layout.Rules{
	Fields: func(d *plan.Directives, home string, t schema.Type) []layout.Member {
		var list []layout.Member
		r := recordOf(graph(home), d, t)
		for _, f := range r.Fields {
			m := layout.Member{Field: f.Field, Name: f.Path}
			if !r.Array {
				m.Name = lockName(f)
			}
			list = append(list, m)
		}
		return list
	},
	NameTag:  nameTag,
	FieldTag: nameTag,
	ByName:   func(d *plan.Directives, t schema.Type) bool { return !isArray(d, t) },
	Appends:  true,
	Reads:    layout.HoldsInteger,
}

// lockName returns the name of a field in bale.lock. An integer has brackets around it.
func lockName(f *plan.Field) string {
	if f.Integer {
		return "[" + f.Name + "]"
	}
	return f.Name
}

// nameTag returns the tag of a field for its name in bale.lock.
func nameTag(name string) string {
	if x, ok := strings.CutPrefix(name, "["); ok {
		return fmt.Sprintf("cbor:%q", strings.TrimSuffix(x, "]")+",keyasint")
	}
	return fmt.Sprintf("cbor:%q", name)
}
