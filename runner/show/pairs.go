package show

import "reflect"

// maxDepth is the number of pointers, lists and maps inside each other that are compared. Values may be cyclic in fields that messages do not hold.
const maxDepth = 50_000

// pairs compares values. It keeps the pairs of memory that it has compared, since values may be cyclic.
type pairs struct {
	depth int
	seen  map[pair]bool
	noted []pair // what is in seen, in the order in which it was added
}

// A place is memory that a pointer, slice or map refers to.
type place struct {
	at uintptr
	n  int // elements of a slice
}

func placeOf(v reflect.Value) place {
	x := place{at: v.Pointer()}
	if v.Kind() == reflect.Slice {
		x.n = v.Len()
	}
	return x
}

// A pair is memory to which two pointers, slices or maps of a type refer.
type pair struct {
	a, b place
	typ  reflect.Type
}

// enter reports whether what a and b, which have the same length, refer to is to be compared. If it is, leave must be called afterwards.
func (p *pairs) enter(a, b reflect.Value) bool {
	x := pair{placeOf(a), placeOf(b), a.Type()}
	if p.seen[x] {
		return false
	}
	if p.seen == nil {
		p.seen = map[pair]bool{}
	}
	p.seen[x] = true
	p.noted = append(p.noted, x)
	p.depth++
	return true
}

func (p *pairs) leave() { p.depth-- }

// try reports whether two values are the same. If they are not, it forgets the pairs in them, which may be different, too.
func (p *pairs) try(n *node, a, b reflect.Value) bool {
	before := len(p.noted)
	same := p.same(n, a, b)
	if !same {
		for _, x := range p.noted[before:] {
			delete(p.seen, x)
		}
		p.noted = p.noted[:before]
	}
	return same
}
