// Package msgpack prints code for the MessagePack format. A struct is encoded as a map from field names to values, or as an array of the
// values.
package msgpack

import (
	"fmt"
	"math"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// Format is the msgpack format.
var Format = &emit.Format{
	Name: "msgpack", Title: "Msgpack", StructsAsArrays: true, DropsZone: true,
	Print: func(w *emit.Printer, roots []*schema.Named) {
		p := &generator{Generator: &emit.Generator{Printer: w, Graph: graph(w.Package), Title: "baleMsgpack", DropsZone: true}, queued: map[string]bool{}}
		p.dec = emit.NewDecoder(p.Generator, "int")
		p.dec.ListsInTextMemory = !w.Safe
		minBytes := func(schema.Type) int { return 1 }
		p.dec.ClaimedBytes, p.dec.TakeElems = emit.ClaimMinSize(minBytes), emit.TakeEstimated(minBytes)
		p.print(roots)
	},
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

// graph returns a graph of types, without the fields whose tag skips them.
func graph(home string) *plan.Graph {
	return &plan.Graph{Home: home, Skip: Skips}
}

// A generator prints the format's part of a file.
type generator struct {
	*emit.Generator
	queue  []ruledType
	queued map[string]bool
	dec    *emit.Decoder
}

// A ruledType is a type with the rules of the field that leads to it.
type ruledType struct {
	schema.Type
	plan.Rules
}

// print prints the functions of the roots, and what these call.
func (p *generator) print(roots []*schema.Named) {
	for _, r := range roots {
		p.AddSlabs(r)
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

// helpers prints the encoder and the decoder, and adds the helpers that the printed code calls.
func (p *generator) helpers() {
	var fields []string
	if p.anyRecursive() {
		fields = append(fields, "depth int")
	}
	if len(p.Slabs) > 0 {
		p.SlabTypes("taken so far")
		fields = append(fields, "slabs baleMsgpackSlabs")
	}
	p.CoderTypes("baleMsgpack", "baleMsgpack", slices.ContainsFunc(p.queue, func(t ruledType) bool { return p.Refusable(t.Type) }), fields)
	p.UnusedConst("baleMsgpackUnused", unused)
	p.AddRuntime("msgpack")
}

// anyRecursive reports whether any of the queued types is recursive.
func (p *generator) anyRecursive() bool {
	return slices.ContainsFunc(p.queue, func(t ruledType) bool { return p.Recursive(t.Type) })
}

// name returns the suffix of the names of t's functions, such as Order in baleMsgpackPutOrder, and queues the functions for printing.
func (p *generator) name(t ruledType) string {
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

// inner returns a type inside t with the rules of t, except for the maximum length, which applies only to t itself.
func (t ruledType) inner(e schema.Type) ruledType {
	rules := t.Rules
	rules.Max = 0
	return ruledType{e, rules}
}
