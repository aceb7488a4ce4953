package msgpack

import (
	"fmt"

	"bale/gen/emit"
	"bale/schema"
)

// root prints the functions that the methods of a root call: append, size and decode.
func (p *generator) root(t *schema.Named) {
	name, fails := p.name(ruledType{Type: t}), p.SizeFails(t)
	e := emit.Arg(fails, "&e")
	p.AppendFunc(t, "b")
	p.VarEncoder(true)
	p.Line("size := baleMsgpackBound%s(%sv)", name, e)
	if fails {
		p.NotEncoded(t, "b")
	}
	p.Line("if baleOver32(size) && baleOver32(baleMsgpackMeasure%s(%sv)) {\nreturn b, baleMsgpackErrTooLong\n}", name, emit.Arg(fails, "new(baleMsgpackEncoder)"))
	p.AppendBody(t, emit.Room{Put: "baleMsgpackPut" + name, Size: "size", Slack: slack, MaxExcess: "baleMsgpackUnused", Exact: "false"})

	p.SizeRoot(t, fmt.Sprintf("baleMsgpackMeasure%s(%sv)", name, e), fails, true)

	p.DecodeDoc(t)
	p.DecodeFunc(t)
	p.VarDecoder(t, "b", "len(b)")
	p.AliasText("b")
	p.expectText(t)
	p.Decoded(t, "baleMsgpackGet"+name+"(&d, 0, v)")
}

// expectText prints code that tells the decoder what the type implies about the strings of a message: whether one copy of the message is
// made for all strings, and the minimum bytes of a message that are not strings.
func (p *generator) expectText(t *schema.Named) {
	var minBytes, maxBytes int
	p.Capture(func() {
		minBytes, maxBytes = p.sizeBody(ruledType{Type: t}, true), p.sizeBody(ruledType{Type: t}, false)
	})
	if _, ok := schema.Underlying(t).(*schema.Struct); ok {
		var fields []*schema.Field
		for _, f := range p.fields(t) {
			fields = append(fields, f.Field)
		}
		p.ShareOneCopy("b", fields, maxBytes)
	}
	if minBytes > 0 {
		p.Line("d.beside = %d", minBytes)
	}
}

// functions prints the functions of a type.
func (p *generator) functions(t ruledType) {
	name := p.name(t)
	p.sizeFuncs(t, name)
	p.putFunc(t, name)
	p.getFunc(t, name)
}
