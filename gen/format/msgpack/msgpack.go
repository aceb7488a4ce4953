// Package msgpack prints code for MessagePack: a struct is a map with the names of its fields as keys, or an array of its fields.
package msgpack

import (
	"fmt"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// Format is the msgpack wire.
var Format = &emit.Format{
	Name: "msgpack", Title: "Msgpack", StructsAsArrays: true, DropsZone: true,
	Print: func(w *emit.Printer, roots []*schema.Named) {
		p := &generator{Generator: &emit.Generator{Printer: w, Graph: graph(w.Package), Title: "baleMsgpack"}, queued: map[string]bool{}}
		p.dec = emit.NewDecoder(p.Generator, "int")
		p.dec.Spare = !w.Safe
		least := func(schema.Type) int { return 1 }
		p.dec.Claim, p.dec.Take = emit.Claims(least), emit.TakeSome(least)
		p.print(roots)
	},
	Check:  check,
	Layout: lockRules,
	MaxLen: func(f *schema.Field) int {
		if Skips(f) {
			return -1
		}
		return 0
	},
}

// graph is what types hold: a field is left out where a tag says so.
func graph(home string) *plan.Graph {
	return &plan.Graph{Home: home, Skip: Skips}
}

// A generator prints the format's part of a file.
type generator struct {
	*emit.Generator
	queue  []place
	queued map[string]bool
	dec    *emit.Decoder
}

// A place is something to write: a type, under the rules of the field that leads to it.
type place struct {
	schema.Type
	plan.Rules
}

func (p *generator) print(roots []*schema.Named) {
	for _, r := range roots {
		p.ManySlabs(r)
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
	var fields []string
	if p.deep() {
		fields = append(fields, "depth int")
	}
	if len(p.Slabs) > 0 {
		p.SlabTypes("taken so far")
		fields = append(fields, "slabs baleMsgpackSlabs")
	}
	p.Coder("baleMsgpack", "baleMsgpack", slices.ContainsFunc(p.queue, func(t place) bool { return p.Refusable(t.Type) }), fields)
	p.UnusedConst("baleMsgpackUnused", unused)
	p.Runtime("msgpack")
}

// deep reports whether there are recursive types.
func (p *generator) deep() bool {
	return slices.ContainsFunc(p.queue, func(t place) bool { return p.Recursive(t.Type) })
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

// inner is what stands in a place: rules but for the length are also those of what a list holds.
func (t place) inner(e schema.Type) place {
	rules := t.Rules
	rules.Max = 0
	return place{e, rules}
}
