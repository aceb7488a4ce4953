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
	if w := p.width(t); w.fixed() {
		all := "baleAll(b[:cap(b)])"
		p.Line("n := len(b)\nb = baleGrow(b, %d)\nreturn b[:%s(%s, %s, v)], nil\n}\n", w.Min+p.Head(t), p.call("Put", t), all, p.PutHead(t, all, "n"))
		return
	}
	p.VarEncoder(true)
	exact := "true"
	if p.Slack() > 0 && p.boundFirst(t) {
		exact = p.looseSize(t)
	} else {
		p.Line("size := %s%s", p.sizeCall(t, emit.Arg(p.SizeFails(t), "&e"), "v"), p.PlusHead(t))
	}
	if p.SizeFails(t) {
		p.NotEncoded(t, "b")
	}
	if p.mayExceed32(t) {
		p.Line("if baleOver32(size) {\nreturn b, %sErrTooLong\n}", p.Title)
	}
	p.Write(t, emit.Room{Put: p.call("Put", t), Size: "size", Slack: p.Slack(), Unused: p.unusedConst(), Exact: exact})
}

// unusedConst is the name of the constant for what checks may ask for beyond what is needed, "" where that is nothing.
func (p *Printer) unusedConst() string {
	if p.Slack() == 0 {
		return ""
	}
	return p.Title + "Unused"
}

// looseSize prints what makes size what a message takes at most where that has room, or is not worth to be looked at closely,
// which takes a fourth of the time of the exact size. It returns the condition under which it is exact.
func (p *Printer) looseSize(t *schema.Named) (exact string) {
	encoder := emit.Arg(p.SizeFails(t), "&e")
	p.Line("most := int64(cap(b) - len(b) - %[1]sUnused - %[2]d)\nif cap(b) == 0 {\nmost = %[1]sLoose\n}", p.Title, p.Slack())
	p.Line("size := %s(%sv, most)%s", p.call("Bound", t), encoder, p.PlusHead(t))
	if exact = "size > most"; p.mayExceed32(t) {
		exact += " || baleOver32(size)"
	}
	p.Line("exact := %s\nif exact {\nsize = %s%s\n}", exact, p.sizeCall(t, encoder, "v"), p.PlusHead(t))
	return "exact"
}

// limited reports whether a message can be longer than the counts in it allow.
func (p *Printer) mayExceed32(t schema.Type) bool { return p.Count().fixed() && !p.width(t).fixed() }

func (p *Printer) sizeRoot(t *schema.Named) {
	p.SizeRoot(t, p.sizeCall(t, emit.Arg(p.SizeFails(t), "&e"), "v")+p.PlusHead(t), p.SizeFails(t), p.mayExceed32(t))
}

// decodeRoot prints the reading of a message: what is wrong with it comes out before anything is written, if it
// is scanned.
func (p *Printer) decodeRoot(t *schema.Named) {
	p.DecodeDoc(t)
	if p.Scans() {
		p.Line("// After an error v is as it was%s.", p.exceptions(t))
	}
	p.DecodeFunc(t)
	p.CheckHead(t, "b")
	p.VarDecoder(t, "b", "len(b)")
	if p.usesSlabs(t) && !p.slabsInDecoder() {
		p.Line("d.slabs = new(%sSlabs)", p.Title)
	}
	if !p.Scans() {
		p.AliasText("b")
		p.Decoded(t, fmt.Sprintf("%s(&d, %d, v)", p.call("Get", t), p.Head(t)))
		return
	}
	if p.alwaysValid(t) {
		p.Line("n := %d\nif len(b) < n {\nd.stop(baleTruncated, \"\", len(b))\nn = -1\n}", p.width(t).Min+p.Head(t))
	} else {
		p.Line("n := %s(&d, %d)", p.call("Scan", t), p.Head(t))
	}
	p.NotDecoded(t)
	if p.Reaches(t, func(t schema.Type) bool { return schema.IsKind(t, schema.String) }) {
		p.Line("d.gatherText(n)")
	}
	if p.Allocates(t) {
		p.Line("d.baleBudget = %s // once more, if the message changes meanwhile", p.Budget(t, "len(b)"))
	}
	if p.getFails(t) {
		p.Line("n = %s(&d, %d, v)", p.call("Get", t), p.Head(t))
		p.NotDecoded(t)
	} else {
		p.Line("%s(&d, %d, v)", p.call("Get", t), p.Head(t))
	}
	p.Line("return n, nil\n}\n")
}

// unless says after what errors a destination is not what it was.
func (p *Printer) exceptions(t schema.Type) string {
	switch {
	case p.HoldsCustom(t):
		return ", unless it comes from the method of another type or is of a key that is there twice"
	case p.failsAfterScan(t) && !p.TimeWidth().fixed():
		return ", unless it is of a key that is there twice or of a time"
	case p.failsAfterScan(t):
		return ", unless it is of a key that is there twice"
	}
	return ""
}

// slabbed reports whether a message of t takes from slabs.
func (p *Printer) usesSlabs(t schema.Type) bool {
	return p.Reaches(t, func(t schema.Type) bool { return p.Slab(t) >= 0 })
}
