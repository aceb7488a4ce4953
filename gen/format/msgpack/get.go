package msgpack

import (
	"fmt"

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
		c.declared(func() { c.get("(*v)", t, "", false) })
	}
	c.flush()
	c.leave(t)
	p.Line("return n\n}\n")
}

// getHead prints the beginning of the function.
func (p *generator) getHead(t place, name string) *cursor {
	p.Func("// baleMsgpackGet%[1]s reads the value at n into v, and keeps the capacity of that. It returns where it ends, or -1.\nfunc baleMsgpackGet%[1]s(d *baleMsgpackDecoder, n int, v *%[2]s) int {", name, p.Type(t.Type))
	if p.Recursive(t.Type) {
		p.Line("if d.depth++; d.depth > baleMostDepth {\nreturn d.stop(baleTooDeep, \"\", n)\n}")
	}
	return &cursor{generator: p}
}

func (c *cursor) leave(t place) {
	if c.Recursive(t.Type) {
		c.Line("d.depth--")
	}
}

// limit prints the check of a length.
func (c *cursor) limit(t place, k string) {
	if t.Max > 0 {
		c.Line("if %s > %d {\nreturn d.stop(baleTooLong, \"\", n)\n}", k, t.Max)
	}
}

// afford prints the check of what elements take in memory.
func (c *cursor) afford(k string, e schema.Type) {
	if size := plan.Memory(e); size > 1 {
		c.Line("if !baleAfford(&d.memory, uint64(%s), %d) {\nreturn d.stop(baleTooLarge, \"\", n)\n}", k, size)
	}
}

// take is an expression for a slice of new elements.
func (c *cursor) take(list string, e schema.Type) string {
	if i := c.Slab(e); i >= 0 {
		return fmt.Sprintf("baleTakeSome(&d.baleInput, &d.slabs.slab%d, &d.slabs.total%d, k, n, 1)", i, i)
	}
	return fmt.Sprintf("make(%s, k)", list)
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
	c.limit(t, "k")
	c.afford("k", e)
	c.Line("if *v != nil && cap(*v) >= k {\n*v = (*v)[:k]\n} else {\n*v = %s\n}", c.take(c.Type(t.Type), e))
	c.getAll("(*v)", t.inner(e))
}

// getAll prints the reading of all elements.
func (c *cursor) getAll(x string, e place) {
	c.declared(func() {
		c.Line("for i := range %s {", printer.Bare(x))
		c.get(x+"[i]", e, "[i]", false)
		c.flush()
		c.Line("}")
	})
}

func (c *cursor) getBlob(t place, e schema.Type) {
	c.Line("if n < len(d.b) && d.b[n] == 0xc0 {\n*v = nil")
	c.leave(t)
	c.Line("return n + 1\n}\nn, k := d.octets(n)\nif k < 0 {\nreturn -1\n}")
	c.limit(t, "k")
	b, plain := e.(*schema.Basic)
	plain = plain && b.Kind == schema.Uint8
	if plain && !t.Own {
		c.Line("if d.alias {\n*v = d.b[n : n+k : n+k]\nreturn n + k\n}")
	}
	c.Line("if *v == nil || cap(*v) < k {\n*v = %s\n}", c.take(c.Type(t.Type), e))
	switch {
	case plain:
		c.Line("*v = append((*v)[:0], d.b[n:n+k]...)\nn += k")
	case c.Safe:
		c.Line("*v = (*v)[:k]\nn += baleLoadBytes(*v, d.b, n)")
	default:
		c.Line("*v = (*v)[:k]\nn += baleLoadMemory(*v, baleAll(d.b), n)")
	}
}

func (c *cursor) getTable(t place, u *schema.Map) {
	c.Line("k, n := d.table(n)\nif n < 0 {\nreturn -1\n}")
	c.none(t, "k < 0")
	c.limit(t, "k")
	c.afford("k", plan.Entry(u))
	c.Line("if *v == nil {\n*v = make(%s, k)\n}\nclear(*v)", c.Type(t.Type))
	c.declared(func() {
		c.Line("for i := range k {\nvar key %s\nvar elem %s", c.Type(u.Key), c.Type(u.Elem))
		c.get("key", t.inner(u.Key), "[i]", false)
		c.get("elem", t.inner(u.Elem), "[i]", false)
		c.flush()
		c.Line("(*v)[key] = elem\nif len(*v) != i+1 {\nd.stop(baleDuplicate, \"\", n)\nd.atIndex(\"\", i)\nreturn -1\n}\n}")
	})
}

func (c *cursor) getPointer(t place, e schema.Type) {
	made := func() {
		c.Line("if *v == nil {")
		c.afford("1", e)
		if i := c.Slab(e); i >= 0 {
			c.Line("*v = &baleTakeSome(&d.baleInput, &d.slabs.slab%d, &d.slabs.total%d, 1, n, 1)[0]\n}", i, i)
		} else {
			c.Line("*v = new(%s)\n}", c.Type(e))
		}
	}
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
	c.declared(func() {
		c.get("(**v)", t.inner(e), "", false)
		c.flush()
	})
}
