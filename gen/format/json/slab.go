package json

import (
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// maxSlabsInDecoder is the maximum number of slabs for which their struct is part of the decoder, which is cleared for each message. A larger one
// is from a pool: that of a Pod of Kubernetes takes 3.7 KB, and all else in it 20 KB.
const maxSlabsInDecoder = 8

// addSlabs adds the types of the elements of lists and of what pointers point to in values of root.
func (g *generator) addSlabs(root model.Type) {
	slabs, stacks := g.slabsOf(root)
	g.slabs, g.stacks = g.addTypes(g.slabs, slabs), g.addTypes(g.stacks, stacks)
}

// slabsOf returns the types of values that are allocated together when root is decoded, and the recursive types of elements.
func (g *generator) slabsOf(root model.Type) (slabs, stacks []model.Type) {
	graph := &plan.Graph{Home: g.Package}
	add := func(t model.Type) bool {
		e := plan.Elem(t)
		if k := g.kindOf(t, true); k == list && !g.isScalar(e) || k == pointer {
			slabs = append(slabs, e)
		}
		if g.kindOf(t, true) == list && g.recursive(e) {
			stacks = append(stacks, e)
		}
		return false
	}
	add(root)
	plan.Reachable(root, graph.Parts, add)
	return slabs, stacks
}

// addTypes appends those types of more that list does not have.
func (g *generator) addTypes(list, more []model.Type) []model.Type {
	for _, e := range more {
		if !slices.ContainsFunc(list, func(s model.Type) bool { return g.Name(s) == g.Name(e) }) {
			list = append(list, e)
		}
	}
	return list
}

// takeSlabs prints code that takes the struct of the slabs from the pool, if it comes from there and decoding the root t uses a slab, and clears those slabs at
// the end of the function.
func (g *generator) takeSlabs(t *model.Named) {
	all := len(g.slabs) + len(g.stacks)
	if all <= maxSlabsInDecoder {
		return
	}
	var clear []string
	slabs, stacks := g.slabsOf(t)
	for _, e := range g.addTypes(nil, slabs) {
		clear = append(clear, "s.slab"+g.Name(e)+" = nil")
	}
	for _, e := range g.addTypes(nil, stacks) {
		clear = append(clear, "s.stack"+g.Name(e)+" = nil")
	}
	g.UseSlabPool("baleJSON", clear, all)
}

// slab returns a pointer to the slab for values of type t.
func (g *generator) slab(t model.Type) string { return "&d.slabs.slab" + g.Name(t) }

// stack returns a pointer to the stack for elements of the recursive type t.
func (g *generator) stack(t model.Type) string { return "&d.slabs.stack" + g.Name(t) }

// printDecoder prints the type of the decoder.
func (f *file) printDecoder() {
	ref := ""
	if len(f.slabs)+len(f.stacks) > maxSlabsInDecoder {
		ref = "*"
		f.Line("// baleJSONSlabPool has cleared slabs.\nvar baleJSONSlabPool %s.Pool\n", f.Import("sync"))
	}
	f.Line("// A baleJSONDecoder holds the state of decoding a value.\ntype baleJSONDecoder struct {\nbalejson.Input")
	if len(f.slabs) == 0 {
		f.Line("}\n")
		return
	}
	f.Line("slabs %sbaleJSONSlabs\n}\n", ref)
	f.Line("// baleJSONSlabs has memory for the elements of lists and for what pointers point to.\ntype baleJSONSlabs struct {")
	for _, t := range f.slabs {
		f.Line("slab%s []%s", f.Name(t), f.Type(t))
	}
	for _, t := range f.stacks {
		f.Line("stack%s []%s", f.Name(t), f.Type(t))
	}
	f.Line("}\n")
}
