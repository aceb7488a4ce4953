// Package sproto prints code for sproto, plain and packed: the format of cloudwu's library for Lua and C and of
// github.com/xjdrew/gosproto.
//
// A message consists of a count of header words, the words, and the data. All numbers are little endian. Fields are in the order of
// their tags, and each has a word of two bytes:
//
//   - 2*(x+1) is the value x itself, an integer up to 0x7ffe or a boolean.
//   - 0 means that the value is in the data: a size of four bytes, and that many bytes.
//   - An odd word w skips (w+1)/2 tags that have no field.
package sproto

import (
	"math"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// Format is the sproto format. Packed is the same format with zero bytes packed.
var (
	Format = &emit.Format{
		Name: "sproto", Title: "Sproto", Check: checks, Lock: emit.Lock{Numbers: numbering},
		Print: emit.Print{
			Code:  func(w *emit.Printer, roots []*model.Named) { print(w, "baleSproto", roots, false) },
			Facts: func(*model.Named) emit.Facts { return emit.Facts{NilIsEmpty: true} },
		},
	}
	Packed = &emit.Format{
		Name: "sproto-packed", Title: "SprotoPacked", Check: checks, Lock: emit.Lock{Numbers: numbering},
		Print: emit.Print{
			Code:  func(w *emit.Printer, roots []*model.Named) { print(w, "baleSprotoPacked", roots, true) },
			Facts: func(root *model.Named) emit.Facts { return emit.Facts{NilIsEmpty: true, SizeVaries: varies(root)} },
		},
	}
	checks = emit.Check{Root: check, MaxArray: maxArray}
)

// maxArray is the maximum size of a list in bytes, which has 32 bits in front of it.
const maxArray = math.MaxUint32

// A generator prints one format's part of a file.
type generator struct {
	*emit.Generator
	packed bool
	paths  bool // encoding errors have a path
	unused int  // maximum number of bytes that a room check asks for and that are not written

	types    []model.Type // types of messages with printed functions, in the order of their first use
	pairs    []*model.Map // maps whose entries have printed functions
	dec      *emit.Decoder
	declared map[string]bool
}

// graph returns the graph of types. In this format, an array of length 0 is encoded like any other.
func graph(home string) *plan.Graph { return &plan.Graph{Home: home, EmptyArrays: true} }

func print(w *emit.Printer, title string, roots []*model.Named, packed bool) {
	p := &generator{Generator: &emit.Generator{Printer: w, Graph: graph(w.Package), Title: title, Lib: "balesproto."}, packed: packed, declared: map[string]bool{}}
	p.paths = slices.ContainsFunc(roots, func(r *model.Named) bool { return p.Refusable(r) })
	p.dec = emit.NewDecoder(p.Generator, "int")
	p.dec.ListsInTextMemory = true
	if packed {
		p.dec.Message = "d.From"
	}
	p.dec.TakeElems = emit.TakeEstimatedBy("balesproto.Share", "d.Core()", minBytes)
	p.FindSharing(roots)
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

// support prints the declarations that the printed code uses.
func (p *generator) support() {
	fields := append([]string{"Depth int"}, p.SlabFields()...)
	p.SlabTypes("numbers of elements taken so far")
	if p.packed {
		fields = append(fields, "From []byte // the packed message")
	}
	p.Constant(p.Title+"Unused", p.unused)
	p.CoderTypes(p.paths, append(fields, p.TakenFields()...), false)
}

// varies reports whether a message may have several packed sizes: if it holds a map, the order of the entries determines which bytes
// are packed together.
func varies(root *model.Named) bool {
	_, isMap := root.Underlying.(*model.Map)
	return isMap || graph(root.Package).ContainsInside(root, func(t model.Type) bool { _, ok := model.Underlying(t).(*model.Map); return ok })
}
