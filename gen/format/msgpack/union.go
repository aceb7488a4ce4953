package msgpack

import (
	"encoding/binary"
	"fmt"

	"bale/gen/plan"
	"bale/schema"
)

const unionText = `
// member is which of a union's types, of which there are so many, stands at n, and where its value is, or -1. nil is 0.
func (d *baleMsgpackDecoder) member(n, most int) (number, from int) {
	// As bale writes it: a union of a bool and a pointer is read in 0.4 of the time.
	if len(d.b)-n > 2 && d.b[n] == 0x92 && uint(d.b[n+1])-1 < uint(min(most, 127)) {
		return int(d.b[n+1]), n + 2
	}
	k, from := d.list(n)
	switch {
	case k < 0 || from < 0:
		return 0, from
	case k != 2:
		return 0, d.stop(baleMalformed, "", n)
	}
	x, end := d.uint(from, 64)
	if end >= 0 && x-1 >= uint64(most) {
		return 0, d.stop(baleMalformed, "", from)
	}
	return int(x), end
}
`

// memberBytes is what stands in front of a member's value: the head of an array of two, and the member's number.
func memberBytes(number int) []byte {
	switch {
	case number < 1<<7:
		return []byte{0x92, byte(number)}
	case number < 1<<8:
		return []byte{0x92, 0xcc, byte(number)}
	}
	return binary.BigEndian.AppendUint16([]byte{0x92, 0xcd}, uint16(number))
}

// putUnion prints the writing of what an interface holds.
func (c *cursor) putUnion(t place) {
	c.TypeSwitch("(*v)", t.Type, "x", func(number int, m schema.Type) {
		c.putLiteral(append(memberBytes(number), c.opening(m)...))
		c.putOpened("x", t.inner(m))
		c.flush()
	}, nil, func() { c.Line("balePut8(b, n, 0xc0)\nn++") })
}

// sizeUnion prints what adds its bytes to n.
func (p *generator) sizeUnion(t place, exact bool) {
	p.AddUnion("(*v)", t.Type, "x", func() { p.Line("n++") }, func(number int, m schema.Type) int {
		return len(memberBytes(number)) + p.sizePart("x", t, m, exact, fmt.Sprintf("e.at(%q)", plan.Member(m, p.Package)))
	})
}

// getUnion prints the reading of it. What is no pointer is made anew, so that a copy of the interface stays what it is.
func (c *cursor) getUnion(t place) {
	members := plan.Members(t.Type)
	c.Helper("baleMsgpack union", unionText)
	c.Line("k, n := d.member(n, %d)\nif n < 0 {\nreturn -1\n}", len(members))
	c.declared(func() {
		c.Line("switch k {\ncase 0:\n*v = nil")
		for i, m := range members {
			c.Line("case %d:", i+1)
			c.dec.Member("value", "(*v)", m, "")
			c.get("value", t.inner(m), plan.Member(m, c.Package), false)
			c.flush()
			c.Line("*v = value")
		}
		c.Line("}")
	})
}
