package item

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// root prints the functions that the methods of a root call to encode: append and size.
func (p *generator) root(t *model.Named) {
	name, fails := p.name(&plan.Value{Type: t}), p.SizeFails(t)
	e := emit.Arg(fails, "&e")
	p.AppendFunc(t, "b")
	p.VarEncoder(true)
	p.Line("size := %sBound%s(%sv)", p.Title, name, e)
	if fails {
		p.NotEncoded(t, "b")
	}
	p.Line("if balecore.Over32(size) && balecore.Over32(%[1]sMeasure%[2]s(%[3]sv)) {\nreturn b, balecore.Errors[balecore.FourGiB]\n}", p.Title, name, emit.Arg(fails, "new("+p.Title+"Encoder)"))
	p.AppendBody(t, emit.Room{Put: p.Title + "Put" + name, Size: "size", Slack: slack, MaxExcess: p.Title + "Unused", Exact: "false"})

	p.SizeRoot(t, fmt.Sprintf("%sMeasure%s(%sv)", p.Title, name, e), fails, true)
}

// decodeRoot prints the function that decodes a root, or a part of one.
func (p *generator) decodeRoot(t *model.Named) {
	name := p.name(&plan.Value{Type: t})
	p.DecodeDoc(t)
	p.DecodeFunc(t)
	p.VarDecoder(t, "b", "len(b)")
	p.AliasText("b")
	if t.Part == nil {
		p.expectText(t)
	}
	get := p.Title + "Get" + name + "(&d, 0, v)"
	if !p.wire.Plain {
		p.Decoded(t, get)
		return
	}
	p.Line("n := %s", get)
	p.ReleaseTaken()
	p.Line("if n < 0 && d.Irregular {\nif plain, end := d.Plain(); end >= 0 {\nif _, err := %sDecode%s(plain, v, alias); err != nil {\nreturn 0, err\n}\nreturn end, nil\n}\n}", p.Title, p.Name(t))
	p.NotDecoded(t)
	p.Line("return n, nil\n}\n")
}

// expectText prints code that tells the decoder what the type implies about the strings of a message: whether one copy of the message is
// made for all strings, and the minimum bytes of a message that are not strings.
func (p *generator) expectText(t *model.Named) {
	v := p.tree.Top(t, plan.Rules{})
	minBytes, maxBytes := p.constantOf(v, true), p.constantOf(v, false)
	if _, ok := model.Underlying(t).(*model.Struct); ok {
		var fields []*model.Field
		for _, f := range p.record(t).Fields {
			fields = append(fields, f.Field)
		}
		p.ShareOneCopy("b", fields, maxBytes)
	}
	if minBytes > 0 {
		p.Line("d.Beside = %d", minBytes)
	}
}
