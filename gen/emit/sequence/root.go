package sequence

import (
	"fmt"

	"bale/gen/emit"
	"bale/schema"
)

// root prints what the methods of a root call.
func (p *Printer) root(t *schema.Named) {
	p.appendRoot(t)
	p.sizeRoot(t)
	p.decodeRoot(t)
}

func (p *Printer) appendRoot(t *schema.Named) {
	p.AppendFunc(t, "b")
	p.VarEncoder(p.SizeFails(t))
	put := p.call("Put", t) + "(" + emit.Arg(p.HoldsCustom(t), "&e") + "baleAll(b[:cap(b)]), " + p.PutHead(t, "baleAll(b[:cap(b)])", "n") + ", v)"
	slack := ""
	if p.Slack() > 0 && !p.width(t).fixed() {
		slack = "+" + p.Title + "Slack"
		p.appendLoose(t, put)
	}
	p.Line("size := %s%s", p.measure(t, emit.Arg(p.SizeFails(t), "&e"), "v"), p.PlusHead(t))
	if p.SizeFails(t) {
		p.NotEncoded(t, "b")
	}
	if p.limited(t) {
		p.Line("if uint64(size) > math.MaxUint32 {\nreturn b, %sErrTooLong\n}", p.Title)
	}
	if slack == "" || !p.bounds(t) {
		p.Line("n := len(b)")
	}
	p.Line("b = baleGrow(b, size%s)", slack)
	if p.HoldsCustom(t) {
		p.Line("n = %s\nreturn b[:n], e.err\n}\n", put)
		return
	}
	p.Line("return b[:%s], nil\n}\n", put)
}

// appendLoose prints the way without the exact size, which takes a fourth of the time: where what a message takes at
// most has room, or is not worth to be looked at closely.
func (p *Printer) appendLoose(t *schema.Named, put string) {
	if !p.bounds(t) {
		return
	}
	p.Line("n, most := len(b), cap(b)-len(b)-%[1]sSlack\nif b == nil {\nmost = %[1]sLoose\n}", p.Title)
	short := ""
	if p.limited(t) {
		short = " && uint64(bound) <= math.MaxUint32"
	}
	p.Line("if bound := %s(%sv, most)%s; bound <= most%s {", p.call("Bound", t), emit.Arg(p.SizeFails(t), "&e"), p.PlusHead(t), short)
	if p.SizeFails(t) {
		p.Line("if e.err != nil {\nreturn b, e.err\n}")
	}
	p.Line("if b != nil {\nreturn b[:%s], nil\n}", put)
	p.Line("b = baleNew(bound + %sSlack)\nreturn %sTrim(b[:%s]), nil\n}", p.Title, p.Title, put)
}

// limited reports whether a message can be longer than the counts in it allow.
func (p *Printer) limited(t schema.Type) bool { return p.Count().fixed() && !p.width(t).fixed() }

func (p *Printer) sizeRoot(t *schema.Named) {
	p.SizeRoot(t, p.measure(t, emit.Arg(p.SizeFails(t), "&e"), "v")+p.PlusHead(t), p.SizeFails(t), p.limited(t))
}

// decodeRoot prints the reading of a message: what is wrong with it comes out before anything is written, if it
// is scanned.
func (p *Printer) decodeRoot(t *schema.Named) {
	p.DecodeDoc(t)
	if p.Scans() {
		p.Line("// After an error v is as it was%s.", p.unless(t))
	}
	p.DecodeFunc(t)
	p.CheckHead(t, "b")
	p.VarDecoder("b")
	if p.slabbed(t) && !p.slabsInside() {
		p.Line("d.slabs = new(%sSlabs)", p.Title)
	}
	if !p.Scans() {
		p.AliasText("b")
		p.Decoded(t, fmt.Sprintf("%s(&d, %d, v)", p.call("Get", t), p.Head(t)))
		return
	}
	if p.known(t) {
		p.Line("n := %d\nif len(b) < n {\nd.stop(baleTruncated, \"\", len(b))\nn = -1\n}", p.width(t).Min+p.Head(t))
	} else {
		p.Line("n := %s(&d, %d)", p.call("Scan", t), p.Head(t))
	}
	p.NotDecoded(t)
	if p.Reaches(t, func(t schema.Type) bool { return schema.IsKind(t, schema.String) }) {
		p.Line("d.gatherText(n)")
	}
	if p.fails(t) {
		p.Line("if n = %s(&d, %d, v); n < 0 {\nreturn 0, d.error(%q, d.n)\n}", p.call("Get", t), p.Head(t), t.Name)
	} else {
		p.Line("%s(&d, %d, v)", p.call("Get", t), p.Head(t))
	}
	p.Line("return n, nil\n}\n")
}

// unless says after what errors a destination is not what it was.
func (p *Printer) unless(t schema.Type) string {
	switch {
	case p.HoldsCustom(t):
		return ", unless it comes from the method of another type or is of a key that is there twice"
	case p.fails(t) && !p.TimeWidth().fixed():
		return ", unless it is of a key that is there twice or of a time"
	case p.fails(t):
		return ", unless it is of a key that is there twice"
	}
	return ""
}

// slabbed reports whether a message of t takes from slabs.
func (p *Printer) slabbed(t schema.Type) bool {
	return p.Reaches(t, func(t schema.Type) bool { return p.Slab(t) >= 0 })
}
