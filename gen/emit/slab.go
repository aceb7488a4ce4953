package emit

import (
	"fmt"

	"bale/gen/plan"
	"bale/schema"
)

// word is the element type of the slab that elements without pointers share.
var wordType = &schema.Basic{Kind: schema.Uint64}

// shares reports whether elements of type e are cut from the shared slab, if there is one.
func (p *Generator) usesSharedSlab(e schema.Type) bool {
	return p.Shared && plan.Memory(e) > 0 && !schema.HoldsPointers(e)
}

// AddSlab makes sure of a slab for elements of type e.
func (p *Generator) AddSlab(e schema.Type) {
	if p.Slab(e) >= 0 {
		return
	}
	if p.usesSharedSlab(e) {
		e = wordType
	}
	p.Slabs = append(p.Slabs, e)
}

// ManySlabs makes sure of a slab for each type of slice or pointer of which a message of root can hold more than one, and of the shared
// slab if a message can hold two of those that it is for.
func (p *Generator) ManySlabs(root schema.Type) {
	shared := 0
	p.EachElem(root, false, func(t schema.Type, many bool) {
		e := plan.Elem(t)
		if p.usesSharedSlab(e) {
			shared++
		}
		if many || p.usesSharedSlab(e) && shared == 2 {
			p.AddSlab(e)
		}
	})
}

// Slab returns the number of the slab that has elements of type e, or -1.
func (p *Generator) Slab(e schema.Type) int {
	if p.usesSharedSlab(e) {
		e = wordType
	}
	return p.Index(p.Slabs, e)
}

// SlabCount is an expression for what count elements of type e are in the total of their slab: that many, or the words that they take.
// Count is an int.
func (p *Generator) SlabCount(e schema.Type, count string) string {
	size := plan.Memory(e)
	switch {
	case !p.usesSharedSlab(e) || size == 8:
		return count
	case count == "1":
		return fmt.Sprint((size + 7) / 8)
	case size == 1:
		return fmt.Sprintf("(%s+7)>>3", count)
	case size%8 == 0:
		return fmt.Sprintf("%d*%s", size/8, count)
	}
	return fmt.Sprintf("(%d*%s+7)>>3", size, count)
}

// SlabTypes prints the struct of the slabs, if there are any. What is the comment of a slab's total.
func (p *Generator) SlabTypes(totalDoc string) {
	if len(p.Slabs) == 0 {
		return
	}
	p.Line("// %[1]sSlabs are what the lists and pointers of a message are cut from, one for each type of their elements.", p.Title)
	if p.Shared {
		p.Line("// Elements without pointers share the slab of words.")
	}
	p.Line("type %[1]sSlabs struct {", p.Title)
	for i, e := range p.Slabs {
		p.Line("slab%d []%s\ntotal%d int // %s", i, p.Type(e), i, totalDoc)
	}
	p.Line("}\n")
}
