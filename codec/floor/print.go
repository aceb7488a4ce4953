package floor

import (
	"cmp"
	"fmt"
	"slices"

	"bale/codec/internal/source"
	"bale/model"
)

// printer prints the code that copies a packed value.
type printer struct {
	*source.Writer
	home  string
	slabs map[string]int // slab number by element type
	elems []model.Type   // by slab
	maps  map[string]int // map number by map type
	kinds []*model.Map   // by map number
	names []string       // map types by number
}

// layout prints the types that describe a message of type t.
func (p *printer) layout(t model.Type) {
	p.find(t, map[string]bool{})
	slices.SortStableFunc(p.elems, func(a, b model.Type) int { return cmp.Compare(slabOrder(a), slabOrder(b)) })
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
func slabOrder(e model.Type) int {
	switch {
	case model.HoldsPointers(e):
		return 0
	case !model.IsKind(e, model.Uint8):
		return 1
	}
	return 2
}

func (p *printer) pair(m *model.Map) string {
	return fmt.Sprintf("struct { Key %s; Elem %s }", p.Type(m.Key), p.Type(m.Elem))
}

// find numbers the slabs and maps in t.
func (p *printer) find(t model.Type, seen map[string]bool) {
	if name := p.Type(t); hasHidden(t, p.home) || seen[name] {
		return
	} else {
		seen[name] = true
	}
	slab := func(e model.Type) {
		if name := p.Type(e); !seen["slab of "+name] {
			seen["slab of "+name] = true
			p.elems = append(p.elems, e)
		}
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		if u.Kind == model.String {
			slab(byteType)
		}
	case *model.Slice:
		slab(u.Elem)
	case *model.Pointer:
		slab(u.Elem)
	case *model.Map:
		p.maps[p.Type(t)] = len(p.kinds)
		p.kinds, p.names = append(p.kinds, u), append(p.names, p.Type(t))
	}
	for child := range model.Children(t) {
		p.find(child, seen)
	}
}

var byteType = &model.Basic{Kind: model.Uint8}

// addresses reports whether t contains addresses that have to be replaced, or fields that are left out and therefore not copied.
func (p *printer) addresses(t model.Type) bool {
	if hasHidden(t, p.home) {
		return false
	}
	if s, ok := model.Underlying(t).(*model.Struct); ok && len(s.Internal)+len(s.Skipped) > 0 {
		return true
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return u.Kind == model.String
	case *model.Struct, *model.Array:
		for child := range model.Children(t) {
			if p.addresses(child) {
				return true
			}
		}
		return false
	case *model.Time:
		return false
	}
	return true
}

// A leaf prints the code that sets dst, of type t, to a copy of the elements in the message that src refers to.
type leaf func(dst, src string, t, elem model.Type)

// walk prints the code that sets dst to the value whose image is src. It writes every address once, because each write passes the write
// barrier. Types with their own functions are handled by functions called name and a number.
func (p *printer) walk(t model.Type, dst, src, name string, top bool, leaf leaf) {
	switch {
	case hasHidden(t, p.home) || !p.addresses(t):
		p.Line("%s = %s", dst, src)
		return
	case !top && source.HasFunction(t):
		p.Line("$A%s%d(%s, %s, m)", name, p.Number(t), source.Addr(dst), source.Addr(src))
		return
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		leaf(dst, src, t, byteType)
	case *model.Slice:
		leaf(dst, src, t, u.Elem)
	case *model.Pointer:
		leaf(dst, src, t, u.Elem)
	case *model.Struct:
		for _, f := range u.Fields {
			p.walk(f.Type, dst+"."+f.Name, src+"."+f.Name, name, false, leaf)
		}
	case *model.Array:
		p.elementLoop(dst, src, u.Elem, name, leaf)
	case *model.Map:
		p.entries(t, u, dst, src, name, leaf)
	}
}

// elementLoop prints a loop over the elements of dst and src.
func (p *printer) elementLoop(dst, src string, elem model.Type, name string, leaf leaf) {
	p.Scope(func() {
		i := p.Name("i")
		p.Line("for %s := range %s {", i, dst)
		p.walk(elem, fmt.Sprintf("%s[%s]", dst, i), fmt.Sprintf("%s[%s]", src, i), name, false, leaf)
		p.Line("}")
	})
}

// entries prints the code that fills the map dst with the entries in the message.
func (p *printer) entries(t model.Type, u *model.Map, dst, src, name string, leaf leaf) {
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
	p.Each(func(n int, t model.Type) {
		p.Line("func $A%s%d(v, image *%s, m *$Amoves) {", name, n, p.Type(t))
		p.walk(t, "(*v)", "(*image)", name, true, leaf)
		p.Line("}\n")
	})
}
