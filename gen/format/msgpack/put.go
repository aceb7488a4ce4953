package msgpack

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// putFunc prints the function that encodes a value.
func (p *generator) putFunc(t ruledType, name string) {
	params, typ := p.UnionParam(t.Type)
	p.Func("// baleMsgpackPut%[1]s encodes v at n and returns the end offset.\nfunc baleMsgpackPut%[1]s%[3]s(e *baleMsgpackEncoder, b baleBuffer, n int, v *%[2]s) int {", name, typ, params)
	p.ReserveVars("b n v e k x i u list start")
	c := p.cursor()
	recursive := p.Recursive(t.Type)
	if recursive { // another goroutine may change a value so that it contains itself while it is being encoded
		p.Line("if !e.enter() {\nreturn n\n}")
	}
	c.putBody(t, plan.TypeText(t.Type, p.Package))
	c.Flush()
	if recursive {
		p.Line("e.depth--")
	}
	p.Line("return n\n}\n")
}

// putBody prints the body of the function that encodes a value. Errors have the path.
func (c *cursor) putBody(t ruledType, path string) {
	switch u := schema.Underlying(t.Type).(type) {
	case *schema.Struct:
		c.putRecord(t.Type, path)
	case *schema.Array:
		c.checkRoom(5, emit.Length{}, path)
		c.putLiteral(countBytes(int(u.Len), 0x90, 0xdc))
		if u.Len > 0 {
			c.putElems("v", t.inner(u.Elem), path)
		}
	case *schema.Slice:
		c.putNilable(path, 5, "*v", func(list string) {
			if c.Kind(t.Type, true) == plan.Bytes {
				c.checkRoom(5, emit.Len(list), path)
				c.Line("n = baleMsgpackPutHead(b, n, 0xc4, len(%s))\nn += %s", list, c.Store("n", list))
				return
			}
			c.Line("n = baleMsgpackPutCount(b, n, 0x90, 0xdc, len(%s))", list)
			c.putElems(list, t.inner(u.Elem), path)
		})
	case *schema.Map:
		c.putNilable(path, 5, "*v", func(list string) { c.putEntries(u, list, t, path) })
	case *schema.Pointer:
		c.putNilable(path, 6, "*v", func(x string) {
			if !c.Nilable(u.Elem) {
				c.put("(*"+x+")", t.inner(u.Elem), path)
				return
			}
			c.Line("start := n")
			c.put("(*"+x+")", t.inner(u.Elem), path)
			c.Flush()
			c.Line("n = baleMsgpackNested(b, start, n)")
		})
	case *schema.Interface:
		c.putUnion(t, path)
	default:
		c.put("(*v)", t, path)
	}
}

// putNilable prints the encoding of the value x, which may be nil and is loaded once into a variable. The check that there is room covers
// room bytes. notNil prints the encoding of that variable if it is not nil.
func (c *cursor) putNilable(path string, room int, x string, notNil func(x string)) {
	c.checkRoom(room, emit.Length{}, path)
	list := c.Var("list")
	c.Line("%s := %s\nif %s == nil {\nbalePut8(b, n, 0xc0)\nn++\n} else {", list, x, list)
	notNil(list)
	c.Flush()
	c.Line("}")
}

// putEntries prints the encoding of the map m, which is not nil.
func (c *cursor) putEntries(u *schema.Map, m string, t ruledType, path string) {
	k, x := c.Var("key"), c.Var("elem")
	if c.MustKeepEntries(u) {
		entries := c.LoadKeptEntries(u, path)
		c.Line("n = baleMsgpackPutCount(b, n, 0x80, 0xde, len(%s))", entries)
		c.EachEntry(entries, k, x)
	} else {
		c.Line("n = baleMsgpackPutCount(b, n, 0x80, 0xde, len(%s))", m)
		c.Entries(u, m, k, x)
	}
	c.put(k, t.inner(u.Key), path+"[]")
	c.put(x, t.inner(u.Elem), path+"[]")
	c.Flush()
	c.Line("}")
}

// putElems prints the encoding of the elements of a list. One room check covers all elements if their width is bounded.
func (c *cursor) putElems(x string, e ruledType, path string) {
	c.Flush()
	if c.Custom(e.Type) {
		c.Line("for range %s {", printer.Unparen(x))
		c.put("", e, path+"[]")
		c.Flush()
		c.Line("}")
		return
	}
	maxBytes, bounded := c.maxWidth(e.Type)
	if bounded {
		c.Line("if %d*int64(len(%s)) > int64(e.end-n) {\nreturn e.changed(%q, n)\n}", maxBytes, printer.Unparen(x), path)
	}
	i := c.Var("i")
	c.Line("for %s := range %s {", i, printer.Unparen(x))
	if bounded {
		c.putLiteral(c.prefix(e.Type))
		c.putAfterPrefix(x+"["+i+"]", e)
	} else {
		c.put(x+"["+i+"]", e, path+"[]")
	}
	c.Flush()
	c.Line("}")
}

// putRecord prints the encoding of a struct. Its head, the names of its fields and the prefixes of its values are stored as constants.
func (c *cursor) putRecord(t schema.Type, path string) {
	r := c.record(t)
	fields := r.fields
	omits := c.omits(t, fields)
	c.loadPointers(r)
	var head []byte
	switch {
	case c.array(t):
		head = countBytes(len(fields), 0x90, 0xdc)
	case omits:
		c.hasFields(fields)
		c.checkRoom(5, emit.Length{}, path)
		c.Line("n = baleMsgpackPutCount(b, n, 0x80, 0xde, k)")
	default:
		head = countBytes(len(fields), 0x80, 0xde)
	}
	checked := 0
	for i, f := range fields {
		if !c.array(t) {
			head = append(head, keyBytes(f.key)...)
		}
		head = append(head, c.prefix(f.Type)...)
		omit := f.conditional() && omits
		if omit {
			c.Flush()
			c.Line("if has%d {", i)
			checked = i
		}
		x := f.value()
		if i == checked {
			last := i + 1
			if !omit {
				last = c.runOf(t, fields, i, omits)
			}
			checked = last
			x = c.checkRun(t, fields[i:last], len(head)-len(c.prefix(f.Type)), path)
		} else if i == checked-1 {
			x = c.lastInRun
		}
		c.putLiteral(head)
		c.putAfterPrefix(x, c.fieldType(f))
		head = nil
		if omit {
			c.Flush()
			c.Line("}")
		}
	}
	if len(head) > 0 { // a struct without fields
		c.checkRoom(len(head), emit.Length{}, path)
		c.putLiteral(head)
	}
}

// hasFields prints code that sets k to the number of fields to write, and has0, has1 and so on to whether the fields that can be omitted
// are written. Each such field is tested once.
func (c *cursor) hasFields(fields []*field) {
	c.Line("k := %d", alwaysWritten(fields))
	for i, f := range fields {
		if f.conditional() {
			c.Line("has%d := bool(%s)\nk += int(baleBit(has%d))", i, c.written(f), i)
		}
	}
}

// prefix returns the constant bytes that every encoded t begins with, if any.
func (p *generator) prefix(t schema.Type) []byte {
	switch p.Kind(t, false) {
	case plan.Float, plan.Complex:
		return map[schema.Kind][]byte{schema.Float32: {0xca}, schema.Float64: {0xcb}, schema.Complex64: {0xd7, 3}, schema.Complex128: {0xd8, 4}}[plan.Basic(t)]
	case plan.ByteArray:
		return binHead(plan.Len(t))
	}
	return nil
}

// put prints the encoding of a value. Errors have the path.
func (c *cursor) put(x string, t ruledType, path string) {
	head := c.prefix(t.Type)
	switch maxBytes, bounded := c.maxWidth(t.Type); {
	case bounded:
		c.checkRoom(maxBytes, emit.Length{}, path)
	default:
		x = c.load(x, t.Type, path)
		c.checkLoaded(x, t.Type, 0, path)
	}
	c.putLiteral(head)
	c.putAfterPrefix(x, t)
}

// putAfterPrefix prints the encoding of a value after its prefix. The room has been checked.
func (c *cursor) putAfterPrefix(x string, t ruledType) {
	switch c.Kind(t.Type, false) {
	case plan.Bool, plan.Integer, plan.Float, plan.Complex:
		c.putNumber(x, plan.Basic(t.Type))
	case plan.Time:
		c.Line("n = baleMsgpackPutTime(b, %s, %s)", c.Pos(), printer.Unparen(x))
		c.SetByCode()
	case plan.String:
		c.putText(x, t.Type)
	case plan.ByteArray:
		c.PutByteArray(c.Pos(), x, t.Type)
		c.AddConst(plan.Len(t.Type))
	case plan.Custom:
		first := "0xc4"
		if c.MethodSuffix(t.Type) == "Text" {
			first = "0xd9"
		}
		c.Line("n = baleMsgpackPutBlob(b, %s, %s, %s)", c.Pos(), first, x)
		c.SetByCode()
	default:
		c.Line("n = baleMsgpackPut%s(e, b, %s, %s)", c.name(t), c.Pos(), printer.Addr(x))
		c.SetByCode()
	}
}

// putText prints the encoding of a string.
func (c *cursor) putText(x string, t schema.Type) {
	c.Flush()
	s := "string(" + printer.Unparen(x) + ")"
	if _, basic := t.(*schema.Basic); basic {
		s = printer.Unparen(x)
	}
	c.Line("if len(%[1]s) < 32 {\nbalePut8(b, n, uint8(0xa0+len(%[1]s)))\nn++\n} else {\nn = baleMsgpackPutHead(b, n, 0xd9, len(%[1]s))\n}\nbaleStoreText(b, n, %[2]s)\nn += len(%[1]s)", printer.Unparen(x), s)
}

// putNumber prints the encoding of a bool or a number, after its prefix.
func (c *cursor) putNumber(x string, k schema.Kind) {
	float := func(x string, size int) {
		c.Line("balePut%d(b, %s, bits.ReverseBytes%d(math.Float%dbits(float%d(%s))))", size, c.Pos(), size, size, size, x)
		c.AddConst(size / 8)
	}
	switch {
	case k == schema.Bool:
		c.Line("baleMsgpackPutBool(b, %s, bool(%s))", c.Pos(), printer.Unparen(x))
		c.AddConst(1)
	case k == schema.Float32 || k == schema.Float64:
		float(printer.Unparen(x), k.Bits())
	case k == schema.Complex64 || k == schema.Complex128:
		float(fmt.Sprintf("real(%s)", printer.Unparen(x)), k.Bits()/2)
		float(fmt.Sprintf("imag(%s)", printer.Unparen(x)), k.Bits()/2)
	case k.Signed():
		c.putInteger("Int", "int64("+printer.Unparen(x)+")")
	default:
		c.putInteger("Uint", "uint64("+printer.Unparen(x)+")")
	}
}

// putInteger prints the encoding of an integer. Integers from 0 to 127, which are the most common and take one byte, are tested first: that
// encodes them in a quarter of the time.
func (c *cursor) putInteger(which, x string) {
	c.Line("if u := %s; uint64(u) < 0x80 {\nbalePut8(b, %s, uint8(u))\nn = %s\n} else {\nn = baleMsgpackPut%s(b, %s, u)\n}", x, c.Pos(), c.PosPlus(1), which, c.Pos())
	c.SetByCode()
}
