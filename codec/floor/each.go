package floor

import (
	"fmt"

	"bale/codec"
	"bale/model"
)

// each prints decoders that allocate memory for each object and string separately. The decoder that reuses the value's memory exists
// only for strings that share memory with the message: copies of strings are cheaper in one piece.
func each(p *printer, t model.Type, code *codec.Code) {
	p.Line("// $Amoves has the message that is read.\ntype $Amoves struct {\nmessage baleunsafe.Pointer")
	p.mapFields()
	p.mapsOf()
	for _, d := range []struct {
		name         string
		reuse, alias bool
		to           *string
		m            string
	}{
		{"fresh", false, false, &code.Unmarshal, "new($Amoves)"},
		{"freshAlias", false, true, &code.UnmarshalAlias, "new($Amoves)"},
		{"reuseAlias", true, true, &code.UnmarshalAliasReuse, "&a.moves"},
	} {
		leaf, part := p.piece(d.name+"Part", d.reuse, d.alias), d.name+"Part"
		p.Line("func (a *$A) %s(h *$Ahead, c *$C, m *$Amoves) {\nm.message = baleunsafe.Pointer(h)", d.name)
		for i := range p.names {
			p.Line("m.used%d = 0", i)
		}
		p.Line("image := (*$C)(baleunsafe.Add(m.message, h.Value))")
		p.walk(t, "(*c)", "(*image)", part, false, leaf)
		p.Line("}\n")
		p.functions(part, leaf)
		*d.to = fmt.Sprintf("h, err := a.head(b)\nif err == nil {\na.%s(h, c, %s)\n}\nreturn err", d.name, d.m)
	}
	code.MarshalReuse = ""
	code.State += "moves $Amoves"
	code.Setup += "a.moves.keep = true"
}

// piece returns the leaf that allocates memory for one object or string. Functions for named types begin with part.
func (p *printer) piece(part string, reuse, alias bool) leaf {
	var leaf leaf
	leaf = func(dst, src string, t, elem model.Type) {
		if _, ok := model.Underlying(t).(*model.Basic); ok {
			call := "Clone"
			if alias {
				call = "Text"
			}
			p.Line("%s = %s(balememory.%s(m.message, string(%s)))", dst, p.Type(t), call, src)
			return
		}
		p.Scope(func() {
			from, to := p.Name("from"), p.Name("to")
			n, made := "len("+src+")", to
			address := "baleunsafe.SliceData(" + src + ")"
			_, pointer := model.Underlying(t).(*model.Pointer)
			if pointer {
				n, made, address = "1", "&"+to+"[0]", src
			}
			p.Line("if %s == nil {\n%s = nil\n} else {", src, dst)
			p.Line("%s := balememory.Elements[%s](m.message, baleunsafe.Pointer(%s), %s)", from, p.Type(elem), address, n)
			switch {
			case alias && !pointer && model.IsKind(elem, model.Uint8):
				p.Line("%s := balememory.Present(%s)", to, from)
			default:
				p.target(dst, "len("+from+")", to, elem, reuse, pointer)
				if p.addresses(elem) {
					p.elementLoop(to, from, elem, part, leaf)
				} else {
					p.Line("copy(%s, %s)", to, from)
				}
			}
			p.Line("%s = %s\n}", dst, made)
		})
	}
	return leaf
}

// target prints the declaration of to, the memory for n elements: that of dst if it is reused and large enough, else new memory.
func (p *printer) target(dst, n, to string, elem model.Type, reuse, pointer bool) {
	switch {
	case reuse && pointer:
		p.Line("if %s == nil {\n%s = new(%s)\n}\n%s := baleunsafe.Slice((*%s)(%s), 1)", dst, dst, p.Type(elem), to, p.Type(elem), dst)
	case reuse:
		p.Line("%s := []%s(%s)\nif %s > cap(%s) || %s == nil {\n%s = make([]%s, %s)\n}\n%s = %s[:%s]",
			to, p.Type(elem), dst, n, to, to, to, p.Type(elem), n, to, to, n)
	default:
		p.Line("%s := make([]%s, %s)", to, p.Type(elem), n)
	}
}
