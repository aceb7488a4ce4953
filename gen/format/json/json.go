// Package json describes the json format, whose results are those of encoding/json. The code encodes and decodes what is common, and leaves
// everything else, such as errors and rare forms, to encoding/json.
package json

import (
	"bale/gen/emit"
	"bale/model"
)

// Format is the json format.
var Format = &emit.Format{
	Name: "json", Title: title,
	View:    emit.View{Kind: emit.LikeJSON, Options: options, Check: checkUnit, Record: recordUnit, Selector: selector},
	Check:   emit.Check{Directives: []string{"strict", v2Word, "json union", "read"}, Module: checkModule, Part: checkPart},
	Methods: emit.Methods{Imports: map[string][]string{v2Word: v2Packages}},
	Print:   emit.Print{Code: print},
	Lock:    emit.Lock{Names: names},
}

const title = "JSON"

// A file is the json part of a file.
type file struct {
	*emit.Printer
	pending string          // text that the printed code has still to append
	done    map[string]bool // functions that have been printed or are in queue, by name
	queue   []func()
	roots   []*model.Named
	slabs   []model.Type // types of values that are allocated together
	stacks  []model.Type // recursive types of elements
	saved   bool         // a root saves

	originals []original // types that stand for others at package level
	wrappers  []string   // those that stand for unions
	copies    []string   // keys of the types that are copied for parts
}

// A generator prints code with the semantics of a root.
type generator struct {
	*file
	*rules
	fresh bool // the value that is decoded had no value before
	own   bool // the strings and bytes of the field that is decoded have memory of their own
}

// An original is a type for which another one stands in encoding/json.
type original struct{ plain, of string }

// generator returns a generator for the root t.
func (f *file) generator(t *model.Named) *generator {
	return &generator{file: f, rules: rulesOf(f.isV2(t))}
}

// print prints the functions of the roots and all that they call.
func print(p *emit.Printer, roots []*model.Named) {
	f := &file{Printer: p, done: map[string]bool{}, roots: roots}
	all := p.Directives.WithParts(roots)
	for _, r := range all {
		g := f.generator(r)
		g.addSlabs(r)
		f.saved = f.saved || g.saves(r)
	}
	f.printDecoder()
	for _, r := range all {
		if g := f.generator(r); r.Part != nil {
			g.part(r)
		} else {
			g.root(r, roots)
		}
	}
	f.printTypes()
	for len(f.queue) > 0 {
		next := f.queue[0]
		f.queue = f.queue[1:]
		next()
	}
	f.printIsRoot()
	f.printOriginal()
}

// later puts a function into the queue, once. It is for roots with the same semantics.
func (f *file) later(name string, print func()) string {
	if !f.done[name] {
		f.done[name] = true
		f.queue = append(f.queue, print)
	}
	return name
}
