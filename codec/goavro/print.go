package goavro

import (
	"fmt"

	"bale/codec/internal/avroschema"
	"bale/codec/internal/source"
	"bale/model"
)

type printer struct {
	*source.Writer
	schema *avroschema.Printer
}

// functions prints the functions that convert a value to the library's types and back.
func (p *printer) functions(n int, t model.Type) {
	typ := p.Type(t)
	p.Line("func $Ato%d(v *%s) any {\nvar x any", n, typ)
	p.put(t, "x", "(*v)", true)
	p.Line("return x\n}\n")
	p.Line("func $Afrom%d(x any, v *%s) {", n, typ)
	p.get(t, "x", "(*v)", true)
	p.Line("}\n")
}

// block prints a block with new names.
func (p *printer) block(print func()) {
	p.Line("{")
	p.Scope(print)
	p.Line("}")
}

// natives maps Avro types to the Go types that the library uses for them.
var natives = map[string]string{
	"boolean": "bool", "string": "string", "int": "int32", "long": "int64", "float": "float32", "double": "float64",
}

// put prints code that converts v and assigns it to x.
func (p *printer) put(t model.Type, x, v string, top bool) {
	if !top && source.HasFunction(t) {
		p.Line("%s = $Ato%d(%s)", x, p.Number(t), source.Addr(v))
		return
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		p.Line("%s = %s(%s)", x, natives[p.schema.Name(t)], v)
	case *model.Time:
		p.Line("%s = %s", x, v)
	case *model.Pointer:
		p.Scope(func() {
			inner := p.Name("x")
			p.Line("if %s != nil {\nvar %s any", v, inner)
			p.put(u.Elem, inner, "(*"+v+")", false)
			p.Line("%s = map[string]any{%q: %s}\n} else {\n%s = nil\n}", x, p.schema.Name(u.Elem), inner, x)
		})
	case *model.Struct:
		p.block(func() {
			m := p.Name("m")
			p.Line("%s := make(map[string]any, %d)", m, len(u.Fields))
			for _, f := range u.Fields {
				p.put(f.Type, fmt.Sprintf("%s[%q]", m, avroschema.Field(f)), v+"."+f.Name, false)
			}
			p.Line("%s = %s", x, m)
		})
	case *model.Interface:
		p.putUnion(u, x, v)
	case *model.Map:
		p.block(func() {
			m := p.Name("m")
			p.Line("%s := make(map[string]any, len(%s))", m, v)
			p.LoopMap(v, func(key, elem string) { p.put(u.Elem, m+"[string("+key+")]", elem, false) })
			p.Line("%s = %s", x, m)
		})
	case *model.Slice:
		p.putList(u.Elem, x, v)
	case *model.Array:
		p.putList(u.Elem, x, v+"[:]")
	}
}

func (p *printer) putList(elem model.Type, x, v string) {
	if model.IsByte(elem) {
		p.Line("%s = []byte(%s)", x, v)
		return
	}
	p.block(func() {
		list := p.Name("list")
		p.Line("%s := make([]any, len(%s))", list, v)
		p.Scope(func() {
			i := p.Name("i")
			p.Line("for %s := range %s {", i, list)
			p.put(elem, list+"["+i+"]", v+"["+i+"]", false)
			p.Line("}\n%s = %s", x, list)
		})
	})
}

// putUnion prints code for a union. The library represents its value as a map with one entry, whose key is the name of the type.
func (p *printer) putUnion(union *model.Interface, x, v string) {
	p.Scope(func() {
		m, inner := p.Name("m"), p.Name("x")
		p.Line("switch %s := %s.(type) {\ncase nil:\n%s = nil", m, v, x)
		for _, t := range avroschema.Members(union) {
			p.Line("case *%s:\nvar %s any", p.Type(t), inner)
			p.put(t, inner, "(*"+m+")", false)
			p.Line("%s = map[string]any{%q: %s}", x, p.schema.Name(t), inner)
		}
		p.Line("}")
	})
}

// getUnion prints code for a union. The key of the map's only entry is the name of the value's type.
func (p *printer) getUnion(union *model.Interface, x, v string) {
	p.Scope(func() {
		name, inner, m := p.Name("name"), p.Name("x"), p.Name("m")
		p.Line("if %s == nil {\n%s = nil\n} else {", x, v)
		p.Line("for %s, %s := range %s.(map[string]any) {\nswitch %s {", name, inner, x, name)
		for _, t := range avroschema.Members(union) {
			typ := p.Type(t)
			p.Line("case %q:\n%s, _ := %s.(*%s)\nif %s == nil {\n%s = new(%s)\n}", p.schema.Name(t), m, v, typ, m, m, typ)
			p.get(t, inner, "(*"+m+")", false)
			p.Line("%s = %s", v, m)
		}
		p.Line("}\n}\n}")
	})
}

// get prints code that converts x and assigns it to v. It reuses the memory of v.
func (p *printer) get(t model.Type, x, v string, top bool) {
	if !top && source.HasFunction(t) {
		p.Line("$Afrom%d(%s, %s)", p.Number(t), x, source.Addr(v))
		return
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		p.Line("%s = %s(%s.(%s))", v, p.Type(t), x, natives[p.schema.Name(t)])
	case *model.Time:
		p.Line("%s = %s.(%s)", v, x, p.Type(u))
	case *model.Pointer:
		p.Line("if %s == nil {\n%s = nil\n} else {\nif %s == nil {\n%s = new(%s)\n}", x, v, v, v, p.Type(u.Elem))
		p.get(u.Elem, fmt.Sprintf("%s.(map[string]any)[%q]", x, p.schema.Name(u.Elem)), "(*"+v+")", false)
		p.Line("}")
	case *model.Struct:
		p.block(func() {
			m := p.Name("m")
			p.Line("%s := %s.(map[string]any)\n_ = %s", m, x, m)
			for _, f := range u.Fields {
				p.get(f.Type, fmt.Sprintf("%s[%q]", m, avroschema.Field(f)), v+"."+f.Name, false)
			}
		})
	case *model.Interface:
		p.getUnion(u, x, v)
	case *model.Map:
		p.block(func() {
			m, elem := p.Name("m"), p.Name("v")
			p.Line("%s := %s.(map[string]any)\nif %s == nil {\n%s = make(%s, len(%s))\n} else {\nclear(%s)\n}", m, x, v, v, p.Type(t), m, v)
			p.LoopMap(m, func(key, x string) {
				p.Line("var %s %s", elem, p.Type(u.Elem))
				p.get(u.Elem, x, elem, false)
				p.Line("%s[%s(%s)] = %s", v, p.Type(u.Key), key, elem)
			})
		})
	case *model.Slice:
		if model.IsByte(u.Elem) {
			p.Line("%s = %s.([]byte)", v, x)
			return
		}
		p.block(func() {
			list := p.Name("list")
			p.Line("%s := %s.([]any)\nif %s == nil || cap(%s) < len(%s) {\n%s = make(%s, len(%s))\n}\n%s = %s[:len(%s)]",
				list, x, v, v, list, v, p.Type(t), list, v, v, list)
			p.Loop(v, func(elem string) { p.get(u.Elem, list+elem[len(v):], elem, false) })
		})
	case *model.Array:
		if model.IsByte(u.Elem) {
			p.Line("copy(%s[:], %s.([]byte))", v, x)
			return
		}
		p.block(func() {
			list := p.Name("list")
			p.Line("%s := %s.([]any)", list, x)
			p.Loop(v, func(elem string) { p.get(u.Elem, list+elem[len(v):], elem, false) })
		})
	}
}
