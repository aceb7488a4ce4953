// Package sproto writes sproto, the wire of cloudwu's library for Lua and C and of github.com/xjdrew/gosproto, plain
// and packed.
//
// A message is a count of words, the words, and the data. Fields come in the order of their tags, and each has a word:
// 2*(x+1) is the value itself, an integer up to 0x7ffe or a boolean; 0 says that the value is in the data, as a size of
// four bytes and so many bytes; an odd word leaves out (x+1)/2 tags. All numbers are little endian.
package sproto

import (
	_ "embed"
	"slices"

	"bale/gen/emit"
	"bale/gen/emit/sequence"
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

var (
	//go:embed sproto.txt
	helpers string
	//go:embed lists.txt
	listsText string
	//go:embed times.txt
	timesText string
	//go:embed packed.txt
	packedText string
)

// A generator prints one format's part of a file.
type generator struct {
	*emit.Printer
	title  string
	packed bool

	types []schema.Type // of the messages that have functions, in the order of their first use
	pairs []*schema.Map // those of the entries of maps
	slabs []schema.Type // element types that a message may hold many lists of
	known map[string]bool
}

func print(w *emit.Printer, title string, roots []*schema.Named, packed bool) {
	p := &generator{Printer: w, title: title, packed: packed, known: map[string]bool{}}
	for _, r := range roots {
		p.findSlabs(r, map[schema.Type]int{}, false)
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
	p.support(slices.ContainsFunc(roots, func(r *schema.Named) bool { return p.strange(r) }))
}

// support makes sure of what the printed code calls. With path the encoder knows where something is wrong.
func (p *generator) support(path bool) {
	fields := []string{"depth int"}
	if len(p.slabs) > 0 {
		fields = append(fields, "slabs "+p.title+"Slabs")
		p.Line("// %[1]sSlabs are what the lists and pointers of a message are cut from, one for each type of their elements.\ntype %[1]sSlabs struct {", p.title)
		for i, e := range p.slabs {
			p.Line("slab%d []%s\ntotal%d int // taken so far", i, p.Type(e), i)
		}
		p.Line("}\n")
	}
	if p.clocks() {
		fields = append(fields, "zone *time.Location // the last one, and its offset", "offset int")
		p.text("times", timesText)
	}
	p.Import("encoding/binary")
	p.text("numbers", helpers)
	p.text("lists", listsText)
	if p.packed {
		p.Import("sync")
		p.text("packing", packedText)
	}
	p.Coder(p.title, path, fields)
}

// varies reports whether a message holds a map, whose order is any: what comes together in eight bytes depends on it.
func varies(root *schema.Named) bool {
	p := &generator{Printer: emit.NewPrinter(root.Package, false)}
	is := func(t schema.Type) bool { _, ok := schema.Underlying(t).(*schema.Map); return ok }
	return is(root) || p.holds(root, is, map[schema.Type]bool{})
}

// text makes sure of a helper.
func (p *generator) text(name, text string) {
	p.Helper(p.title+" "+name, sequence.Titled(text, p.title))
}

// clocks reports whether any message holds a time.
func (p *generator) clocks() bool { return p.known["time"] }
