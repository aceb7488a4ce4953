package sproto

import (
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// slack is how many bytes past the end of a message may be written to: a number is stored as eight bytes.
const slack = 8

// root prints the functions that the methods of a root call.
func (p *generator) root(t *model.Named) {
	usesEncoder := p.typeUsesEncoder(t)
	measure := p.messageFunc("Measure", t) + "(" + emit.Arg(usesEncoder, "&e") + "v)"
	p.AppendFunc(t, "b")
	p.VarEncoder(true)
	p.Line("size := int64(%s)", measure)
	if usesEncoder {
		p.NotEncoded(t, "b")
	}
	p.Line("if balecore.Over32(size) {\nreturn b, balecore.Errors[balecore.FourGiB]\n}")
	put := p.messageFunc("Put", t)
	if p.packed {
		p.Line("if balecore.OverInt(size + %[1]sUnused + 8) {\nreturn b, balecore.Errors[balecore.TooBig]\n}\nroom := int(size) + %[1]sUnused\ns := balesproto.Scratch(room)\ndefer balesproto.Pool.Put(s)\ne.End = room\nn := %[2]s(&e, balecore.All((*s)[:cap(*s)]), 0, v)", p.Title, put)
		p.NotWritten(t, "b")
		p.Line("return balesproto.Pack(b, *s, n), nil\n}\n")
	} else {
		p.AppendBody(t, emit.Room{Put: put, Size: "size", Slack: slack, MaxExcess: p.Title + "Unused", Exact: "true"})
	}

	if p.packed {
		p.SizeFunc(t)
		p.Line("b, err := %sAppend%s(nil, v)\nif err != nil {\nreturn 0\n}\nreturn len(b)\n}\n", p.Title, p.Name(t))
	} else {
		p.SizeRoot(t, measure, usesEncoder, true)
	}

	p.DecodeDoc(t)
	p.DecodeFunc(t)
	if p.packed {
		p.decodePacked(t)
		return
	}
	p.VarDecoder(t, "b", "len(b)")
	p.hint(t, "b")
	p.Decoded(t, p.messageFunc("Get", t)+"(&d, 0, len(b), v)")
}

// decodePacked prints the rest of the Decode function of the packed format. The message is unpacked first. With alias, strings are
// parts of the unpacked message.
func (p *generator) decodePacked(t *model.Named) {
	p.Line("s := balesproto.Unpack(b, alias)")
	p.VarDecoder(t, "*s", "len(b)")
	p.Line("d.From = b")
	p.hint(t, "*s")
	p.Line("n := %s(&d, 0, len(*s), v)\nif n >= 0 {\nn = d.Packed(b, n)\n}", p.messageFunc("Get", t))
	p.ReleaseTaken()
	p.Line("if !alias {\nbalesproto.Pool.Put(s)\n}")
	p.NotDecoded(t)
	p.Line("return n, nil\n}\n")
}

// hint prints code that prepares the decoder for the strings of the message b. It starts with 64 bytes of strings as already seen, so
// that the first string of a short message allocates memory for all. Decoding submit, which has eight strings, then takes 0.8 of the
// time.
func (p *generator) hint(t *model.Named, b string) {
	p.AliasText(b)
	if s, ok := t.Underlying.(*model.Struct); ok {
		p.ShareOneCopy(b, s.Fields, p.nonStringBytes(p.message(t)))
	}
	if p.ContainsInside(t, func(t model.Type) bool { return p.kind(t) == plan.String }) {
		p.Line("d.Text = 64 // so that the strings of a short message take one allocation")
	}
}

// nonStringBytes returns the maximum size in bytes of a message of numbers, times and strings, without the bytes of strings.
func (p *generator) nonStringBytes(m *plan.Message) int {
	sum, next := 2, 0
	for _, x := range m.Values {
		if sum += 2; x.Number > next {
			sum += 2 // a word that skips tags
		}
		next = x.Number + 1
		switch p.kind(x.Type) {
		case plan.String:
			sum += 4
		case plan.Integer, plan.Float:
			sum += 4 + 8
		case plan.Complex:
			sum += 4 + 17
		case plan.Time:
			sum += timeWidth
		}
	}
	return sum
}
