package json

import (
	"strings"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// formOf returns the form of a union.
func (g *generator) formOf(t model.Type) *plan.JSONUnion {
	return g.Directives.JSONUnions[model.Underlying(t).(*model.Interface)]
}

// unionText returns the name of a union in errors: that of the interface.
func (g *generator) unionText(t model.Type) string {
	if n, ok := t.(*model.Named); ok && n.Alias {
		return g.Type(n.Underlying)
	}
	return g.Type(t)
}

// head returns the text before the value of a member or, with a discriminator, before its other fields.
func head(form *plan.JSONUnion, i int) string {
	if form.Field == "" {
		return "{" + fieldName(form.Names[i])
	}
	value := fieldName(form.Names[i])
	return "{" + fieldName(form.Field) + value[:len(value)-1]
}

// putUnion prints the code that appends a union. A member that is a value is encoded from a copy, with the methods of a pointer to it.
func (g *generator) putUnion(t model.Type, x string) {
	form := g.formOf(t)
	g.flush()
	v := g.Var("x")
	none := func() { g.Line("default:\nreturn e.NotMember(b, %q, %s)\n}", g.unionText(t), v) }
	g.Line("switch %s := %s.(type) {\ncase nil:\nb = append(b, \"null\"...)", v, parenthesized(x))
	for i, m := range plan.Members(t) {
		g.Line("case %s:", g.Type(m))
		if form.Field == "" {
			g.lit(head(form, i))
			g.put(m, v, true)
			g.lit("}")
			g.flush()
			continue
		}
		value, elem := v, m
		if p, ok := model.Underlying(m).(*model.Pointer); ok {
			g.Line("if %s == nil {\nreturn e.NotMember(b, %q, %[1]s)\n}", v, g.unionText(t))
			value, elem = "*"+v, p.Elem
		}
		g.putRecordV1(elem, value, true, head(form, i))
		g.flush()
	}
	none()
}

// getUnion prints the code that decodes a union. A pointer that the interface holds is decoded into if the text has the same member.
func (g *generator) getUnion(t model.Type, x string) {
	form := g.formOf(t)
	x = parenthesized(x)
	g.Line("if balejson.IsNull(b, n) {\nif n = balejson.Null(b, n); n < 0 {\nreturn -1\n}\n%s = nil\n} else {", printer.Unparen(x))
	if form.Field == "" {
		g.getNamed(t, form, x)
	} else {
		g.getWithField(t, form, x)
	}
	g.Line("}")
}

// getNamed prints the code that decodes an object with the name of a member.
func (g *generator) getNamed(t model.Type, form *plan.JSONUnion, x string) {
	name := g.Var("name")
	g.open('{')
	g.Line("var %s []byte\nif %[1]s, n = d.Name(n); n < 0 {\nreturn -1\n}\nswitch string(%[1]s) {", name)
	for i, m := range plan.Members(t) {
		g.Line("case %q:", form.Names[i])
		g.member(m, x, func(v string) {
			g.get(m, v)
			g.Line("if n = balejson.Space(b, n); n >= len(b) || b[n] != '}' {\nreturn -1\n}\nn++")
		})
	}
	g.Line("default:\nreturn -1\n}")
}

// getWithField prints the code that decodes an object with a discriminator.
func (g *generator) getWithField(t model.Type, form *plan.JSONUnion, x string) {
	name, at := g.Var("name"), g.Var("at")
	g.Line("%s, %s := d.Discriminator(n, %q)\nif %[2]s < 0 {\nreturn -1\n}\nswitch string(%[1]s) {", name, at, form.Field)
	for i, m := range plan.Members(t) {
		g.Line("case %q:", form.Names[i])
		g.member(m, x, func(v string) {
			elem, addr := m, printer.Addr(v)
			if p, ok := model.Underlying(m).(*model.Pointer); ok {
				elem, addr = p.Elem, v
				g.Line("if %s == nil {\n%[1]s = new(%s)\n}", v, g.Type(elem))
			}
			g.Line("if n = d.%s(%s, n, %s); n < 0 {\nreturn -1\n}", g.memberFunc(elem, form.Field), addr, at)
		})
	}
	g.Line("default:\nreturn -1\n}")
}

// member prints the code that decodes a member of type m of the union x. decode prints the code that decodes into a variable.
func (g *generator) member(m model.Type, x string, decode func(v string)) {
	g.check(m)
	v := g.Var("elem")
	fresh := g.fresh
	g.fresh = true
	if plan.IsPointer(m) && !fresh {
		g.fresh = false
		g.checkUsed()
		g.Line("%s, _ := %s.(%s)", v, x, g.Type(m))
	} else {
		g.Line("var %s %s", v, g.Type(m))
	}
	decode(v)
	g.fresh = fresh
	g.Line("%s = %s", printer.Unparen(x), v)
}

// memberFunc returns the name of the method that decodes the fields of the struct t after the offset of the discriminator is known.
func (g *generator) memberFunc(t model.Type, field string) string {
	name := g.NameAs("json member "+field+g.Name(t), "getMember"+g.Name(t))
	return g.later(name, func() {
		g.Func("// %s decodes the object at n into v. The field %q is at offset at.\nfunc (d *baleJSONDecoder) %[1]s(v *%[3]s, n, at int) int {", name, field, g.Type(t))
		g.getRecordV1(t, g.recursive(t), field)
	})
}

// checkUnion checks the members of a union. With a discriminator, they must be structs in which no field could be taken for it.
func (c *checker) checkUnion(t model.Type, path, pos string) {
	form := c.forms[model.Underlying(t).(*model.Interface)]
	if form == nil {
		return
	}
	if plan.HiddenUnion(t, c.home) || !model.CanName(t.(*model.Named), c.home) {
		c.fail(pos, path, "package %s cannot name the interface, so its union cannot have a form in JSON: export it, or leave out //bale:json union", c.home)
		return
	}
	for _, m := range plan.Members(t) {
		where := path + "." + plan.MemberPath(m, c.home)
		c.walk(m, where, pos)
		if !canWrite(m, c.home) {
			c.fail(pos, where, "package %s cannot name the type: export it, or leave it out of the union", c.home)
			continue
		}
		if form.Field != "" {
			c.checkMember(m, form.Field, where, pos)
		}
	}
}

// checkCopy fails for a struct of another package that holds a union with a form, if code cannot declare one like it for encoding/json.
func (c *checker) checkCopy(n *model.Named, path, pos string) {
	s, ok := n.Underlying.(*model.Struct)
	if ok && n.Package != c.home && !model.CanCopy(s, c.home) && holdsUnion(n, func(t model.Type) []model.Type { return partsOf(t, c.home) }) {
		c.fail(pos, path, "package %s does not export the types of all fields of %s, in which a union has a form of its own: leave the field out with the tag `json:\"-\"`, or declare a type of your own", n.Package, model.TypeText(n, c.home))
	}
}

// checkMember checks a member of a union with a discriminator.
func (c *checker) checkMember(m model.Type, field, path, pos string) {
	const advice = ": use the object form, //bale:json union=object"
	if p, ok := model.Underlying(m).(*model.Pointer); ok {
		if plan.IsNamed(m) {
			c.fail(pos, path, "a pointer type with a name cannot have the field %q%s", field, advice)
			return
		}
		m = p.Elem
	}
	n, named := m.(*model.Named)
	_, isStruct := model.Underlying(m).(*model.Struct)
	f := &finder{home: c.home}
	f.find(m)
	switch {
	case !isStruct:
		c.fail(pos, path, "only structs and pointers to structs can have the field %q%s", field, advice)
	case !named:
		c.fail(pos, path, "a struct without a name cannot have the field %q: declare a type for it", field)
	case n.JSON.Any():
		c.fail(pos, path, "its own methods encode it, so it cannot have the field %q%s", field, advice)
	case f.strange || !model.CanWrite(m, c.home):
		c.fail(pos, path, "only encoding/json encodes it, so it cannot have the field %q%s", field, advice)
	}
	for _, x := range dominant(f.all) {
		if strings.EqualFold(x.Name, field) {
			c.fail(pos, path, "its field %s has the name %q in JSON, as which encoding/json reads %q: rename it by a tag, or take another name, as in //bale:json union=field:%s_", x.Field.Name, x.Name, field, field)
		}
	}
}
