package item

import (
	"bale/gen/plan"
	"bale/model"
)

// getFunc prints the function that decodes a value.
func (p *generator) getFunc(v *plan.Value, name string) {
	if v.Kind == plan.Record {
		p.getRecord(v, name)
		return
	}
	c := p.beginGet(v, name)
	switch u := composite(v).(type) {
	case *model.Array:
		c.getArray(v, u)
	case *model.Slice:
		if v.Kind == plan.Bytes {
			c.getBytes(v, u.Elem)
		} else {
			c.getList(v, u.Elem)
		}
	case *model.Map:
		c.getMap(v, u)
	case *model.Pointer:
		c.getPointer(v, u.Elem)
	case *model.Interface:
		c.getUnion(v)
	default:
		if v.Kind == plan.ByteArray {
			c.getElemsOfBytes(v)
		}
		c.dec.Declared(func() { c.get(v, false) })
	}
	c.Flush()
	c.decrementDepth(v)
	p.Line("return n\n}\n")
}

// beginGet prints the beginning of that function.
func (p *generator) beginGet(v *plan.Value, name string) *cursor {
	params, typ := p.UnionParam(v.Type)
	p.Func("// %[4]sGet%[1]s decodes the value at n into v, and reuses the memory of v. It returns the end offset, or -1 after an error.\nfunc %[4]sGet%[1]s%[3]s(d *%[4]sDecoder, n int, v *%[2]s) int {", name, typ, params, p.Title)
	if p.Recursive(v.Type) {
		p.dec.CheckDepth("")
	}
	return p.cursor()
}

// decrementDepth prints the end of one level of a recursive type.
func (c *cursor) decrementDepth(v *plan.Value) {
	if c.Recursive(v.Type) {
		c.Line("d.Depth--")
	}
}

// returnNil prints the return of the function if a condition says that nil was decoded. at is an expression for the offset of its end.
func (c *cursor) returnNil(v *plan.Value, condition, at string) {
	c.Line("if %s {\n*v = nil", condition)
	c.decrementDepth(v)
	c.Line("return %s\n}", at)
}

// getArray prints the decoding of an array.
func (c *cursor) getArray(v *plan.Value, u *model.Array) {
	c.Line("k, n := d.List(n)\nif n < 0 {\nreturn -1\n}")
	c.Line("if k < 0 {\n*v = %s{}", c.Type(v.Type))
	c.decrementDepth(v)
	c.Line("return n\n}\nif k != %d {\nreturn d.OtherLength(n, k, %[1]d)\n}", u.Len)
	if u.Len > 0 {
		c.getElems(v, "v", u.Elem)
	}
}

// getElemsOfBytes prints the decoding of an array of bytes that is a list of its elements, as earlier versions of bale encoded it if it was the whole message.
func (c *cursor) getElemsOfBytes(v *plan.Value) {
	c.Line("if d.IsList(n) {")
	c.getArray(v, model.Underlying(v.Type).(*model.Array))
	c.Flush()
	c.Line("return n\n}")
}

// getList prints the decoding of a slice, except for a slice of bytes.
func (c *cursor) getList(v *plan.Value, elem model.Type) {
	c.Line("k, n := d.List(n)\nif n < 0 {\nreturn -1\n}")
	c.returnNil(v, "k < 0", "n")
	c.dec.CheckLimit(v.Rules, "k", "")
	c.dec.MakeSlice(v.Expr, v.Type, v.Rules, "k", "")
	c.getElems(v, "(*v)", elem)
}

// getElems prints the decoding of the elements of a list in v.
func (c *cursor) getElems(v *plan.Value, list string, elem model.Type) {
	part := c.tree.Part(v, elem, list+"[i]", "")
	if list == "(*v)" {
		list = "*v"
	}
	c.dec.Declared(func() {
		c.Line("for i := range %s {", list)
		c.dec.Within(c.dec.AddIndexLine("", "i"), func() { c.get(part, false) })
		c.Flush()
		c.Line("}")
	})
}

// getBytes prints the decoding of a slice of bytes.
func (c *cursor) getBytes(v *plan.Value, elem model.Type) {
	c.returnNil(v, c.isNil(), "n + 1")
	c.Line("n, k := d.Bytes(n)\nif k < 0 {\nreturn -1\n}")
	c.dec.CheckLimit(v.Rules, "k", "")
	if model.IsByte(elem) {
		c.dec.GetBytes(v.Expr, v.Type, v.Rules, "n", "k", "")
	} else {
		c.dec.Declared(func() {
			c.needBuffer()
			c.dec.GetNamedBytes(v.Expr, v.Type, v.Rules, "n", "k", "")
		})
	}
	c.Line("n += k")
}

// getMap prints the decoding of a map.
func (c *cursor) getMap(v *plan.Value, u *model.Map) {
	c.Line("k, n := d.MapLen(n)\nif n < 0 {\nreturn -1\n}")
	c.returnNil(v, "k < 0", "n")
	c.dec.CheckLimit(v.Rules, "k", "")
	c.dec.ChargeMap(u, "k", "")
	c.dec.MakeMap(v.Expr, v.Type, "k")
	c.dec.Declared(func() {
		c.dec.GetEntries(v.Expr, v.Type, "k", "", "key", "elem", func() {
			c.get(c.tree.Part(v, u.Key, "key", ""), false)
			c.get(c.tree.Part(v, u.Elem, "elem", ""), false)
			c.Flush()
		})
	})
}

// getPointer prints the decoding of a pointer.
func (c *cursor) getPointer(v *plan.Value, elem model.Type) {
	target := c.tree.Part(v, elem, "(**v)", "")
	allocate := func() { c.dec.MakePointer("*v", elem, "") }
	if !target.Nilable() {
		c.returnNil(v, c.isNil(), "n + 1")
		allocate()
	} else {
		c.Line("level, n := d.Nils(n)")
		c.returnNil(v, "level == 0", "n")
		allocate()
		c.Line("if level > 0 {")
		if target.Kind == plan.Pointer && c.Nilable(plan.Elem(elem)) {
			c.Line("d.Level = level\n}")
		} else {
			c.Line("d.Level = 0\nif level > 1 {\nreturn d.Stop(balecore.Malformed, \"\", n)\n}\n**v = nil")
			c.decrementDepth(v)
			c.Line("return n\n}")
		}
	}
	c.dec.Declared(func() {
		c.get(target, false)
		c.Flush()
	})
}
