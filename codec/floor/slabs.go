package floor

import (
	"fmt"

	"bale/codec"
	"bale/model"
)

// slabs prints decoders that allocate memory once for each element type. New memory for all elements without pointers is allocated
// together.
func slabs(p *printer, t model.Type, code *codec.Code) {
	p.Line("// $Amoves says where the slabs went.\ntype $Amoves struct {\nmessage baleunsafe.Pointer")
	for i := range p.elems {
		p.Line("from%d uintptr\nto%d baleunsafe.Pointer", i, i)
	}
	p.mapFields()
	p.mapsOf()
	leaf := func(dst, src string, t, elem model.Type) {
		n := p.slabs[p.Type(elem)]
		switch model.Underlying(t).(type) {
		case *model.Basic:
			p.Line("%s = %s(balememory.String(string(%s), m.from%d, m.to%d))", dst, p.Type(t), src, n, n)
		case *model.Slice:
			p.Line("%s = balememory.Slice(%s, m.from%d, m.to%d)", dst, src, n, n)
		case *model.Pointer:
			p.Line("%s = balememory.Pointer(%s, m.from%d, m.to%d)", dst, src, n, n)
		}
	}
	make := func(i int, typ string) {
		p.Line("d%d := make([]%s, len(s%d))", i, typ, i)
		if !p.addresses(p.elems[i]) {
			p.Line("copy(d%d, s%d)", i, i)
		}
	}
	keep := func(i int, typ string) {
		p.Line("if n := len(s%d); n > cap(a.kept.S%d) || a.kept.S%d == nil {\na.kept.S%d = make([]%s, n)\n}", i, i, i, i, typ)
		p.Line("d%d := a.kept.S%d[:len(s%d)]", i, i, i)
		if !p.addresses(p.elems[i]) {
			p.Line("copy(d%d, s%d)", i, i)
		}
	}
	alias := func(next func(i int, typ string)) func(i int, typ string) {
		return func(i int, typ string) {
			if model.IsKind(p.elems[i], model.Uint8) {
				p.Line("d%d := s%d", i, i)
				return
			}
			next(i, typ)
		}
	}
	firstPlain, bytes := 0, len(p.elems) // numbers of the first slab without pointers and of the slab of bytes
	for firstPlain < len(p.elems) && model.HoldsPointers(p.elems[firstPlain]) {
		firstPlain++
	}
	if n := len(p.elems); n > 0 && model.IsKind(p.elems[n-1], model.Uint8) {
		bytes--
	}
	for _, d := range []struct {
		name        string
		take        func(i int, typ string)
		joined, end int // slabs that are allocated together
		to          *string
		m           string
	}{
		{"fresh", make, firstPlain, len(p.elems), &code.Unmarshal, "new($Amoves)"}, {"reuse", keep, 0, 0, &code.UnmarshalReuse, "&a.moves"},
		{"freshAlias", alias(make), firstPlain, bytes, &code.UnmarshalAlias, "new($Amoves)"},
		{"reuseAlias", alias(keep), 0, 0, &code.UnmarshalAliasReuse, "&a.moves"},
	} {
		p.copies(d.name, t, d.take, d.joined, d.end, leaf)
		*d.to = fmt.Sprintf("h, err := a.head(b)\nif err == nil {\na.%s(h, c, %s)\n}\nreturn err", d.name, d.m)
	}
	p.functions("move", leaf)
	code.State += "kept $Aslabs\nmoves $Amoves"
	code.Setup += "a.moves.keep = true"
	code.Shared = true
}

// copies prints a method that fills c and the slabs that take allocates, from the message of h. Slabs from joined to end are allocated
// and copied together, as words.
func (p *printer) copies(name string, t model.Type, take func(slab int, typ string), joined, end int, leaf leaf) {
	p.Line("func (a *$A) %s(h *$Ahead, c *$C, m *$Amoves) {\nm.message = baleunsafe.Pointer(h)", name)
	for i := range p.names {
		p.Line("m.used%d = 0", i)
	}
	if end-joined < 2 {
		joined, end = 0, 0
	} else {
		p.Line("words := balememory.Words(m.message, h.S%d.At, h.S%d.At+uintptr(h.S%d.N)*baleunsafe.Sizeof(*new(%s)))", joined, end-1, end-1, p.Type(p.elems[end-1]))
		p.Line("all := make([]uint64, len(words))\ncopy(all, words)")
	}
	for i, e := range p.elems {
		if joined <= i && i < end {
			p.Line("if h.S%d.N > 0 { // an empty one may stand behind the end, where another object is", i)
			p.Line("m.from%d, m.to%d = h.S%d.At + balememory.Low, baleunsafe.Add(baleunsafe.Pointer(baleunsafe.SliceData(all)), h.S%d.At-h.S%d.At)\n}", i, i, i, i, joined)
			continue
		}
		p.Line("s%d := balememory.Slab[%s](m.message, h.S%d)", i, p.Type(e), i)
		take(i, p.Type(e))
		p.Line("m.from%d, m.to%d = h.S%d.At + balememory.Low, baleunsafe.Pointer(baleunsafe.SliceData(d%d))", i, i, i, i)
	}
	p.Line("image := (*$C)(baleunsafe.Add(m.message, h.Value))")
	p.walk(t, "(*c)", "(*image)", "move", false, leaf)
	for i, e := range p.elems {
		if p.addresses(e) {
			p.elementLoop(fmt.Sprintf("d%d", i), fmt.Sprintf("s%d", i), e, "move", leaf)
		}
	}
	p.Line("}\n")
}
