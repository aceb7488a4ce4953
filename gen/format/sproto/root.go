package sproto

import (
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// root prints what the methods of a root call.
func (p *generator) root(t *schema.Named) {
	coded, blobs := p.codesType(t), p.writesCustom(p.message(t))
	measure := p.call("Measure", t) + "(" + emit.Arg(coded, "&e") + "v)"
	put := p.call("Put", t) + "(" + emit.Arg(blobs, "&e")
	name, typ := p.Name(t), p.Type(t)

	p.Func("// %[1]sAppend%[2]s appends a message.\nfunc %[1]sAppend%[2]s(b []byte, v *%[3]s) ([]byte, error) {", p.Title, name, typ)
	p.VarEncoder(coded || blobs)
	p.Line("size := %s", measure)
	if coded {
		p.Line("if e.err != nil {\nreturn b, %s\n}", emit.Refused(t, p.HoldsUnion(t)))
	}
	p.Line("if uint64(size) > math.MaxUint32 {\nreturn b, baleSprotoTooLong\n}")
	p.Import("math")
	if p.packed {
		p.Line("s := baleSprotoScratch(size)\ndefer baleSprotoPool.Put(s)")
		p.Line("n := %sbaleAll((*s)[:cap(*s)]), 0, v)", put)
		p.failed(blobs)
		p.Line("return baleSprotoPack(b, *s, n), nil\n}\n")
	} else {
		p.Line("n := len(b)\nb = baleGrow(b, size+baleSprotoSlack)\nn = %sbaleAll(b[:cap(b)]), n, v)", put)
		p.failed(blobs)
		p.Line("return b[:n], nil\n}\n")
	}

	p.Func("// %[1]sSize%[2]s is how many bytes a message takes.\nfunc %[1]sSize%[2]s(v *%[3]s) int {", p.Title, name, typ)
	if p.packed {
		p.Line("b, err := %sAppend%s(nil, v)\nif err != nil {\nreturn 0\n}\nreturn len(b)\n}\n", p.Title, name)
	} else {
		p.VarEncoder(coded)
		p.Line("return %s\n}\n", measure)
	}

	p.Func("// %[1]sDecode%[2]s reads a message at the front of b, and says how long it is.\nfunc %[1]sDecode%[2]s(b []byte, v *%[3]s, alias bool) (int, error) {", p.Title, name, typ)
	if p.packed {
		p.decodePacked(t)
		return
	}
	p.Line("var d %sDecoder\nd.b, d.alias = b, alias", p.Title)
	p.hint(t, "b")
	p.Line("n := %s(&d, 0, len(b), v)\nif n < 0 {\nreturn 0, d.error(%q, d.n)\n}\nreturn n, nil\n}\n", p.call("Get", t), t.Name)
}

// decodePacked prints the reading of what has been unpacked: strings that are to be parts of the message are parts of that.
func (p *generator) decodePacked(t *schema.Named) {
	p.Line("s, cut := baleSprotoUnpack(b, alias)")
	p.Line("var d %sDecoder\nd.b, d.alias = *s, alias", p.Title)
	p.hint(t, "*s")
	p.Line("n := %s(&d, 0, len(*s), v)\nif n >= 0 {\nn = d.packed(b, n, cut)\n}", p.call("Get", t))
	p.Line("if !alias {\nbaleSprotoPool.Put(s)\n}")
	p.Line("if n < 0 {\nreturn 0, d.error(%q, d.n)\n}\nreturn n, nil\n}\n", t.Name)
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

func (p *generator) failed(blobs bool) {
	if blobs {
		p.Line("if e.err != nil {\nreturn b, e.err\n}")
	}
}
