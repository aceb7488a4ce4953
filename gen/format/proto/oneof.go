package proto

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// oneof returns the oneof of a field. Each member is in a struct of its own, which has one field. member returns its value, or nil for none.
func (p *planner) oneof(f *model.Field, member func(field *model.Field, expr string) *value) *oneof {
	name := strings.TrimPrefix(f.Name, model.HiddenPrefix)
	o := &oneof{Path: name, Expr: "v." + f.Name}
	for _, t := range plan.Members(f.Type) {
		wrapper, ok := model.Underlying(plan.Elem(t)).(*model.Struct)
		if !ok || len(wrapper.Fields) != 1 {
			continue
		}
		field := wrapper.Fields[0]
		if v := member(field, "one."+field.Name); v != nil {
			v.Omit, v.Path, v.Field, v.Wrapper = false, name+"."+field.Name, &plan.Field{Field: field, Name: field.Name}, t
			o.Members = append(o.Members, v)
		}
	}
	slices.SortFunc(o.Members, func(a, b *value) int { return a.Number - b.Number })
	return o
}

// eachMember prints a type switch on a oneof. clause prints the code for a member, whose struct is in the variable one. A nil pointer to
// the struct is no value.
func (p *generator) eachMember(o *oneof, clause func(f *value)) {
	p.Line("switch one := %s.(type) {", o.Expr)
	for _, f := range o.Members {
		condition := "one != nil"
		if f.nilAbsent {
			condition += " && " + f.Expr + " != nil"
		}
		p.Line("case %s:\nif %s {", p.Type(f.Wrapper), condition)
		clause(f)
		p.Line("}")
	}
	p.Line("}")
}

// memberValue returns an expression for the value of a member, after the code that loads it.
func (p *generator) memberValue(f *value) string {
	if f.Kind != plan.Pointer {
		return f.Expr
	}
	if f.Elem.Kind == plan.Custom && !f.nilEmpty {
		return "(*" + f.Expr + ")"
	}
	x := p.local("x")
	p.Line("%s := %s", x, f.Expr)
	p.emptyForNil(f, x)
	return "(*" + x + ")"
}

// putOneof prints code that writes the value in a oneof.
func (p *generator) putOneof(m *message, o *oneof) {
	p.eachMember(o, func(f *value) {
		p.heading(f)
		p.putChecked(f, p.memberValue(f), m.GoType+"."+f.Path)
	})
}

// sizeOneof prints code that adds the size of the value in a oneof to n.
func (p sizer) sizeOneof(o *oneof) {
	p.eachMember(o, func(f *value) {
		tag, _ := tagBytes(tag(f))
		fixed := 0
		text := p.Capture(func() { fixed = p.sizePart(f, p.memberValue(f), tag, true, "") })
		p.Add(fixed)
		p.Paste(text)
	})
}

// emptyForNil prints code that replaces a nil pointer to a declared message in the variable x by an empty message, as
// google.golang.org/protobuf encodes it in a list, a map or a oneof.
func (p *generator) emptyForNil(f *value, x string) {
	if f.nilEmpty {
		p.Line("if %[1]s == nil {\n%[1]s = new(%[2]s)\n}", x, p.Type(f.Elem.Type))
	}
}

// putGroupEnd prints code that writes the tag after a group.
func (p *generator) putGroupEnd(f *value, path string) {
	n, value := tagBytes(tag(f) + 1)
	width := 8
	for width < 8*n {
		width *= 2
	}
	p.Line("if %d > e.End-n {\nreturn e.Changed(%q, n)\n}\nbalecore.Put%d(b, n, %#x)\nn += %d", n, path, width, value, n)
}

// presence returns the condition under which the string or the bytes x are written.
func presence(e *value, x string) string {
	if e.present {
		return printer.Unparen(x) + " != nil"
	}
	return fmt.Sprintf("len(%s) > 0", x)
}

// getOneof prints code that decodes a oneof if one of its members is the next field of the message. Members with long tags, and groups, are
// left to Merge.
func (p *generator) getOneof(o *oneof) {
	short := true
	for _, f := range o.Members {
		n, _ := tagBytes(tag(f))
		short = short && n == 1
	}
	p.Line("if end-n >= %d {", map[bool]int{true: 2, false: 3}[short])
	next := p.local("next")
	if short {
		p.Line("switch %s := %s; %s {", next, p.withBuffer("balecore.Get8(b, n)"), next)
	} else {
		p.Line("%s := %s\nif %s&0x80 == 0 {\n%s &= 0x7f\n}\nswitch %s {", next, p.withBuffer("balecore.Get16(b, n)"), next, next, next)
	}
	for _, f := range o.Members {
		if n, value := tagBytes(tag(f)); n <= 2 && !f.Elem.group {
			p.heading(f)
			p.Line("case %#x:\nn += %d", value, n)
			p.getMember(o, f, "Get")
		}
	}
	p.Line("}\n}")
}

// getMember prints code that decodes the value of a member into the oneof. how is as in get.
func (p *generator) getMember(o *oneof, f *value, how string) {
	if o.renews {
		how = "Get"
	}
	if o.renews || p.dec.Fresh {
		p.Line("var one %s", p.Type(f.Wrapper))
	} else {
		p.Line("one, _ := %s.(%s)", o.Expr, p.Type(f.Wrapper))
	}
	p.dec.KeepPointer("one", plan.Elem(f.Wrapper), f.Path)
	if f.Kind == plan.Pointer {
		p.dec.KeepPointer(f.Expr, f.Elem.Type, f.Path)
		p.get(f.Elem, "(*"+f.Expr+")", f.Path, how)
	} else {
		p.get(f.Elem, f.Expr, f.Path, how)
	}
	p.Line("%s = one", o.Expr)
}

// mergeOneof prints the cases of the members of a oneof in the switch of Merge.
func (p *generator) mergeOneof(o *oneof) {
	for _, f := range o.Members {
		p.Line("case %d: // %s", tag(f), f.Path)
		p.getMember(o, f, "Merge")
	}
}
