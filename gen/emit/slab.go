package emit

import (
	"fmt"
	"strings"

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

// maxSlabsInDecoder is the maximum number of slabs for which their struct is part of the decoder. Every decoder is cleared, even for a type that needs no
// slabs. A larger struct comes from a pool, since all messages of a package share it: with 100 slabs, decoding an Ethereum log from compact took 124 ns
// instead of 72 ns, and from fixed, where the struct was allocated for each message, 1,434 ns instead of 66 ns.
const maxSlabsInDecoder = 16

// poolsSlabs reports whether the struct of the slabs comes from a pool.
func (p *Generator) poolsSlabs() bool { return len(p.Slabs) > maxSlabsInDecoder }

// SlabFields returns the field of the decoder for the struct of the slabs, if there are any.
func (p *Generator) SlabFields() []string {
	switch {
	case len(p.Slabs) == 0:
		return nil
	case p.poolsSlabs():
		return []string{"slabs *" + p.Title + "Slabs"}
	}
	return []string{"slabs " + p.Title + "Slabs"}
}

// TakeSlabs prints code that takes the struct of the slabs from the pool, if it comes from there and decoding the root t uses a slab, and clears those slabs
// at the end of the function.
func (p *Generator) TakeSlabs(t *model.Named) {
	if !p.poolsSlabs() {
		return
	}
	used := map[int]bool{}
	all := p.Contains(t, func(t model.Type) bool {
		switch u := model.Underlying(t).(type) {
		case *model.Slice, *model.Pointer:
			if i := p.Slab(plan.Elem(t)); i >= 0 {
				used[i] = true
			}
		case *model.Struct:
			return p.hasPlaces(u) // removed fields are decoded, too
		}
		return false
	})
	var clear []string
	for i, e := range p.Slabs {
		if all || used[i] {
			clear = append(clear, fmt.Sprintf("s.slab%[1]d, s.totals[%[1]d] = balecore.Slab[%[2]s]{}, 0", i, p.Type(e)))
		}
	}
	p.UseSlabPool(p.Title, clear, len(p.Slabs))
}

// UseSlabPool prints code that takes a struct of slabs from the pool of the format called title, if there is something to clear, and puts it back at the end of the
// function. clear has a statement for each of the slabs of the struct s that can be in use then. If these are most of all slabs, the whole struct is cleared.
func (p *Printer) UseSlabPool(title string, clear []string, all int) {
	if len(clear) == 0 {
		return
	}
	p.Line("d.slabs = balecore.TakeSlabs[%[1]sSlabs](&%[1]sSlabPool)", title)
	if 2*len(clear) > all {
		p.Line("defer balecore.FreeSlabs(&%sSlabPool, d.slabs)", title)
		return
	}
	p.Line("defer func(s *%[1]sSlabs) {\n%[2]s\n%[1]sSlabPool.Put(s)\n}(d.slabs)", title, strings.Join(clear, "\n"))
}

// SlabTypes prints the struct of the slabs, if there are any, and its pool. totalDoc is the comment of the totals.
func (p *Generator) SlabTypes(totalDoc string) {
	if len(p.Slabs) == 0 {
		return
	}
	if p.poolsSlabs() {
		p.Line("// %[1]sSlabPool has cleared slabs.\nvar %[1]sSlabPool %[2]s.Pool\n", p.Title, p.Import("sync"))
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
