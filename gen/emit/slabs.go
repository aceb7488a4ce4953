package emit

import (
	"fmt"
	"slices"

	"bale/schema"
)

// Slabs are the element types that a message may hold many slices or pointers of. Their memory is taken from one slab for
// each type.
type Slabs struct {
	p     *Printer
	Types []schema.Type
}

// NewSlabs has no types yet.
func NewSlabs(p *Printer) *Slabs { return &Slabs{p: p} }

// Add makes sure of a slab for elements of type e.
func (s *Slabs) Add(e schema.Type) {
	if s.Index(e) < 0 {
		s.Types = append(s.Types, e)
	}
}

// Index is the number of the slab that has elements of type e, or -1.
func (s *Slabs) Index(e schema.Type) int {
	return slices.IndexFunc(s.Types, func(t schema.Type) bool { return s.p.Type(t) == s.p.Type(e) })
}

// Field prints the type of a decoder's slabs, and is the field that has them; "" where there are none. The comment says what
// a total is.
func (s *Slabs) Field(title, total string) string {
	if len(s.Types) == 0 {
		return ""
	}
	s.p.Line("// %[1]sSlabs are what the lists and pointers of a message are cut from, one for each type of their elements.\ntype %[1]sSlabs struct {", title)
	for i, e := range s.Types {
		s.p.Line("slab%d []%s\ntotal%d int // %s", i, s.p.Type(e), i, total)
	}
	s.p.Line("}\n")
	return "slabs " + title + "Slabs"
}

// slabVars are the variables of a slab, as most decoders have them.
func slabVars(i int) (slab, total string) {
	return fmt.Sprintf("d.slabs.slab%d", i), fmt.Sprintf("d.slabs.total%d", i)
}
