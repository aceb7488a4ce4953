package floor

import (
	"fmt"

	"bale/codec/internal/source"
	"bale/schema"
)

// printer prints how a packed value is copied.
type printer struct {
	*source.Writer
	home  string
	slabs map[string]int // element type to the number of its slab
	elems []schema.Type  // by slab
	maps  map[string]int // map type to its number
	kinds []*schema.Map  // by map number
	names []string       // of the map types
}

// all is the text for a root of type t.
func (p *printer) all(t schema.Type) string {
	p.find(t, map[string]bool{})
	p.Line("type $Aslabs struct {")
	for i, e := range p.elems {
		p.Line("S%d []%s", i, p.Type(e))
	}
	p.Line("}\n\ntype $Apairs struct {")
	for i, m := range p.kinds {
		p.Line("P%d []struct { Key %s; Elem %s }", i, p.Type(m.Key), p.Type(m.Elem))
	}
	p.Line("}\n\n// $Amoves says where each slab came from and where it went, and has the maps that are kept.\ntype $Amoves struct {")
	for i := range p.elems {
		p.Line("from%d, to%d baleunsafe.Pointer", i, i)
	}
	for i, name := range p.names {
		p.Line("maps%d []%s\nused%d int", i, name, i)
	}
	p.Line("keep bool\n}\n")
	p.copies("func (a *$A) fresh(s *balememory.Source[$C, $Aslabs], c *$C, m *$Amoves) {", t, func(i int, typ string) {
		p.Line("d%d := make([]%s, len(s.Slabs.S%d))", i, typ, i)
	})
	p.copies("func (a *$A) reuse(s *balememory.Source[$C, $Aslabs], c *$C, m *$Amoves) {", t, func(i int, typ string) {
		p.Line("if n := len(s.Slabs.S%d); n > cap(a.kept.S%d) || a.kept.S%d == nil {\na.kept.S%d = make([]%s, n)\n}", i, i, i, i, typ)
		p.Line("d%d := a.kept.S%d[:len(s.Slabs.S%d)]", i, i, i)
	})
	p.Each(func(n int, t schema.Type) {
		p.Line("func $Amove%d(v *%s, m *$Amoves) {", n, p.Type(t))
		p.move(t, "(*v)", true)
		p.Line("}\n")
	})
	for i, name := range p.names {
		p.Line("func (m *$Amoves) take%d(n int) %s {", i, name)
		p.Line("if m.used%d < len(m.maps%d) {\nv := m.maps%d[m.used%d]\nm.used%d++\nclear(v)\nreturn v\n}", i, i, i, i, i)
		p.Line("v := make(%s, n)\nif m.keep {\nm.maps%d = append(m.maps%d, v)\nm.used%d++\n}\nreturn v\n}\n", name, i, i, i)
	}
	return p.String()
}

// find numbers the slabs and maps that t leads to.
func (p *printer) find(t schema.Type, seen map[string]bool) {
	if name := p.Type(t); closed(t, p.home) || seen[name] {
		return
	} else {
		seen[name] = true
	}
	slab := func(e schema.Type) {
		if name := p.Type(e); !seen["slab of "+name] {
			seen["slab of "+name] = true
			p.slabs[name] = len(p.elems)
			p.elems = append(p.elems, e)
		}
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		if u.Kind == schema.String {
			slab(&schema.Basic{Kind: schema.Uint8})
		}
	case *schema.Struct:
		for _, f := range u.Fields {
			p.find(f.Type, seen)
		}
	case *schema.Array:
		p.find(u.Elem, seen)
	case *schema.Slice:
		slab(u.Elem)
		p.find(u.Elem, seen)
	case *schema.Pointer:
		slab(u.Elem)
		p.find(u.Elem, seen)
	case *schema.Map:
		p.maps[p.Type(t)] = len(p.kinds)
		p.kinds, p.names = append(p.kinds, u), append(p.names, p.Type(t))
		p.find(u.Key, seen)
		p.find(u.Elem, seen)
	}
}

// copies prints a function that copies the slabs of s to memory that take has made, and its value to c.
func (p *printer) copies(head string, t schema.Type, take func(slab int, typ string)) {
	p.Line("%s", head)
	for i := range p.names {
		p.Line("m.used%d = 0", i)
	}
	for i, e := range p.elems {
		take(i, p.Type(e))
		p.Line("copy(d%d, s.Slabs.S%d)", i, i)
		p.Line("m.from%d, m.to%d = baleunsafe.Pointer(baleunsafe.SliceData(s.Slabs.S%d)), baleunsafe.Pointer(baleunsafe.SliceData(d%d))", i, i, i, i)
	}
	p.Line("*c = s.Value")
	p.move(t, "(*c)", false)
	for i, e := range p.elems {
		p.Loop(fmt.Sprintf("d%d", i), func(elem string) { p.move(e, elem, false) })
	}
	p.Line("}\n")
}

// move prints what turns the pointers in v, which has been copied, to the copies of what they point to.
func (p *printer) move(t schema.Type, v string, top bool) {
	switch {
	case closed(t, p.home) || !p.moves(t):
		return
	case !top && source.Apart(t):
		p.Line("$Amove%d(%s, m)", p.Number(t), source.Addr(v))
		return
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		p.pointer(v, &schema.Basic{Kind: schema.Uint8})
	case *schema.Slice:
		p.pointer(v, u.Elem)
	case *schema.Pointer:
		p.pointer(v, u.Elem)
	case *schema.Struct:
		for _, f := range u.Fields {
			p.move(f.Type, v+"."+f.Name, false)
		}
	case *schema.Array:
		p.Loop(v, func(elem string) { p.move(u.Elem, elem, false) })
	case *schema.Map:
		p.Scope(func() {
			n := p.maps[p.Type(t)]
			pairs, pair, made := p.Name("pairs"), p.Name("pair"), p.Name("made")
			p.Line("if %s := *(**[]struct { Key %s; Elem %s })(baleunsafe.Pointer(%s)); %s != nil {\n%s := m.take%d(len(*%s))\nfor _, %s := range *%s {",
				pairs, p.Type(u.Key), p.Type(u.Elem), source.Addr(v), pairs, made, n, pairs, pair, pairs)
			p.move(u.Key, pair+".Key", false)
			p.move(u.Elem, pair+".Elem", false)
			p.Line("%s[%s.Key] = %s.Elem\n}\n%s = %s\n}", made, pair, pair, v, made)
		})
	}
}

func (p *printer) pointer(v string, elem schema.Type) {
	n := p.slabs[p.Type(elem)]
	p.Line("balememory.Move(baleunsafe.Pointer(%s), m.from%d, m.to%d)", source.Addr(v), n, n)
}

// moves reports whether there are pointers in t that have to be moved.
func (p *printer) moves(t schema.Type) bool {
	if closed(t, p.home) {
		return false
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		return u.Kind == schema.String
	case *schema.Struct:
		for _, f := range u.Fields {
			if p.moves(f.Type) {
				return true
			}
		}
		return false
	case *schema.Array:
		return p.moves(u.Elem)
	case *schema.Time:
		return false
	}
	return true
}
