package msgpack

import (
	"encoding/binary"
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// memberBytes returns the bytes before a member's value: the head of an array of two, and the member's number.
func memberBytes(number int) []byte {
	switch {
	case number < 1<<7:
		return []byte{0x92, byte(number)}
	case number < 1<<8:
		return []byte{0x92, 0xcc, byte(number)}
	}
	return binary.BigEndian.AppendUint16([]byte{0x92, 0xcd}, uint16(number))
}

// putUnion prints the encoding of an interface with a union.
func (c *cursor) putUnion(t ruledType, path string) {
	c.checkRoom(6, emit.Length{}, path) // the head of an array of two, and a number of at most five bytes
	c.TypeSwitch("(*v)", t.Type, "x", func(number int, m schema.Type) {
		c.putLiteral(memberBytes(number))
		c.put("x", t.inner(m), path)
		c.Flush()
	}, nil, func() { c.Line("balePut8(b, n, 0xc0)\nn++") })
}

// sizeUnion prints the addition of the size of an interface with a union to n.
func (p *generator) sizeUnion(t ruledType, exact bool) {
	p.AddUnion("(*v)", t.Type, "x", func() { p.Line("n++") }, func(number int, m schema.Type) int {
		return len(memberBytes(number)) + p.sizePart("x", t, m, exact, fmt.Sprintf("e.at(%q)", plan.MemberPath(m, p.Package)))
	})
}

// getUnion prints the decoding of an interface with a union. A value that is not a pointer is newly allocated, so that copies of the
// interface do not change.
func (c *cursor) getUnion(t ruledType) {
	members := plan.Members(t.Type)
	c.Line("k, n := d.member(n, %d)\nif n < 0 {\nreturn -1\n}", len(members))
	c.dec.Declared(func() {
		c.Line("switch k {\ncase 0:")
		c.SetUnion("(*v)", t.Type, "nil")
		for i, m := range members {
			c.Line("case %d:", i+1)
			c.dec.DeclareMember("value", c.AsInterface("(*v)", t.Type), m, "")
			c.get("value", t.inner(m), plan.MemberPath(m, c.Package), false)
			c.Flush()
			c.SetUnion("(*v)", t.Type, "value")
		}
		c.Line("}")
	})
}
