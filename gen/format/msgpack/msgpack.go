// Package msgpack prints the code for MessagePack: a struct is a map of its fields' names, or an array of its fields.
package msgpack

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// Format is the msgpack wire.
var Format = &emit.Format{
	Name: "msgpack", Title: "Msgpack", StructsAsArrays: true, DropsZone: true,
	Print: func(w *emit.Printer, roots []*schema.Named) {
		p := &generator{Printer: w, graph: graph(w.Package), queued: map[string]bool{}}
		p.print(roots)
	},
	Check: check,
	Most: func(f *schema.Field) int {
		if Skips(f) {
			return -1
		}
		return 0
	},
}

var (
	//go:embed msgpack.txt
	writeText string
	//go:embed decoder.txt
	readText string
)

// graph is what types hold: a field is left out where a tag says so.
func graph(home string) *plan.Graph {
	return &plan.Graph{Home: home, Skip: Skips}
}

// A generator prints the format's part of a file.
type generator struct {
	*emit.Printer
	graph  *plan.Graph
	queue  []place
	queued map[string]bool
	slabs  []schema.Type // element types that a message may hold many lists of
}

// A place is something to write: a type, under the rules of the field that leads to it.
type place struct {
	schema.Type
	plan.Rules
}

func (p *generator) print(roots []*schema.Named) {
	for _, r := range roots {
		p.graph.Many(r, func(e schema.Type) {
			if p.slab(e) < 0 {
				p.slabs = append(p.slabs, e)
			}
		})
	}
	for _, path := range []string{"encoding/binary", "math", "math/bits", "time"} {
		p.Import(path)
	}
	for _, r := range roots {
		p.root(r)
	}
	for i := 0; i < len(p.queue); i++ {
		p.functions(p.queue[i])
	}
	p.helpers()
}

// helpers makes sure of what the printed code calls.
func (p *generator) helpers() {
	fields := []string{"level int // how many pointers are still to be made before one that is nil"}
	if p.deep() {
		fields = append(fields, "depth int")
	}
	if len(p.slabs) > 0 {
		p.Line("// baleMsgpackSlabs are what the lists and pointers of a message are cut from, one for each type of their elements.\ntype baleMsgpackSlabs struct {")
		for i, e := range p.slabs {
			p.Line("slab%d []%s\ntotal%d int // taken so far", i, p.Type(e), i)
		}
		p.Line("}\n")
		fields = append(fields, "slabs baleMsgpackSlabs")
	}
	p.Coder("baleMsgpack", slices.ContainsFunc(p.queue, func(t place) bool { return p.strange(t.Type) }), fields)
	p.Helper("baleMsgpack write", writeText)
	p.Helper("baleMsgpack read", readText)
}

// deep reports whether there are recursive types.
func (p *generator) deep() bool {
	return slices.ContainsFunc(p.queue, func(t place) bool { return p.graph.Recursive(t.Type) })
}

// slab is the number of the slab that has elements of type e, or -1.
func (p *generator) slab(e schema.Type) int {
	return slices.IndexFunc(p.slabs, func(s schema.Type) bool { return p.Type(s) == p.Type(e) })
}

// name is what a place is called in the names of its functions, which are printed.
func (p *generator) name(t place) string {
	name := p.Name(t.Type)
	if t.Max > 0 {
		name = p.NameAs(fmt.Sprint("max ", t.Max, name), fmt.Sprintf("%sMax%d", name, t.Max))
	}
	if t.Intern {
		name = p.NameAs("interned "+name, name+"Interned")
	}
	if t.Own {
		name = p.NameAs("own "+name, name+"Owned")
	}
	if !p.queued[name] {
		p.queued[name] = true
		p.queue = append(p.queue, t)
	}
	return name
}

// A kind is how a place is written.
type kind int

const (
	number  kind = iota // a basic type but strings
	clock               // a time
	text                // a string
	octets              // an array of bytes
	blob                // a slice of bytes
	row                 // another array
	list                // another slice
	table               // a map
	pointer             // nil, or what it points at
	foreign             // what a type's own marshal method makes
	record              // a struct
	union               // nil, or a member's number and its value
)

func (p *generator) kind(t schema.Type, top bool) kind {
	if n, ok := t.(*schema.Named); ok && !top && p.graph.Foreign(n) {
		return foreign
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Time:
		return clock
	case *schema.Slice:
		if schema.IsBytes(t) {
			return blob
		}
		return list
	case *schema.Map:
		return table
	case *schema.Pointer:
		return pointer
	case *schema.Struct:
		return record
	case *schema.Interface:
		return union
	case *schema.Array:
		if schema.IsKind(u.Elem, schema.Uint8) {
			return octets
		}
		return row
	}
	if schema.IsKind(t, schema.String) {
		return text
	}
	return number
}

// inner is what stands in a place: rules but for the length are also those of what a list holds.
func (t place) inner(e schema.Type) place {
	rules := t.Rules
	rules.Max = 0
	return place{e, rules}
}

// coded reports whether the measuring of a t can fail, or goes into itself.
func (p *generator) coded(t schema.Type) bool {
	return p.blobs(t) || p.strange(t) || p.graph.Reaches(t, p.graph.Recursive)
}

// blobs reports whether a t has parts that their types write themselves.
func (p *generator) blobs(t schema.Type) bool {
	return p.graph.Reaches(t, func(t schema.Type) bool {
		n, ok := t.(*schema.Named)
		return ok && p.graph.Foreign(n)
	})
}

// nilable reports whether a t is written as nil when it is nil.
func (p *generator) nilable(t schema.Type) bool {
	switch p.kind(t, false) {
	case blob, list, table, pointer, union:
		return true
	}
	return false
}

func (p *generator) basic(t schema.Type) schema.Kind {
	return schema.Underlying(t).(*schema.Basic).Kind
}

// marshals is the end of the names of a type's own methods, and the first byte of what they make.
func (p *generator) marshals(t schema.Type) (method, first string) {
	if method = plan.Marshals(t.(*schema.Named), p.Package); method == "Text" {
		return method, "0xd9"
	}
	return method, "0xc4"
}

// addr is the address of an expression.
func addr(expr string) string {
	if strings.HasPrefix(expr, "(*") && strings.HasSuffix(expr, ")") {
		return expr[2 : len(expr)-1]
	}
	return "&" + expr
}

// bare is an expression without the parentheses that it needs only in a longer one.
func bare(expr string) string {
	if strings.HasPrefix(expr, "(*") && strings.HasSuffix(expr, ")") {
		return expr[1 : len(expr)-1]
	}
	return expr
}
