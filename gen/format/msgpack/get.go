package msgpack

import (
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// getFunc prints the function that reads a value.
func (p *generator) getFunc(t place, name string) {
	if _, ok := schema.Underlying(t.Type).(*schema.Struct); ok && p.Kind(t.Type, true) == plan.Record {
		p.getRecord(t, name)
		return
	}
	c := p.getHead(t, name)
	switch u := schema.Underlying(t.Type).(type) {
	case *schema.Array:
		c.getRow(t, u)
	case *schema.Slice:
		if p.Kind(t.Type, true) == plan.Bytes {
			c.getBlob(t, u.Elem)
		} else {
			c.getList(t, u.Elem)
		}
	case *schema.Map:
		c.getTable(t, u)
	case *schema.Pointer:
		c.getPointer(t, u.Elem)
	case *schema.Interface:
		c.getUnion(t)
	default:
		c.dec.Declared(func() { c.get("(*v)", t, "", false) })
	}
	c.Flush()
	c.leave(t)
	p.Line("return n\n}\n")
}

// getHead prints the beginning of the function.
func (p *generator) getHead(t place, name string) *cursor {
	params, typ := p.Param(t.Type)
	p.Func("// baleMsgpackGet%[1]s reads the value at n into v, and keeps the capacity of that. It returns where it ends, or -1.\nfunc baleMsgpackGet%[1]s%[3]s(d *baleMsgpackDecoder, n int, v *%[2]s) int {", name, typ, params)
	if p.Recursive(t.Type) {
		p.dec.Deeper("")
	}
	return p.cursor()
}

func (c *cursor) leave(t place) {
	if c.Recursive(t.Type) {
		c.Line("d.depth--")
	}
}

// none prints the end of the function where nil is read.
func (c *cursor) none(t place, when string) {
	c.Line("if %s {\n*v = nil", when)
	c.leave(t)
	c.Line("return n\n}")
}

func (c *cursor) getRow(t place, u *schema.Array) {
	c.Line("k, n := d.list(n)\nif n < 0 {\nreturn -1\n}")
	c.Line("if k < 0 {\n*v = %s{}", c.Type(t.Type))
	c.leave(t)
	c.Line("return n\n}\nif k != %d {\nreturn d.stop(baleMalformed, \"\", n)\n}", u.Len)
	if u.Len > 0 {
		c.getAll("v", t.inner(u.Elem))
	}
}

func (c *cursor) getList(t place, e schema.Type) {
	c.Line("k, n := d.list(n)\nif n < 0 {\nreturn -1\n}")
	c.none(t, "k < 0")
	c.dec.Limit(t.Rules, "k", "")
	c.dec.Slice("(*v)", t.Type, t.Rules, "k", "")
	c.getAll("(*v)", t.inner(e))
}

// getAll prints the reading of all elements.
func (c *cursor) getAll(x string, e place) {
	c.dec.Declared(func() {
		c.Line("for i := range %s {", printer.Bare(x))
		c.dec.Within(c.dec.Index("", "i"), func() { c.get(x+"[i]", e, "", false) })
		c.Flush()
		c.Line("}")
	})
}

func (c *cursor) getBlob(t place, e schema.Type) {
	c.Line("if n < len(d.b) && d.b[n] == 0xc0 {\n*v = nil")
	c.leave(t)
	c.Line("return n + 1\n}\nn, k := d.bytes(n)\nif k < 0 {\nreturn -1\n}")
	c.dec.Limit(t.Rules, "k", "")
	if plan.IsByte(e) {
		c.dec.Bytes("(*v)", t.Type, t.Rules, "n", "k", "")
	} else {
		c.dec.Declared(func() {
			c.dec.Need("b", "=baleAll(d.b)")
			c.dec.NamedBytes("(*v)", t.Type, t.Rules, "n", "k", "")
		})
	}
	c.Line("n += k")
}

func (c *cursor) getTable(t place, u *schema.Map) {
	c.Line("k, n := d.mapLen(n)\nif n < 0 {\nreturn -1\n}")
	c.none(t, "k < 0")
	c.dec.Limit(t.Rules, "k", "")
	c.dec.ChargeMap(u, "k", "")
	c.dec.Map("(*v)", t.Type, "k")
	c.dec.Declared(func() {
		c.dec.GetEntries("(*v)", t.Type, "k", "", "key", "elem", func() {
			c.get("key", t.inner(u.Key), "", false)
			c.get("elem", t.inner(u.Elem), "", false)
			c.Flush()
		})
	})
}

func (c *cursor) getPointer(t place, e schema.Type) {
	made := func() { c.dec.Pointer("*v", e, "") }
	if !c.Nilable(e) {
		c.Line("if n < len(d.b) && d.b[n] == 0xc0 {\n*v = nil")
		c.leave(t)
		c.Line("return n + 1\n}")
		made()
	} else {
		c.Line("level, n := d.nils(n)")
		c.none(t, "level == 0")
		made()
		c.Line("if level > 0 {")
		if c.Kind(e, false) == plan.Pointer && c.Nilable(schema.Underlying(e).(*schema.Pointer).Elem) {
			c.Line("d.level = level\n}")
		} else {
			c.Line("d.level = 0\nif level > 1 {\nreturn d.stop(baleMalformed, \"\", n)\n}\n**v = nil")
			c.leave(t)
			c.Line("return n\n}")
		}
	}
	c.dec.Declared(func() {
		c.get("(**v)", t.inner(e), "", false)
		c.Flush()
	})
}
