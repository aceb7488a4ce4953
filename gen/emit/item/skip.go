package item

import (
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// skip prints the skipping of v, which a part does not read. Only the time depends on the type of v: other values are skipped, too. prefixed
// reports that its prefix has been read, and that the bytes of a value with a constant prefix are there.
func (c *cursor) skip(v *plan.Value, prefixed bool) {
	if prefixed && c.prefix(v) != nil {
		c.AddConst(c.lookahead(v))
		return
	}
	at := c.Pos()
	c.SetByCode()
	call := fmt.Sprintf("d.Skips(%s, 1)", at)
	switch t := c.skipped(v.Type, v.Kind); {
	case t != nil:
		call = fmt.Sprintf("%s(d, %s)", c.skipName(t), at)
	case v.Kind == plan.String:
		call = fmt.Sprintf("d.SkipText(%s)", at)
	case v.Kind == plan.Integer || v.Kind == plan.Bool || v.Kind == plan.Float || v.Kind == plan.Time:
		call = fmt.Sprintf("d.SkipShort(%s)", at)
	}
	c.Line("if n = %s; n < 0 {\nreturn -1\n}", call)
}

// skipped returns the type by whose function a value of type t is skipped, or nil if there is none: t, or the type to which t points. Structs have
// such functions, and lists of values that have them.
func (p *generator) skipped(t model.Type, k plan.Kind) model.Type {
	switch elem := func() model.Type { return plan.Elem(model.Underlying(t)) }; {
	case p.Recursive(t):
	case k == plan.Record && len(p.record(t).Fields) > 0:
		return t
	case k == plan.Pointer:
		return p.skipped(elem(), p.Kind(elem(), false))
	case (k == plan.List || k == plan.Array) && p.skipped(elem(), p.Kind(elem(), false)) != nil:
		return t
	}
	return nil
}

// skipName returns the name of the function that skips a value of type t, and queues the function for printing.
func (p *generator) skipName(t model.Type) string {
	name := p.Title + "Skip" + p.Name(t)
	if !p.queued[name] {
		p.queued[name] = true
		p.skips = append(p.skips, t)
	}
	return name
}

// skipFunc prints the function that skips a value of type t.
func (p *generator) skipFunc(t model.Type) {
	p.Func("// %s returns the end offset of the value at n, or -1 after an error.\nfunc %[1]s(d *%[2]sDecoder, n int) int {", p.skipName(t), p.Title)
	c := p.cursor()
	if p.Kind(t, false) != plan.Record {
		elem := plan.Elem(model.Underlying(t))
		c.Line("if !d.IsList(n) {\nreturn d.Skips(n, 1)\n}\nk, n := d.List(n)\nfor range k {") // k is 0 after an error
		c.skip(p.tree.Top(elem, plan.Rules{}), false)
		c.Line("}\nreturn n\n}\n")
		return
	}
	c.dec.Declared(func() { c.skipRecord(p.record(t)) })
	c.Line("}\n")
}

// skipRecord prints the skipping of a struct. The names of its fields are compared in the order in which bale encodes them. After another name,
// the values and names that are left are skipped like any others.
func (c *cursor) skipRecord(r *plan.Struct) {
	count, each := c.counts(r)
	head, left := count.Bytes(len(r.Fields)), "1"
	room := len(head) + each*len(r.Fields) // a head that claims more is an error
	omitting := omits(r)
	if omitting {
		c.needBuffer()
		c.Line("if n >= len(d.B) || balecore.Get8(b, n)-0x%x >= %d || len(d.B)-n <= 2*int(balecore.Get8(b, n)-0x%[1]x) {\nreturn d.Skips(n, 1)\n}", count.First, count.Short)
		c.Line("left := uint64(balecore.Get8(b, n)-0x%x)\nn++", count.First)
		head, room, left = nil, 0, "2*left"
	}
	for i, field := range r.Fields {
		c.Flush()
		f := c.target(field)
		head = append(head, c.before(r, f)...)
		if c.prefix(f) != nil {
			room = max(room, len(head)+c.lookahead(f))
		}
		room = max(room, len(head))
		switch {
		case omitting && field.Conditional():
			c.Line("if left > 0 && len(d.B)-n >= %d && !(%s) { // %q", room, c.differs(head), head)
		case omitting:
			c.Line("if left == 0 || len(d.B)-n < %d || %s { // %q\nreturn d.Skips(n, %s)\n}", room, c.differs(head), head, left)
		case len(head) > 0:
			c.Line("if len(d.B)-n < %d || %s { // %q\nreturn d.Skips(n, %s)\n}", room, c.differs(head), head, left)
		}
		c.AddConst(len(head))
		c.skip(f, true)
		c.Flush()
		if omitting {
			c.Line("left--")
			if field.Conditional() {
				c.Line("}")
			}
		}
		head, room = nil, 0
		if !omitting {
			left = fmt.Sprint(each * (len(r.Fields) - 1 - i))
		}
	}
	if omitting {
		c.Line("return d.Skips(n, 2*left)")
		return
	}
	c.Line("return n")
}
