package msgpack

import (
	"bale/gen/emit"
	"bale/schema"
)

// root prints what the methods of a root call.
func (p *generator) root(t *schema.Named) {
	name, typ, coded := p.name(place{Type: t}), p.Type(t), p.SizeFails(t)
	e := emit.Arg(coded, "&e")
	declare := func() {
		if coded {
			p.Line("var e baleMsgpackEncoder")
		}
	}
	check := func(when bool) {
		if when {
			p.Line("if e.err != nil {\nreturn b, %s\n}", emit.Refused(t, p.HoldsUnion(t)))
		}
	}
	p.Func("// baleMsgpackAppend%[1]s appends a message.\nfunc baleMsgpackAppend%[1]s(b []byte, v *%[2]s) ([]byte, error) {", name, typ)
	declare()
	p.Line("size := baleMsgpackBound%s(%sv)", name, e)
	check(coded)
	p.Line("n, old := len(b), b\nb = baleGrow(b, size+baleMsgpackSlack)\nn = baleMsgpackPut%s(%sbaleAll(b[:cap(b)]), n, v)", name, emit.Arg(p.HoldsCustom(t), "&e"))
	if p.HoldsCustom(t) {
		p.Line("if e.err != nil {\nreturn old, e.err\n}")
	}
	p.Line("if old == nil {\nreturn baleMsgpackTrim(b[:n]), nil\n}\nreturn b[:n], nil\n}\n")

	p.Func("// baleMsgpackSize%[1]s is how many bytes a message takes.\nfunc baleMsgpackSize%[1]s(v *%[2]s) int {", name, typ)
	declare()
	p.Line("return baleMsgpackMeasure%s(%sv)\n}\n", name, e)

	p.Func("// baleMsgpackDecode%[1]s reads a message at the front of b, and says how long it is.\nfunc baleMsgpackDecode%[1]s(b []byte, v *%[2]s, alias bool) (int, error) {", name, typ)
	p.Line("var d baleMsgpackDecoder\nd.b, d.alias = b, alias")
	p.AliasText("b")
	p.expectText(t)
	p.Line("n := baleMsgpackGet%s(&d, 0, v)\nif n < 0 {\nreturn 0, d.error(%q, d.n)\n}\nreturn n, nil\n}\n", name, t.Name)
}

// expectText prints what is known of a message's strings before it is read.
func (p *generator) expectText(t *schema.Named) {
	var least, most int
	p.Capture(func() { least, most = p.sizeBody(place{Type: t}, true), p.sizeBody(place{Type: t}, false) })
	if _, ok := schema.Underlying(t).(*schema.Struct); ok {
		var fields []*schema.Field
		for _, f := range p.fields(t) {
			fields = append(fields, f.Field)
		}
		p.OneCopy("b", fields, most)
	}
	if least > 0 {
		p.Line("d.beside = %d", least)
	}
}

// functions prints the functions of a place.
func (p *generator) functions(t place) {
	name := p.name(t)
	p.sizeFuncs(t, name)
	p.putFunc(t, name)
	p.getFunc(t, name)
}
