package floor

import (
	"cmp"
	"fmt"
	"slices"

	"bale/codec/internal/source"
	"bale/schema"
)

// printer prints the code that copies a packed value.
type printer struct {
	*source.Writer
	home  string
	slabs map[string]int // slab number by element type
	elems []schema.Type  // by slab
	maps  map[string]int // map number by map type
	kinds []*schema.Map  // by map number
	names []string       // map types by number
}

// layout prints the types that describe a message of type t.
func (p *printer) layout(t schema.Type) {
	p.find(t, map[string]bool{})
	slices.SortStableFunc(p.elems, func(a, b schema.Type) int { return cmp.Compare(slabOrder(a), slabOrder(b)) })
	for i, e := range p.elems {
		p.slabs[p.Type(e)] = i
	}
	p.Line("// $Ahead is what a message begins with.\ntype $Ahead struct {\nSize int\nValue uintptr")
	for i := range p.elems {
		p.Line("S%d balememory.Run", i)
	}
	p.Line("}\n\ntype $Aslabs struct {")
	for i, e := range p.elems {
		p.Line("S%d []%s", i, p.Type(e))
	}
	p.Line("}\n\ntype $Apairs struct {")
	for i, m := range p.kinds {
		p.Line("P%d []%s", i, p.pair(m))
	}
	p.Line("}\n")
}

// slabOrder orders slabs. Those without pointers come last, so that they can be copied together, and bytes come after all others.
func slabOrder(e schema.Type) int {
	switch {
	case schema.HoldsPointers(e):
		return 0
	case !schema.IsKind(e, schema.Uint8):
		return 1
	}
	return 2
}

func (p *printer) pair(m *schema.Map) string {
	return fmt.Sprintf("struct { Key %s; Elem %s }", p.Type(m.Key), p.Type(m.Elem))
}

// find numbers the slabs and maps in t.
func (p *printer) find(t schema.Type, seen map[string]bool) {
	if name := p.Type(t); hasHidden(t, p.home) || seen[name] {
		return
	} else {
		seen[name] = true
	}
	slab := func(e schema.Type) {
		if name := p.Type(e); !seen["slab of "+name] {
			seen["slab of "+name] = true
			p.elems = append(p.elems, e)
		}
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		if u.Kind == schema.String {
			slab(byteType)
		}
	case *schema.Slice:
		slab(u.Elem)
	case *schema.Pointer:
		slab(u.Elem)
	case *schema.Map:
		p.maps[p.Type(t)] = len(p.kinds)
		p.kinds, p.names = append(p.kinds, u), append(p.names, p.Type(t))
	}
	for child := range schema.Children(t) {
		p.find(child, seen)
	}
}

var byteType = &schema.Basic{Kind: schema.Uint8}

// addresses reports whether t contains addresses that have to be replaced, or fields that are left out and therefore not copied.
func (p *printer) addresses(t schema.Type) bool {
	if hasHidden(t, p.home) {
		return false
	}
	if s, ok := schema.Underlying(t).(*schema.Struct); ok && len(s.Internal)+len(s.Skipped) > 0 {
		return true
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		return u.Kind == schema.String
	case *schema.Struct, *schema.Array:
		for child := range schema.Children(t) {
			if p.addresses(child) {
				return true
			}
		}
		return false
	case *schema.Time:
		return false
	}
	return true
}

// A leaf prints the code that sets dst, of type t, to a copy of the elements in the message that src refers to.
type leaf func(dst, src string, t, elem schema.Type)

// walk prints the code that sets dst to the value whose image is src. It writes every address once, because each write passes the write
// barrier. Types with their own functions are handled by functions called name and a number.
func (p *printer) walk(t schema.Type, dst, src, name string, top bool, leaf leaf) {
	switch {
	case hasHidden(t, p.home) || !p.addresses(t):
		p.Line("%s = %s", dst, src)
		return
	case !top && source.HasFunction(t):
		p.Line("$A%s%d(%s, %s, m)", name, p.Number(t), source.Addr(dst), source.Addr(src))
		return
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		leaf(dst, src, t, byteType)
	case *schema.Slice:
		leaf(dst, src, t, u.Elem)
	case *schema.Pointer:
		leaf(dst, src, t, u.Elem)
	case *schema.Struct:
		for _, f := range u.Fields {
			p.walk(f.Type, dst+"."+f.Name, src+"."+f.Name, name, false, leaf)
		}
	case *schema.Array:
		p.elementLoop(dst, src, u.Elem, name, leaf)
	case *schema.Map:
		p.entries(t, u, dst, src, name, leaf)
	}
}

// elementLoop prints a loop over the elements of dst and src.
func (p *printer) elementLoop(dst, src string, elem schema.Type, name string, leaf leaf) {
	p.Scope(func() {
		i := p.Name("i")
		p.Line("for %s := range %s {", i, dst)
		p.walk(elem, fmt.Sprintf("%s[%s]", dst, i), fmt.Sprintf("%s[%s]", src, i), name, false, leaf)
		p.Line("}")
	})
}

// entries prints the code that fills the map dst with the entries in the message.
func (p *printer) entries(t schema.Type, u *schema.Map, dst, src, name string, leaf leaf) {
	p.Scope(func() {
		n := p.maps[p.Type(t)]
		slot, pairs, pair, made, k, e := p.Name("slot"), p.Name("pairs"), p.Name("pair"), p.Name("made"), p.Name("k"), p.Name("e")
		p.Line("if %s := (*baleunsafe.Pointer)(baleunsafe.Pointer(%s)); *%s == nil {\n%s = nil\n} else {", slot, source.Addr(src), slot, dst)
		p.Line("%s := balememory.Slab[%s](m.message, balememory.Elements[balememory.Entries](m.message, *%s, 1)[0].Pairs)", pairs, p.pair(u), slot)
		p.Line("%s := m.take%d(len(%s))\nfor %s := range %s {\nvar %s %s\nvar %s %s", made, n, pairs, pair, pairs, k, p.Type(u.Key), e, p.Type(u.Elem))
		p.walk(u.Key, k, fmt.Sprintf("%s[%s].Key", pairs, pair), name, false, leaf)
		p.walk(u.Elem, e, fmt.Sprintf("%s[%s].Elem", pairs, pair), name, false, leaf)
		p.Line("%s[%s] = %s\n}\n%s = %s\n}", made, k, e, dst, made)
	})
}

// mapsOf prints the methods that return an empty map.
func (p *printer) mapsOf() {
	for i, name := range p.names {
		p.Line("// take%d is an empty map: in the reusing class one that was filled before.\nfunc (m *$Amoves) take%d(n int) %s {", i, i, name)
		p.Line("if m.used%d < len(m.maps%d) {\nv := m.maps%d[m.used%d]\nm.used%d++\nclear(v)\nreturn v\n}", i, i, i, i, i)
		p.Line("v := make(%s, n)\nif m.keep {\nm.maps%d = append(m.maps%d, v)\nm.used%d++\n}\nreturn v\n}\n", name, i, i, i)
	}
}

// mapFields prints the fields that mapsOf needs, and ends the struct.
func (p *printer) mapFields() {
	for i, name := range p.names {
		p.Line("maps%d []%s\nused%d int", i, name, i)
	}
	p.Line("keep bool\n}\n")
}

// functions prints the functions that walk calls.
func (p *printer) functions(name string, leaf leaf) {
	p.Each(func(n int, t schema.Type) {
		p.Line("func $A%s%d(v, image *%s, m *$Amoves) {", name, n, p.Type(t))
		p.walk(t, "(*v)", "(*image)", name, true, leaf)
		p.Line("}\n")
	})
}
