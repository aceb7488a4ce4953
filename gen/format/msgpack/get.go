package msgpack

import (
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// getFunc prints the function that decodes a value.
func (p *generator) getFunc(t ruledType, name string) {
	if _, ok := schema.Underlying(t.Type).(*schema.Struct); ok && p.Kind(t.Type, true) == plan.Record {
		p.getRecord(t, name)
		return
	}
	c := p.beginGet(t, name)
	switch u := schema.Underlying(t.Type).(type) {
	case *schema.Array:
		c.getArray(t, u)
	case *schema.Slice:
		if p.Kind(t.Type, true) == plan.Bytes {
			c.getBytes(t, u.Elem)
		} else {
			c.getList(t, u.Elem)
		}
	case *schema.Map:
		c.getMap(t, u)
	case *schema.Pointer:
		c.getPointer(t, u.Elem)
	case *schema.Interface:
		c.getUnion(t)
	default:
		c.dec.Declared(func() { c.get("(*v)", t, "", false) })
	}
	c.Flush()
	c.decrementDepth(t)
	p.Line("return n\n}\n")
}

// beginGet prints the beginning of that function.
func (p *generator) beginGet(t ruledType, name string) *cursor {
	params, typ := p.UnionParam(t.Type)
	p.Func("// baleMsgpackGet%[1]s decodes the value at n into v, and reuses the memory of v. It returns the end offset, or -1 after an error.\nfunc baleMsgpackGet%[1]s%[3]s(d *baleMsgpackDecoder, n int, v *%[2]s) int {", name, typ, params)
	if p.Recursive(t.Type) {
		p.dec.CheckDepth("")
	}
	return p.cursor()
}

// decrementDepth prints the end of one level of a recursive type.
func (c *cursor) decrementDepth(t ruledType) {
	if c.Recursive(t.Type) {
		c.Line("d.depth--")
	}
}

// returnNil prints the return of the function if a condition says that nil was decoded.
func (c *cursor) returnNil(t ruledType, condition string) {
	c.Line("if %s {\n*v = nil", condition)
	c.decrementDepth(t)
	c.Line("return n\n}")
}

// getArray prints the decoding of an array.
func (c *cursor) getArray(t ruledType, u *schema.Array) {
	c.Line("k, n := d.list(n)\nif n < 0 {\nreturn -1\n}")
	c.Line("if k < 0 {\n*v = %s{}", c.Type(t.Type))
	c.decrementDepth(t)
	c.Line("return n\n}\nif k != %d {\nreturn d.stop(baleMalformed, \"\", n)\n}", u.Len)
	if u.Len > 0 {
		c.dec.UnshareArray("v", t.Type)
		c.getElems("v", t.inner(u.Elem))
	}
}

// getList prints the decoding of a slice, except for a slice of bytes.
func (c *cursor) getList(t ruledType, e schema.Type) {
	c.Line("k, n := d.list(n)\nif n < 0 {\nreturn -1\n}")
	c.returnNil(t, "k < 0")
	c.dec.CheckLimit(t.Rules, "k", "")
	c.dec.MakeSlice("(*v)", t.Type, t.Rules, "k", "")
	c.getElems("(*v)", t.inner(e))
}

// getElems prints the decoding of the elements of x.
func (c *cursor) getElems(x string, e ruledType) {
	c.dec.Declared(func() {
		c.Line("for i := range %s {", printer.Unparen(x))
		c.dec.Within(c.dec.AddIndexLine("", "i"), func() { c.get(x+"[i]", e, "", false) })
		c.Flush()
		c.Line("}")
	})
}

// getBytes prints the decoding of a slice of bytes.
func (c *cursor) getBytes(t ruledType, e schema.Type) {
	c.Line("if n < len(d.b) && d.b[n] == 0xc0 {\n*v = nil")
	c.decrementDepth(t)
	c.Line("return n + 1\n}\nn, k := d.bytes(n)\nif k < 0 {\nreturn -1\n}")
	c.dec.CheckLimit(t.Rules, "k", "")
	if plan.IsByte(e) {
		c.dec.GetBytes("(*v)", t.Type, t.Rules, "n", "k", "")
	} else {
		c.dec.Declared(func() {
			c.dec.Need("b", "=baleAll(d.b)")
			c.dec.GetNamedBytes("(*v)", t.Type, t.Rules, "n", "k", "")
		})
	}
	c.Line("n += k")
}

// getMap prints the decoding of a map.
func (c *cursor) getMap(t ruledType, u *schema.Map) {
	c.Line("k, n := d.mapLen(n)\nif n < 0 {\nreturn -1\n}")
	c.returnNil(t, "k < 0")
	c.dec.CheckLimit(t.Rules, "k", "")
	c.dec.ChargeMap(u, "k", "")
	c.dec.MakeMap("(*v)", t.Type, "k")
	c.dec.Declared(func() {
		c.dec.GetEntries("(*v)", t.Type, "k", "", "key", "elem", func() {
			c.get("key", t.inner(u.Key), "", false)
			c.get("elem", t.inner(u.Elem), "", false)
			c.Flush()
		})
	})
}

// getPointer prints the decoding of a pointer.
func (c *cursor) getPointer(t ruledType, e schema.Type) {
	allocate := func() { c.dec.MakePointer("*v", e, "") }
	if !c.Nilable(e) {
		c.Line("if n < len(d.b) && d.b[n] == 0xc0 {\n*v = nil")
		c.decrementDepth(t)
		c.Line("return n + 1\n}")
		allocate()
	} else {
		c.Line("level, n := d.nils(n)")
		c.returnNil(t, "level == 0")
		allocate()
		c.Line("if level > 0 {")
		if c.Kind(e, false) == plan.Pointer && c.Nilable(schema.Underlying(e).(*schema.Pointer).Elem) {
			c.Line("d.level = level\n}")
		} else {
			c.Line("d.level = 0\nif level > 1 {\nreturn d.stop(baleMalformed, \"\", n)\n}\n**v = nil")
			c.decrementDepth(t)
			c.Line("return n\n}")
		}
	}
	c.dec.Declared(func() {
		c.get("(**v)", t.inner(e), "", false)
		c.Flush()
	})
}
