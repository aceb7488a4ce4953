package sequence

import (
	"fmt"

	"bale/gen/emit"
	"bale/model"
)

// root prints the functions that the methods of a root call.
func (p *Printer) root(t *model.Named) {
	p.appendRoot(t)
	p.sizeRoot(t)
	p.decodeRoot(t)
}

func (p *Printer) appendRoot(t *model.Named) {
	p.AppendFunc(t, "b")
	if w := p.width(t); w.fixed() {
		all := "balecore.All(b[:cap(b)])"
		p.Line("n := len(b)\nb = balecore.Grow(b, %d)\nreturn b[:%s(%s, %s, v)], nil\n}\n", w.Min+p.HeadSize(t), p.call("Put", t), all, p.PutHead(t, all, "n"))
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
		p.Line("if balecore.Over32(size) {\nreturn b, balecore.Errors[balecore.FourGiB]\n}")
	}
	p.AppendBody(t, emit.Room{Put: p.call("Put", t), Size: "size", Slack: p.Slack(), MaxExcess: p.unusedConst(), Exact: exact})
}

// unusedConst returns the name of the constant for emit.Room.MaxExcess, or "" if no check asks for more than its values take.
func (p *Printer) unusedConst() string {
	if p.Slack() == 0 {
		return ""
	}
	return p.Title + "Unused"
}

// looseSize prints code that sets size to an upper bound of the size of a message. Computing the bound takes a fourth of the
// time of the exact size. If the bound exceeds the buffer, or a limit without a buffer, the code sets size to the exact size
// instead. looseSize returns the condition under which size is exact.
func (p *Printer) looseSize(t *model.Named) (exact string) {
	encoder := emit.Arg(p.SizeFails(t), "&e")
	p.Line("most := int64(cap(b) - len(b) - %[1]sUnused - %[2]d)\nif cap(b) == 0 {\nmost = balevarint.Loose\n}", p.Title, p.Slack())
	p.Line("size := %s(%sv, most)%s", p.call("Bound", t), encoder, p.PlusHead(t))
	if exact = "size > most"; p.mayExceed32(t) {
		exact += " || balecore.Over32(size)"
	}
	p.Line("exact := %s\nif exact {\nsize = %s%s\n}", exact, p.sizeCall(t, encoder, "v"), p.PlusHead(t))
	return "exact"
}

// mayExceed32 reports whether a message may be too long for its four-byte counts.
func (p *Printer) mayExceed32(t model.Type) bool {
	return p.CountWidth().fixed() && !p.width(t).fixed()
}

func (p *Printer) sizeRoot(t *model.Named) {
	p.SizeRoot(t, p.sizeCall(t, emit.Arg(p.SizeFails(t), "&e"), "v")+p.PlusHead(t), p.SizeFails(t), p.mayExceed32(t))
}

// decodeRoot prints the function that decodes a message. In codings that scan, nearly all errors are found before v is changed.
func (p *Printer) decodeRoot(t *model.Named) {
	p.DecodeDoc(t)
	if p.ScansFirst() {
		p.Line("// After an error, v is unchanged%s.", p.exceptions(t))
	}
	p.DecodeFunc(t)
	p.CheckHead(t, "b")
	p.VarDecoder(t, "b", "len(b)")
	if !p.ScansFirst() {
		p.AliasText("b")
		p.Decoded(t, fmt.Sprintf("%s(&d, %d, v)", p.call("Get", t), p.HeadSize(t)))
		return
	}
	if p.alwaysValid(t) {
		p.Line("n := %d\nif len(b) < n {\nd.Stop(balecore.Truncated, \"\", len(b))\nn = -1\n}", p.width(t).Min+p.HeadSize(t))
	} else {
		p.Line("n := %s(&d, %d)", p.call("Scan", t), p.HeadSize(t))
	}
	p.NotDecoded(t)
	if p.Contains(t, func(t model.Type) bool { return model.IsKind(t, model.String) }) {
		p.Line("d.GatherText(n)")
	}
	if p.ChargesMemory(t) {
		p.Line("d.Budget = %s // again, since the message may have changed after the scan", p.Budget(t, "len(b)"))
	}
	if p.getFails(t) {
		p.Line("n = %s(&d, %d, v)", p.call("Get", t), p.HeadSize(t))
		p.ReleaseTaken()
		p.NotDecoded(t)
	} else {
		p.Line("%s(&d, %d, v)", p.call("Get", t), p.HeadSize(t))
		p.ReleaseTaken()
	}
	p.Line("return n, nil\n}\n")
}

// exceptions returns the clause of the comment that lists errors after which a decoded value may have changed.
func (p *Printer) exceptions(t model.Type) string {
	if !p.failsAfterScan(t) {
		return ""
	}
	text := ", unless the error is about a duplicate map key"
	if !p.TimeWidth().fixed() {
		text += " or a time"
	}
	if p.HoldsCustom(t) {
		text += " or from a custom method"
	}
	return text
}
