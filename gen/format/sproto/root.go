package sproto

import (
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// slack is how many bytes behind the end of a message may be written to: a number is stored in eight bytes.
const slack = 8

// root prints what the methods of a root call.
func (p *generator) root(t *schema.Named) {
	coded := p.codesType(t)
	measure := p.call("Measure", t) + "(" + emit.Arg(coded, "&e") + "v)"
	p.AppendFunc(t, "b")
	p.VarEncoder(true)
	p.Line("size := int64(%s)", measure)
	if coded {
		p.NotEncoded(t, "b")
	}
	p.Line("if baleOver32(size) {\nreturn b, baleSprotoErrTooLong\n}")
	put := p.call("Put", t)
	if p.packed {
		p.Line("if baleOverInt(size + %[1]sUnused + 8) {\nreturn b, baleErrors[baleTooBig]\n}\nroom := int(size) + %[1]sUnused\ns := baleSprotoScratch(room)\ndefer baleSprotoPool.Put(s)\ne.end = room\nn := %[2]s(&e, baleAll((*s)[:cap(*s)]), 0, v)", p.Title, put)
		p.NotEncoded(t, "b")
		p.Line("return baleSprotoPack(b, *s, n), nil\n}\n")
	} else {
		p.Write(t, emit.Room{Put: put, Size: "size", Slack: slack, Unused: p.Title + "Unused", Exact: "true"})
	}

	if p.packed {
		p.SizeFunc(t)
		p.Line("b, err := %sAppend%s(nil, v)\nif err != nil {\nreturn 0\n}\nreturn len(b)\n}\n", p.Title, p.Name(t))
	} else {
		p.SizeRoot(t, measure, coded, true)
	}

	p.DecodeDoc(t)
	p.DecodeFunc(t)
	if p.packed {
		p.decodePacked(t)
		return
	}
	p.VarDecoder(t, "b", "len(b)")
	p.hint(t, "b")
	p.Decoded(t, p.call("Get", t)+"(&d, 0, len(b), v)")
}

// decodePacked prints the reading of what has been unpacked: strings that are to be parts of the message are parts of that.
func (p *generator) decodePacked(t *schema.Named) {
	p.Line("s, cut := baleSprotoUnpack(b, alias)")
	p.VarDecoder(t, "*s", "len(b)")
	p.Line("d.from = b")
	p.hint(t, "*s")
	p.Line("n := %s(&d, 0, len(*s), v)\nif n >= 0 {\nn = d.packed(b, n, cut)\n}", p.call("Get", t))
	p.Line("if !alias {\nbaleSprotoPool.Put(s)\n}")
	p.NotDecoded(t)
	p.Line("return n, nil\n}\n")
}

// hint prints what is known of the strings of a message, which is b. The first string makes room for as many as a short
// message may have: as if it had had 64 bytes of them. Submit, of eight strings, is read in 0.8 of the time.
func (p *generator) hint(t *schema.Named, b string) {
	p.AliasText(b)
	if s, ok := t.Underlying.(*schema.Struct); ok {
		p.OneCopy(b, s.Fields, p.beside(p.message(t)))
	}
	if p.Holds(t, func(t schema.Type) bool { return p.kind(t) == plan.String }) {
		p.Line("d.text = 64 // so that the strings of a short message take one allocation")
	}
}

// beside is how many bytes a message of numbers, times and strings takes at most, without what is in these.
func (p *generator) beside(m *structure) int {
	sum, next := 2, 0
	for _, x := range m.parts {
		if sum += 2; x.tag > next {
			sum += 2 // a word that leaves out tags
		}
		next = x.tag + 1
		switch p.kind(x.typ) {
		case plan.String:
			sum += 4
		case plan.Integer, plan.Float:
			sum += 4 + 8
		case plan.Complex:
			sum += 4 + 17
		case plan.Time: // a time: three words, eight bytes of seconds, and four of each of the others
			sum += 4 + 8 + 12 + 8 + 8
		}
	}
	return sum
}
