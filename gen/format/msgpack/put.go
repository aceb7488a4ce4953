package msgpack

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// putFunc prints the function that writes a value: there is room for it.
func (p *generator) putFunc(t place, name string) {
	p.Func("// baleMsgpackPut%[1]s writes v at n, and returns where it ends.\nfunc baleMsgpackPut%[1]s(%[2]sb baleBuffer, n int, v *%[3]s) int {", name, p.Encoder(p.HoldsCustom(t.Type)), p.Type(t.Type))
	c := p.cursor()
	switch u := schema.Underlying(t.Type).(type) {
	case *schema.Struct:
		c.putRecord(t.Type)
	case *schema.Array:
		c.putLiteral(countBytes(int(u.Len), 0x90, 0xdc))
		if u.Len > 0 {
			c.putAll("v", t.inner(u.Elem))
		}
	case *schema.Slice:
		p.Line("if *v == nil {\nbalePut8(b, n, 0xc0)\nreturn n + 1\n}")
		if p.Kind(t.Type, true) == plan.Bytes {
			c.putBlob(u.Elem)
			break
		}
		p.Line("n = baleMsgpackPutCount(b, n, 0x90, 0xdc, len(*v))")
		c.putAll("(*v)", t.inner(u.Elem))
	case *schema.Map:
		p.Line("if *v == nil {\nbalePut8(b, n, 0xc0)\nreturn n + 1\n}\nn = baleMsgpackPutCount(b, n, 0x80, 0xde, len(*v))")
		p.Entries(u, "(*v)", "k", "x")
		c.put("k", t.inner(u.Key))
		c.put("x", t.inner(u.Elem))
		c.Flush()
		p.Line("}")
	case *schema.Pointer:
		p.Line("if *v == nil {\nbalePut8(b, n, 0xc0)\nreturn n + 1\n}")
		if p.Nilable(u.Elem) {
			p.Line("start := n")
			c.put("(**v)", t.inner(u.Elem))
			c.Flush()
			p.Line("return baleMsgpackNested(b, start, n)\n}\n")
			return
		}
		c.put("(**v)", t.inner(u.Elem))
	case *schema.Interface:
		c.putUnion(t)
	default:
		c.put("(*v)", t)
	}
	p.Line("return %s\n}\n", c.At())
}

// putBlob prints the writing of a slice of bytes.
func (c *cursor) putBlob(e schema.Type) {
	c.Line("n = baleMsgpackPutHead(b, n, 0xc4, len(*v))\nn += %s", c.Store("n", "*v"))
}

// putAll prints the writing of the elements of a list.
func (c *cursor) putAll(x string, e place) {
	c.Flush()
	c.Line("for i := range %s {", printer.Bare(x))
	c.put(x+"[i]", e)
	c.Flush()
	c.Line("}")
}

// putRecord prints the writing of a struct. Its head, names, and what begins values that always begin alike, are constants.
func (c *cursor) putRecord(t schema.Type) {
	fields := c.fields(t)
	omits := c.omits(t, fields)
	var head []byte
	switch {
	case c.array(t):
		head = countBytes(len(fields), 0x90, 0xdc)
	case omits:
		c.countFields(fields)
		c.Line("n = baleMsgpackPutCount(b, n, 0x80, 0xde, k)")
	default:
		head = countBytes(len(fields), 0x80, 0xde)
	}
	for _, f := range fields {
		if !c.array(t) {
			head = append(head, keyBytes(f.key)...)
		}
		head = append(head, c.opening(f.Type)...)
		if f.omit && omits {
			c.Flush()
			c.Line("if %s {", c.some("v."+f.path, f.Type))
		}
		c.putLiteral(head)
		c.putOpened("v."+f.path, c.of(f))
		head = nil
		if f.omit && omits {
			c.Flush()
			c.Line("}")
		}
	}
	c.putLiteral(head) // of a struct without fields
}

// opening is what every value of a t begins with.
func (p *generator) opening(t schema.Type) []byte {
	switch p.Kind(t, false) {
	case plan.Float, plan.Complex:
		return map[schema.Kind][]byte{schema.Float32: {0xca}, schema.Float64: {0xcb}, schema.Complex64: {0xd7, 3}, schema.Complex128: {0xd8, 4}}[plan.Basic(t)]
	case plan.ByteArray:
		return binHead(plan.Len(t))
	}
	return nil
}

// put prints the writing of a value.
func (c *cursor) put(x string, t place) {
	c.putLiteral(c.opening(t.Type))
	c.putOpened(x, t)
}

// putOpened prints the writing of the rest.
func (c *cursor) putOpened(x string, t place) {
	switch c.Kind(t.Type, false) {
	case plan.Bool, plan.Integer, plan.Float, plan.Complex:
		c.putNumber(x, plan.Basic(t.Type))
	case plan.Time:
		c.Line("n = baleMsgpackPutTime(b, %s, %s)", c.At(), printer.Bare(x))
		c.Moved()
	case plan.String:
		c.putText(x, t.Type)
	case plan.ByteArray:
		c.PutByteArray(c.At(), x, t.Type)
		c.Advance(plan.Len(t.Type))
	case plan.Custom:
		first := "0xc4"
		if c.Marshals(t.Type) == "Text" {
			first = "0xd9"
		}
		c.Line("n = baleMsgpackPutBlob(b, %s, %s, %s)", c.At(), first, emit.KeptCustom(""))
		c.Moved()
	default:
		c.Line("n = baleMsgpackPut%s(%sb, %s, %s)", c.name(t), emit.Arg(c.HoldsCustom(t.Type), "e"), c.At(), printer.Addr(x))
		c.Moved()
	}
}

func (c *cursor) putText(x string, t schema.Type) {
	c.Flush()
	s := "string(" + printer.Bare(x) + ")"
	if _, basic := t.(*schema.Basic); basic {
		s = printer.Bare(x)
	}
	c.Line("if len(%[1]s) < 32 {\nbalePut8(b, n, uint8(0xa0+len(%[1]s)))\nn++\n} else {\nn = baleMsgpackPutHead(b, n, 0xd9, len(%[1]s))\n}\nbaleStoreText(b, n, %[2]s)\nn += len(%[1]s)", printer.Bare(x), s)
}

func (c *cursor) putNumber(x string, k schema.Kind) {
	float := func(x string, size int) {
		c.Line("balePut%d(b, %s, bits.ReverseBytes%d(math.Float%dbits(float%d(%s))))", size, c.At(), size, size, size, x)
		c.Advance(size / 8)
	}
	switch {
	case k == schema.Bool:
		c.Line("baleMsgpackPutBool(b, %s, bool(%s))", c.At(), printer.Bare(x))
		c.Advance(1)
	case k == schema.Float32 || k == schema.Float64:
		float(printer.Bare(x), k.Bits())
	case k == schema.Complex64 || k == schema.Complex128:
		float(fmt.Sprintf("real(%s)", printer.Bare(x)), k.Bits()/2)
		float(fmt.Sprintf("imag(%s)", printer.Bare(x)), k.Bits()/2)
	case k.Signed():
		c.putInteger("Int", "int64("+printer.Bare(x)+")")
	default:
		c.putInteger("Uint", "uint64("+printer.Bare(x)+")")
	}
}

// putInteger prints the writing of x. Those from 0 to 127, which are one byte and most there are, take a fourth of the time so.
func (c *cursor) putInteger(which, x string) {
	c.Line("if u := %s; uint64(u) < 0x80 {\nbalePut8(b, %s, uint8(u))\nn = %s\n} else {\nn = baleMsgpackPut%s(b, %s, u)\n}", x, c.At(), c.AtPlus(1), which, c.At())
	c.Moved()
}
