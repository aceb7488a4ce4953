package item

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// putFunc prints the function that encodes a value.
func (p *generator) putFunc(v *plan.Value, name string) {
	params, typ := p.UnionParam(v.Type)
	p.Func("// %[4]sPut%[1]s encodes v at n and returns the end offset.\nfunc %[4]sPut%[1]s%[3]s(e *%[4]sEncoder, b balecore.Buffer, n int, v *%[2]s) int {", name, typ, params, p.Title)
	p.ReserveVars("b n v k e x i u list start")
	c := p.cursor()
	recursive := p.Recursive(v.Type)
	if recursive { // another goroutine may change a value so that it contains itself while it is being encoded
		p.Line("if !e.Enter() {\nreturn n\n}")
	}
	c.putBody(v, model.TypeText(v.Type, p.Package))
	c.Flush()
	if recursive {
		p.Line("e.Depth--")
	}
	p.Line("return n\n}\n")
}

// putBody prints the body of the function that encodes v. Errors have the path.
func (c *cursor) putBody(v *plan.Value, path string) {
	switch u := composite(v).(type) {
	case *model.Struct:
		c.putRecord(c.record(v.Type), path)
	case *model.Array:
		c.checkRoom(maxHead, emit.Length{}, path)
		c.putLiteral(c.wire.List.Bytes(int(u.Len)))
		if u.Len > 0 {
			c.putElems(c.tree.Part(v, u.Elem, "v[i]", path+"[]"), "v", path)
		}
	case *model.Slice:
		c.putNilable(v, path, maxHead, func(list string) {
			if v.Kind == plan.Bytes {
				c.checkRoom(maxHead, emit.Len(list), path)
				c.Line("n = %sPutHead(b, n, %s, len(%s))\nn += %s", c.Lib, c.wire.Bytes, list, c.Store("n", list))
				return
			}
			c.putCount(c.wire.List, list)
			c.putElems(c.tree.Part(v, u.Elem, list+"[i]", path+"[]"), list, path)
		})
	case *model.Map:
		c.putNilable(v, path, maxHead, func(list string) { c.putEntries(v, u, list, path) })
	case *model.Pointer:
		c.putNilable(v, path, 6, func(x string) {
			target := c.tree.Part(v, u.Elem, "(*"+x+")", path)
			if !target.Nilable() {
				c.put(target)
				return
			}
			c.Line("start := n")
			c.put(target)
			c.Flush()
			if c.wire.Level > 0 {
				c.checkRoom(c.wire.Level, emit.Length{}, path)
			}
			c.Line("n = %sNested(b, start, n)", c.Lib)
		})
	case *model.Interface:
		c.putUnion(v, path)
	default:
		value := *v
		value.Path = path
		c.put(&value)
	}
}

// putCount prints the encoding of the head of a list or map.
func (c *cursor) putCount(count Count, list string) {
	c.Line("n = %sPutCount(b, n, %s, len(%s))", c.Lib, count.Args, list)
}

// putNilable prints the encoding of the value *v, which may be nil and is loaded once into a variable. The check that there is room covers
// room bytes. notNil prints the encoding of that variable if it is not nil.
func (c *cursor) putNilable(v *plan.Value, path string, room int, notNil func(x string)) {
	c.checkRoom(room, emit.Length{}, path)
	list := c.Var("list")
	c.Line("%s := *v", list)
	c.WrittenParts(v.Type, list)
	c.Line("if %s == nil {\nbalecore.Put8(b, n, 0x%x)\nn++\n} else {", list, c.wire.Nil)
	notNil(list)
	c.Flush()
	c.Line("}")
}

// putEntries prints the encoding of the map m, which is not nil.
func (c *cursor) putEntries(v *plan.Value, u *model.Map, m, path string) {
	k, x := c.Var("key"), c.Var("elem")
	kept, entries := "", m
	if c.MustKeepEntries(u) {
		kept = c.LoadKeptEntries(u, path)
		entries = kept
	}
	c.putCount(c.wire.Map, entries)
	if c.wire.SortsMaps {
		c.Line("marks := e.FirstMark(len(%s))", entries)
	}
	c.Entries(u, m, kept, k, x, func() {
		if c.wire.SortsMaps {
			c.Line("e.Starts = append(e.Starts, n)")
		}
		c.put(c.tree.Part(v, u.Key, k, path+"[]"))
		c.put(c.tree.Part(v, u.Elem, x, path+"[]"))
		c.Flush()
	})
	if c.wire.SortsMaps {
		c.Line("e.Sort(b, marks, n)")
	}
}

// putElems prints the encoding of the elements of a list, which are like elem. One room check covers all elements if their width is
// bounded.
func (c *cursor) putElems(elem *plan.Value, list, path string) {
	c.Flush()
	if elem.Kind == plan.Custom {
		c.Line("for range %s {", list)
		c.put(elem)
		c.Flush()
		c.Line("}")
		return
	}
	maxBytes, bounded := c.maxWidth(elem)
	if bounded {
		c.Line("if %d*int64(len(%s)) > int64(e.End-n) {\nreturn e.Changed(%q, n)\n}", maxBytes, list, path)
	}
	i := c.Var("i")
	elem.Expr = list + "[" + i + "]"
	c.Line("for %s := range %s {", i, list)
	if bounded {
		c.putLiteral(c.prefix(elem))
		c.putAfterPrefix(elem)
	} else {
		c.put(elem)
	}
	c.Flush()
	c.Line("}")
}

// putRecord prints the encoding of a struct. Its head, the names of its fields and the prefixes of its values are stored as constants.
func (c *cursor) putRecord(r *plan.Struct, path string) {
	fields, omits := c.fieldsOf(r), omits(r)
	for _, f := range fields {
		f.Path = path + "." + f.Path
	}
	c.loadPointers(r)
	c.recordParts(r, fields, "WrittenParts")
	var head []byte
	switch {
	case r.Array:
		head = c.wire.List.Bytes(len(fields))
	case omits:
		c.hasFields(fields)
		c.checkRoom(maxHead, emit.Length{}, path)
		c.Line("n = %sPutCount(b, n, %s, k)", c.Lib, c.wire.Map.Args)
	default:
		head = c.wire.Map.Bytes(len(fields))
	}
	checked := 0
	for i, f := range fields {
		if !r.Array {
			head = append(head, c.wire.KeyBytes(f.Field)...)
		}
		head = append(head, c.prefix(f)...)
		omit := f.Field.Conditional() && omits
		if omit {
			c.Flush()
			c.Line("if has%d {", i)
			checked = i
		}
		x := f
		if i == checked {
			last := i + 1
			if !omit {
				last = c.runOf(fields, i, omits)
			}
			checked = last
			x = c.checkRun(r, fields[i:last], len(head)-len(c.prefix(f)))
		} else if i == checked-1 {
			x = c.lastInRun
		}
		c.RefuseLong(x.Rules, x.Type, x.Expr, f.Path)
		c.putLiteral(head)
		c.putAfterPrefix(x)
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
func (c *cursor) hasFields(fields []*plan.Value) {
	c.Line("k := %d", alwaysWritten(fields))
	for i, f := range fields {
		if f.Field.Conditional() {
			c.Line("has%d := bool(%s)\nk += int(balecore.Bit(has%d))", i, c.written(f), i)
		}
	}
}

// prefix returns the constant bytes that every encoded value like v begins with, if any.
func (p *generator) prefix(v *plan.Value) []byte {
	switch v.Kind {
	case plan.Float, plan.Complex:
		return p.wire.Prefix(plan.Basic(v.Type))
	case plan.ByteArray:
		return p.wire.BytesHead(plan.Len(v.Type))
	}
	return nil
}

// put prints the encoding of v. Errors have its path.
func (c *cursor) put(v *plan.Value) {
	if maxBytes, bounded := c.maxWidth(v); bounded {
		c.checkRoom(maxBytes, emit.Length{}, v.Path)
	} else {
		v = c.load(v, v.Path)
		c.checkLoaded(v, 0, v.Path)
	}
	c.putLiteral(c.prefix(v))
	c.putAfterPrefix(v)
}

// putAfterPrefix prints the encoding of a value after its prefix. The room has been checked.
func (c *cursor) putAfterPrefix(v *plan.Value) {
	switch v.Kind {
	case plan.Bool, plan.Integer, plan.Float, plan.Complex:
		c.putNumber(printer.Unparen(v.Expr), plan.Basic(v.Type))
	case plan.Time:
		c.putBy(c.Lib+"PutTime(b, %s, %s)", printer.Unparen(v.Expr))
	case plan.String:
		c.putText(v)
	case plan.ByteArray:
		c.PutByteArray(c.Pos(), v.Expr, v.Type)
		c.AddConst(plan.Len(v.Type))
	case plan.Custom:
		c.putCustom(v)
	default:
		c.putBy(c.Title+"Put"+c.name(v)+"(e, b, %s, %s)", printer.Addr(v.Expr))
	}
}

// putBy prints the call of a function that encodes x at the cursor. The arguments of format are the position and x.
func (c *cursor) putBy(format, x string) {
	c.Line("n = "+format, c.Pos(), x)
	c.SetByCode()
}

// putCustom prints the encoding of the bytes of a custom type, which are in the variable of v.
func (c *cursor) putCustom(v *plan.Value) {
	first := c.wire.Bytes
	switch {
	case c.raw(v.Type) != "":
		c.putBy(c.Lib+"PutRaw(b, %s, %s)", v.Expr)
		return
	case c.MethodSuffix(v.Type) == "Text":
		first = c.wire.Text.Args
	}
	c.putBy(c.Lib+"PutBlob(b, %s, "+first+", %s)", v.Expr)
}

// raw returns the part of the names of functions for a type that the format encodes in a way of its own, or "".
func (p *generator) raw(t model.Type) string {
	if p.wire.Raw == nil {
		return ""
	}
	return p.wire.Raw(t)
}

// putText prints the encoding of a string.
func (c *cursor) putText(v *plan.Value) {
	c.Flush()
	x, t := v.Expr, v.Type
	s := "string(" + printer.Unparen(x) + ")"
	if _, basic := t.(*model.Basic); basic {
		s = printer.Unparen(x)
	}
	text := c.wire.Text
	c.Line("if len(%[1]s) < %[3]d {\nbalecore.Put8(b, n, uint8(0x%[4]x+len(%[1]s)))\nn++\n} else {\nn = %[6]sPutHead(b, n, %[5]s, len(%[1]s))\n}\nbalecore.StoreText(b, n, %[2]s)",
		printer.Unparen(x), s, text.Short, text.First, text.Args, c.Lib)
	if c.wire.UTF8 {
		c.Line("if !balecore.ASCII(b, n, n+len(%[1]s)) && !utf8.ValidString(%[2]s) {\ne.NotUTF8(%[3]q)\n}", printer.Unparen(x), s, v.Path)
	}
	c.Line("n += len(%s)", printer.Unparen(x))
}

// putNumber prints the encoding of a bool or a number, after its prefix.
func (c *cursor) putNumber(x string, k model.Kind) {
	switch {
	case k == model.Bool:
		c.Line("%sPutBool(b, %s, bool(%s))", c.Lib, c.Pos(), x)
		c.AddConst(1)
	case k.Signed():
		c.putInteger("Int", "int64("+x+")")
	case k.Unsigned():
		c.putInteger("Uint", "uint64("+x+")")
	case c.wire.Prefix(k) == nil && k.Bits() > 64 || k == model.Complex64 && c.wire.Prefix(k) == nil:
		c.putBy(c.Lib+"PutComplex(b, %s, %s)", emit.Wide(k, x))
	case c.wire.Prefix(k) == nil:
		c.putBy(c.Lib+fmt.Sprintf("PutFloat%d(b, %%s, float%[1]d(%%s))", k.Bits()), x)
	case k == model.Float32 || k == model.Float64:
		c.putFloat(x, k.Bits())
	default:
		c.putFloat("real("+x+")", k.Bits()/2)
		c.putFloat("imag("+x+")", k.Bits()/2)
	}
}

// putFloat prints the encoding of a floating-point number of size bits after its prefix.
func (c *cursor) putFloat(x string, size int) {
	c.Line("balecore.Put%d(b, %s, bits.ReverseBytes%d(math.Float%dbits(float%d(%s))))", size, c.Pos(), size, size, size, x)
	c.AddConst(size / 8)
}

// putInteger prints the encoding of an integer. Integers that take one byte, which are the most common, are tested first: in msgpack, that
// encodes them in a quarter of the time.
func (c *cursor) putInteger(which, x string) {
	c.Line("if u := %s; uint64(u) < 0x%x {\nbalecore.Put8(b, %s, uint8(u))\nn = %s\n} else {\nn = %sPut%s(b, %s, u)\n}", x, c.wire.Small, c.Pos(), c.PosPlus(1), c.Lib, which, c.Pos())
	c.SetByCode()
}
