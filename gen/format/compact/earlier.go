package compact

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// isEarlier reports whether t is a copy of a type for messages of an earlier layout.
func isEarlier(t model.Type) bool {
	part := model.PartOf(t)
	return part != nil && part.Earlier
}

// earlier prints the functions that decode messages of earlier layouts of a root.
func (p *generator) earlier(t *model.Named) {
	if !p.HasEarlier(t) {
		return
	}
	p.Earlier(t, func(copied *model.Named, e plan.Earlier) {
		p.Roots[copied] = true
		if name := p.name(copied); p.flat(copied) {
			p.flatDecode(copied, p.layout(copied, noRules), name)
		} else {
			p.decodeRoot(copied, name, make([]int, e.Totals))
		}
	})
}

// A shared is an item that a function of its own decodes, for all layouts whose records have it.
type shared struct {
	name string
	item *item
}

// getShared prints the decoding of an item in the rest of a record of an earlier layout. The code for lists, maps and pointers is long, and the same in most
// layouts, so it is in a function.
func (p *generator) getShared(it *item) {
	arg := ""
	switch it.Kind {
	case plan.Pointer:
		arg = p.someVar(it)
	case plan.Bytes, plan.List, plan.Map:
		arg = p.countVar(it)
	default:
		p.getItem(it)
		return
	}
	key := fmt.Sprintf("shared %s %s %+v", it.Path, p.nameWith(it.Type, it.Rules), it.Rules)
	name := p.NameAs(key, "_"+printer.VarName(it.Path))
	if !p.names[key] {
		p.names[key] = true
		p.shared = append(p.shared, shared{name, it})
	}
	p.Line("if !baleCompactField%s(d, %s, %s) {\nreturn false\n}", name, printer.Addr(it.Expr), arg)
}

// sharedFunc prints the function for a shared item.
func (p *generator) sharedFunc(s shared) {
	it := *s.item
	it.Expr, it.nib, it.bit = "(*v)", 0, 0
	typ, local := "uint64", "number"
	if it.Kind == plan.Pointer {
		typ, local = "bool", "seen"
	}
	p.Func("func baleCompactField%s(d *baleCompactDecoder, v *%s, %s %s) bool {", s.name, p.Type(it.Type), local, typ)
	if it.Kind == plan.Pointer {
		p.Line("%s := %s", p.someVar(&it), local)
	} else {
		p.Line("%s := %s", p.countVar(&it), local)
	}
	p.getItem(&it)
	p.Line("return true\n}\n")
}
