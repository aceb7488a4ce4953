// Package sproto prints code for sproto, the format of cloudwu's library for Lua and C and of github.com/xjdrew/gosproto, plain
// and packed.
//
// A message is a count of words, the words, and the data. Fields come in the order of their tags, and each has a word:
// 2*(x+1) is the value itself, an integer up to 0x7ffe or a boolean; 0 says that the value is in the data, as a size of
// four bytes and so many bytes; an odd word leaves out (x+1)/2 tags. All numbers are little endian.
package sproto

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// Format is the sproto wire, and Packed the same with zeros taken out.
var (
	Format = &emit.Format{
		Name: "sproto", Title: "Sproto", NilIsEmpty: true, Numbers: numbering, Check: check,
		Print: func(w *emit.Printer, roots []*schema.Named) { print(w, "baleSproto", roots, false) },
	}
	Packed = &emit.Format{
		Name: "sproto-packed", Title: "SprotoPacked", NilIsEmpty: true, Numbers: numbering, Check: check, SizeVaries: varies,
		Print: func(w *emit.Printer, roots []*schema.Named) { print(w, "baleSprotoPacked", roots, true) },
	}
)

// A generator prints one format's part of a file.
type generator struct {
	*emit.Generator
	packed bool
	paths  bool // errors of values have a path
	unused int  // bytes that a check may ask for beyond those that are needed

	types []schema.Type // of the messages that have functions, in the order of their first use
	pairs []*schema.Map // those of the entries of maps
	dec   *emit.Decoder
	known map[string]bool
}

// graph is what types hold. An array of length 0 is written like any other.
func graph(home string) *plan.Graph { return &plan.Graph{Home: home, Empty: true} }

func print(w *emit.Printer, title string, roots []*schema.Named, packed bool) {
	p := &generator{Generator: &emit.Generator{Printer: w, Graph: graph(w.Package), Title: title}, packed: packed, known: map[string]bool{}}
	p.paths = slices.ContainsFunc(roots, func(r *schema.Named) bool { return p.Refusable(r) })
	p.dec = emit.NewDecoder(p.Generator, "int")
	p.dec.Spare = !w.Safe
	if packed {
		p.dec.Message = "d.from"
	}
	p.dec.Take = emit.Estimated("baleSprotoShare", "&d.baleInput", least)
	for _, r := range roots {
		p.findSlabs(r)
	}
	for _, r := range roots {
		p.root(r)
	}
	for i, k := 0, 0; i < len(p.types) || k < len(p.pairs); {
		if i < len(p.types) {
			p.functions(p.message(p.types[i]))
			i++
			continue
		}
		p.functions(p.pair(p.pairs[k]))
		k++
	}
	p.support()
}

// support makes sure of what the printed code calls.
func (p *generator) support() {
	fields := []string{"depth int"}
	if len(p.Slabs) > 0 {
		fields = append(fields, "slabs "+p.Title+"Slabs")
		p.SlabTypes("taken so far")
	}
	if p.packed {
		fields = append(fields, "from []byte // the message before it was unpacked")
	}
	p.UnusedConst(p.Title+"Unused", p.unused)
	p.Runtime("sproto")
	p.Coder(p.Title, "baleSproto", p.paths, fields)
}

// varies reports whether a message holds a map, whose order is any: what comes together in eight bytes depends on it.
func varies(root *schema.Named) bool {
	_, isMap := root.Underlying.(*schema.Map)
	return isMap || graph(root.Package).Holds(root, func(t schema.Type) bool { _, ok := schema.Underlying(t).(*schema.Map); return ok })
}
