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
	View:  emit.View{Kind: emit.LikeJSON, Sees: sees},
	Check: emit.Check{Directives: []string{"strict", "json v2", "json union", "read"}, Root: check, Part: checkPart},
	Print: emit.Print{Code: print},
	Lock:  emit.Lock{Names: names},
}

const title = "JSON"

// A generator prints the json part of a file.
type generator struct {
	*emit.Printer
	pending string          // text that the printed code has still to append
	done    map[string]bool // functions that have been printed or are in queue, by name
	queue   []func()
	fresh   bool // the value that is decoded had no value before
	roots   []*model.Named
	slabs   []model.Type // types of values that are allocated together
	stacks  []model.Type // recursive types of elements
	saved   bool         // a root saves
	v2      bool         // the code has the semantics of encoding/json/v2

	originals []original // types that stand for others at package level
	wrappers  []string   // those that stand for unions
	copies    []string   // keys of the types that are copied for parts
}

// An original is a type for which another one stands in encoding/json.
type original struct{ plain, of string }

// print prints the functions of the roots and all that they call.
func print(p *emit.Printer, roots []*model.Named) {
	p.AddRuntime("json")
	g := &generator{Printer: p, done: map[string]bool{}, roots: roots}
	all := p.Directives.WithParts(roots)
	for _, r := range all {
		g.v2 = g.isV2(r)
		g.addSlabs(r)
		g.saved = g.saved || g.saves(r)
	}
	g.printDecoder()
	for _, r := range all {
		if g.v2 = g.isV2(r); r.Part != nil {
			g.part(r)
		} else {
			g.root(r, roots)
		}
	}
	g.printRoots(roots)
	g.printLibraryV2(roots)
	for len(g.queue) > 0 {
		next := g.queue[0]
		g.queue = g.queue[1:]
		next()
	}
	g.printIsRoot(roots)
	g.printOriginals()
}

// later puts a function into the queue, once. It is for roots with the same semantics.
func (g *generator) later(name string, print func()) string {
	if !g.done[name] {
		g.done[name] = true
		v2 := g.v2
		g.queue = append(g.queue, func() {
			g.v2 = v2
			print()
		})
	}
	return name
}
