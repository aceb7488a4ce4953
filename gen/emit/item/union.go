package item

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// memberBytes returns the bytes before a member's value: the head of an array of two, and the member's number.
func (p *generator) memberBytes(number int) []byte {
	return append(p.wire.List.Bytes(2), p.wire.IntBytes(number)...)
}

// putUnion prints the encoding of an interface with a union. The size function has refused other types, so a value of another type has
// changed since.
func (c *cursor) putUnion(v *plan.Value, path string) {
	c.checkRoom(6, emit.Length{}, path) // the head of an array of two, and a number of at most five bytes
	c.TypeSwitch(v.Expr, v.Type, "x", func(number int, m model.Type) {
		c.WrittenParts(v.Type, fmt.Sprint(number))
		c.putLiteral(c.memberBytes(number))
		c.put(c.tree.Part(v, m, "x", path))
		c.Flush()
	}, func() {
		c.WrittenParts(v.Type, "0")
		c.Line("balecore.Put8(b, n, 0x%x)\nn++", c.wire.Nil)
	}, func() { c.Line("return e.Changed(%q, n)", path) })
}

// sizeUnion prints the addition of the size of an interface with a union to n.
func (p *generator) sizeUnion(v *plan.Value, exact bool) {
	p.AddUnion(v.Expr, v.Type, "x", func() { p.Line("n++") }, func(number int, m model.Type) int {
		return len(p.memberBytes(number)) + p.sizePart(v, p.tree.Part(v, m, "x", ""), exact, fmt.Sprintf("e.At(%q)", plan.MemberPath(m, p.Package)))
	})
}

// getUnion prints the decoding of an interface with a union. A value that is not a pointer is newly allocated, so that copies of the
// interface do not change.
func (c *cursor) getUnion(v *plan.Value) {
	members := plan.Members(v.Type)
	c.Line("k, n := d.Member(n, %d)\nif n < 0 {\nreturn -1\n}", len(members))
	c.dec.Declared(func() {
		c.Line("switch k {\ncase 0:")
		c.SetUnion(v.Expr, v.Type, "nil")
		for i, m := range members {
			c.Line("case %d:", i+1)
			c.dec.DeclareMember("value", c.AsInterface(v.Expr, v.Type), m, "")
			c.get(c.tree.Part(v, m, "value", plan.MemberPath(m, c.Package)), false)
			c.Flush()
			c.SetUnion(v.Expr, v.Type, "value")
		}
		c.Line("}")
	})
}
