package floor

import (
	"bale/codec"
	"bale/schema"
)

// each prints a decoder that takes one piece of memory for each object and string. It has the fresh class alone: memory that
// is there already is best kept in one piece.
func each(p *printer, t schema.Type, code *codec.Code) {
	p.Line("// $Amoves has the message that is read.\ntype $Amoves struct {\nmessage baleunsafe.Pointer")
	p.mapFields()
	p.mapsOf()
	var leaf leaf
	leaf = func(dst, src string, t, elem schema.Type) {
		if _, ok := schema.Underlying(t).(*schema.Basic); ok {
			p.Line("%s = %s(balememory.Clone(m.message, string(%s)))", dst, p.Type(t), src)
			return
		}
		p.Scope(func() {
			from, to := p.Name("from"), p.Name("to")
			n, nil, made := "len("+src+")", src+" == nil", to
			address := "baleunsafe.SliceData(" + src + ")"
			if _, ok := schema.Underlying(t).(*schema.Pointer); ok {
				n, made, address = "1", "&"+to+"[0]", src
			}
			p.Line("if %s {\n%s = nil\n} else {", nil, dst)
			p.Line("%s := balememory.Elements[%s](m.message, baleunsafe.Pointer(%s), %s)", from, p.Type(elem), address, n)
			p.Line("%s := make([]%s, len(%s))", to, p.Type(elem), from)
			if p.addresses(elem) {
				p.both(to, from, elem, "part", leaf)
			} else {
				p.Line("copy(%s, %s)", to, from)
			}
			p.Line("%s = %s\n}", dst, made)
		})
	}
	p.Line("func (a *$A) fresh(h *$Ahead, c *$C, m *$Amoves) {\nm.message = baleunsafe.Pointer(h)\nimage := (*$C)(baleunsafe.Add(m.message, h.Value))")
	p.walk(t, "(*c)", "(*image)", "part", false, leaf)
	p.Line("}\n")
	p.functions("part", leaf)
	code.MarshalReuse = ""
	code.Unmarshal = "h, err := a.head(b)\nif err == nil {\na.fresh(h, c, new($Amoves))\n}\nreturn err"
}
