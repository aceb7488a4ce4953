package msgpack

import (
	"fmt"

	"bale/gen/emit"
	"bale/schema"
)

// root prints what the methods of a root call.
func (p *generator) root(t *schema.Named) {
	name, fails := p.name(place{Type: t}), p.SizeFails(t)
	e := emit.Arg(fails, "&e")
	p.AppendFunc(t, "b")
	p.VarEncoder(true)
	p.Line("size := baleMsgpackBound%s(%sv)", name, e)
	if fails {
		p.NotEncoded(t, "b")
	}
	p.Line("if baleOver32(size) && baleOver32(baleMsgpackMeasure%s(%sv)) {\nreturn b, baleMsgpackErrTooLong\n}", name, emit.Arg(fails, "new(baleMsgpackEncoder)"))
	p.Write(t, emit.Room{Put: "baleMsgpackPut" + name, Size: "size", Slack: slack, Unused: "baleMsgpackUnused", Exact: "false"})

	p.SizeRoot(t, fmt.Sprintf("baleMsgpackMeasure%s(%sv)", name, e), fails, true)

	p.DecodeDoc(t)
	p.DecodeFunc(t)
	p.VarDecoder(t, "b", "len(b)")
	p.AliasText("b")
	p.expectText(t)
	p.Decoded(t, "baleMsgpackGet"+name+"(&d, 0, v)")
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
