package emit

import (
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// wordType is the element type of the slab for elements without pointers.
var wordType = &model.Basic{Kind: model.Uint64}

// usesSharedSlab reports whether elements of type e come from the shared slab, if there is one.
func (p *Generator) usesSharedSlab(e model.Type) bool {
	return p.SharedSlab && plan.SharesMemory(e, p.Package)
}

// AddSlab adds a slab for elements of type e, unless there is one.
func (p *Generator) AddSlab(e model.Type) {
	if p.Slab(e) >= 0 {
		return
	}
	if p.usesSharedSlab(e) {
		e = wordType
	}
	p.Slabs = append(p.Slabs, e)
}

// AddSlabs adds a slab for each type of slice or pointer of which a message of root can hold more than one. It adds the shared
// slab if a message can hold two slices or pointers that use it.
func (p *Generator) AddSlabs(root model.Type) {
	shared := 0
	p.EachSliceAndPointer(root, false, func(t model.Type, many bool) {
		e := plan.Elem(t)
		if p.usesSharedSlab(e) {
			shared++
		}
		if many || p.usesSharedSlab(e) && shared == 2 {
			p.AddSlab(e)
		}
	})
}

// Slab returns the index of the slab for elements of type e, or -1.
func (p *Generator) Slab(e model.Type) int {
	if p.usesSharedSlab(e) {
		e = wordType
	}
	return p.IndexOfType(p.Slabs, e)
}

// SlabCount returns an expression for the amount that count elements of type e add to the total of their slab: count, or the
// number of words that they take. The expression count is an int.
func (p *Generator) SlabCount(e model.Type, count string) string {
	size := plan.SizeInMemory(e)
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

// SlabTypes prints the struct of the slabs, if there are any. totalDoc is the comment of the totals.
func (p *Generator) SlabTypes(totalDoc string) {
	if len(p.Slabs) == 0 {
		return
	}
	p.Line("// %[1]sSlabs holds the memory for the lists and pointers of a message, one slab for each element type.", p.Title)
	if p.SharedSlab {
		p.Line("// Elements without pointers share one slab of words.")
	}
	p.Line("type %[1]sSlabs struct {", p.Title)
	for i, e := range p.Slabs {
		p.Line("slab%d balecore.Slab[%s]", i, p.Type(e))
	}
	p.Line("totals [%d]int // %s\n}\n", len(p.Slabs), totalDoc)
}
