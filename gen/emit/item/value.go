package item

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// lookahead returns how many bytes must follow the prefix of a value for the fast path, which decodes it without further bounds checks.
func (p *generator) lookahead(v *plan.Value) int {
	switch v.Kind {
	case plan.Bool, plan.String:
		return 1
	case plan.Integer:
		return 9
	case plan.Float, plan.Complex:
		if k := plan.Basic(v.Type); p.wire.Prefix(k) != nil {
			return k.Bits() / 8
		}
	case plan.ByteArray:
		return plan.Len(v.Type)
	}
	return 0
}

// leaveBlock prints the return after an error in the value v, and the end of the block.
func (c *cursor) leaveBlock(v *plan.Value) {
	c.dec.ReturnFailed(v.Path)
	c.Line("}")
}

// get prints the decoding of v. prefixed reports that its prefix has been read, and that the bytes of its lookahead are there.
func (c *cursor) get(v *plan.Value, prefixed bool) {
	switch v.Kind {
	case plan.Bool:
		c.getBool(v, prefixed)
	case plan.Integer:
		c.getInteger(v, prefixed)
	case plan.Float:
		c.getFloat(v, prefixed)
	case plan.Complex:
		c.getComplex(v, prefixed)
	case plan.Time:
		at := c.Pos()
		c.SetByCode()
		c.dec.ReturnFailedIf(v.Path, "%s, n = d.Time(%s); n < 0", printer.Unparen(v.Expr), at)
	case plan.String:
		c.getText(v, prefixed)
	case plan.ByteArray:
		c.getByteArray(v, prefixed)
	case plan.Custom:
		c.getCustom(v)
	default:
		at := c.Pos()
		c.SetByCode()
		c.dec.ReturnFailedIf(v.Path, "n = %sGet%s(d, %s, %s); n < 0", c.Title, c.name(v), at, printer.Addr(v.Expr))
	}
}

// getCustom prints the decoding of a value of a custom type.
func (c *cursor) getCustom(v *plan.Value) {
	if raw := c.raw(v.Type); raw != "" {
		at := c.Pos()
		c.SetByCode()
		c.dec.ReturnFailedIf(v.Path, "n = d.Get%s(%s, %s); n < 0", raw, at, printer.Addr(v.Expr))
		return
	}
	c.Flush()
	c.dec.Need("l", "int")
	c.Line("if %s {\n%s = %s\nn++\n} else {\nif n, l = d.Bytes(n); l < 0 {", c.isNil(), printer.Unparen(v.Expr), c.Zero(v.Type))
	c.leaveBlock(v)
	if c.wire.UTF8 && c.MethodSuffix(v.Type) == "Text" {
		c.needBuffer()
		c.checkText(v.Path)
	}
	c.dec.GetCustom(v.Expr, v.Type, "d.B[n:n+l:n+l]", v.Path, "n")
	c.Line("n += l\n}")
}

// getByteArray prints the decoding of an array of bytes.
func (c *cursor) getByteArray(v *plan.Value, prefixed bool) {
	n := plan.Len(v.Type)
	load := func(at string) {
		if n > 0 {
			c.needBuffer()
		}
		c.dec.GetByteArray(v.Expr, v.Type, at)
	}
	if prefixed {
		load(c.Pos())
		c.AddConst(n)
		return
	}
	c.dec.Need("l", "int")
	at := c.Pos()
	c.SetByCode()
	c.Line("if %s {\n%s = %s{}\nn++\n} else {\nif n, l = d.Bytes(%s); l < 0 {", c.isNil(), printer.Unparen(v.Expr), c.Type(v.Type), at)
	c.leaveBlock(v)
	c.Line("if l != %[1]d {\nd.OtherLength(n, l, %[1]d)", n)
	c.leaveBlock(v)
	load("n")
	c.Line("n += l\n}")
}

// getText prints the decoding of a string.
func (c *cursor) getText(v *plan.Value, prefixed bool) {
	c.dec.Need("l", "int")
	if !c.plain || c.wire.UTF8 {
		c.needBuffer()
	}
	text := c.wire.Text
	if !prefixed {
		c.Flush()
	}
	at, after := c.Pos(), c.PosPlus(1)
	rest := "len(d.B)-n"
	if off, _ := c.RunPos(); off > 0 {
		rest = fmt.Sprintf("len(d.B)-n-%d", off)
	}
	if prefixed {
		c.Line("if l = int(balecore.Get8(b, %s)) - 0x%x; uint(l) < %d && l < %s {\nn = %s", at, text.First, text.Short, rest, after)
	} else if !c.plain {
		c.Line("l = -1\nif n < len(d.B) && balecore.Get8(b, n)-0x%x < %d {\nl = int(balecore.Get8(b, n)) - 0x%[1]x\n}\nif l >= 0 && l < len(d.B)-n {\nn++", text.First, text.Short)
	}
	c.SetByCode()
	c.Line("%sif n, l = d.%s(%s); l < 0 {", c.orElse(), c.wire.TextMethod, at)
	c.leaveBlock(v)
	c.dec.CheckLimit(v.Rules, "l", v.Path)
	c.checkText(v.Path)
	c.Line("%s = %s\nn += l", printer.Unparen(v.Expr), c.dec.String(v.Type, v.Rules, "d.B[n:n+l]", "d.OneString(n, l)"))
}

// getByCall prints a call that decodes v at n. local is a variable of the type that the call returns.
func (c *cursor) getByCall(v *plan.Value, local, result, call string) {
	typ, x := c.Type(v.Type), printer.Unparen(v.Expr)
	if typ == result {
		c.dec.ReturnFailedIf(v.Path, "%s, n = %s; n < 0", x, call)
		return
	}
	c.dec.Need(local, result)
	c.dec.ReturnFailedIf(v.Path, "%s, n = %s; n < 0", local, call)
	c.Line("%s = %s", x, emit.Rounded(plan.Basic(v.Type), typ, local))
}

// orElse returns what is before the call that decodes a value, behind the conditions for the most common values, which plain code does not have.
func (c *cursor) orElse() string {
	if c.plain {
		return ""
	}
	return "} else "
}

// checkText prints the check that the l bytes at n are UTF-8, if strings must be.
func (c *cursor) checkText(path string) {
	if c.wire.UTF8 {
		c.Line("if !balecore.ASCII(b, n, n+l) && !utf8.Valid(d.B[n:n+l]) {")
		c.dec.ReturnError("balecore.NotUTF8", path, "n")
		c.Line("}")
	}
}

// getFloat prints the decoding of a floating-point number.
func (c *cursor) getFloat(v *plan.Value, prefixed bool) {
	k, typ, x := plan.Basic(v.Type), c.Type(v.Type), printer.Unparen(v.Expr)
	prefix, size := c.wire.Prefix(k), k.Bits()/8
	switch {
	case prefix == nil:
		y, at := c.dec.Need(fmt.Sprintf("y%d", 8*size), k.String()), c.Pos()
		c.SetByCode()
		c.dec.ReturnFailedIf(v.Path, "%s, n = d.Float%d(%s); n < 0", y, 8*size, at)
		c.Line("%s = %s(%s)", x, typ, y)
	case prefixed:
		c.needBuffer()
		c.Line("%s = %s", x, c.bits(k, typ, c.Pos()))
		c.AddConst(size)
	case c.plain:
		c.Flush()
		c.getByCall(v, "y", "float64", fmt.Sprintf("d.Float(n, %d)", 8*size))
	default:
		c.Flush()
		c.needBuffer()
		c.dec.Need("y", "float64")
		c.Line("if len(d.B)-n >= %d && balecore.Get8(b, n) == 0x%x {\n%s = %s\nn += %d", 1+size, prefix[0], x, c.bits(k, typ, "n+1"), 1+size)
		c.Line("} else if y, n = d.Float(n, %d); n < 0 {", 8*size)
		c.dec.ReturnFailed(v.Path)
		c.Line("} else {\n%s = %s\n}", x, emit.Rounded(k, typ, "y"))
	}
}

// getComplex prints the decoding of a complex number.
func (c *cursor) getComplex(v *plan.Value, prefixed bool) {
	k, typ, x := plan.Basic(v.Type), c.Type(v.Type), printer.Unparen(v.Expr)
	if prefixed && c.wire.Prefix(k) != nil {
		c.needBuffer()
		c.Line("%s = %s", x, c.bits(k, typ, c.Pos()))
		c.AddConst(k.Bits() / 8)
		return
	}
	c.Flush()
	c.dec.Need("z", "complex128")
	c.dec.ReturnFailedIf(v.Path, "z, n = d.Complex(n); n < 0")
	c.Line("%s = %s", x, emit.Rounded(k, typ, "z"))
}

// bits returns an expression for a floating-point or complex number of a fixed width at an offset.
func (c *cursor) bits(k model.Kind, typ, at string) string {
	return c.FromBits(k, typ, func(bits, off int) string {
		if off > 0 {
			at = c.PosPlus(off)
		}
		return fmt.Sprintf("bits.ReverseBytes%[1]d(balecore.Get%[1]d(b, %[2]s))", bits, at)
	})
}

// getBool prints the decoding of a bool.
func (c *cursor) getBool(v *plan.Value, prefixed bool) {
	if !prefixed {
		c.Flush()
	}
	typ, x := c.Type(v.Type), printer.Unparen(v.Expr)
	if c.plain {
		c.getByCall(v, "t", "bool", "d.Bool(n)")
		return
	}
	c.needBuffer()
	value := fmt.Sprintf("balecore.Get8(b, %%s) == 0x%x", c.wire.True)
	if typ != "bool" {
		value = typ + "(" + value + ")"
	}
	at, boundCheck := c.Pos(), ""
	if !prefixed {
		boundCheck = "n < len(d.B) && "
	}
	c.SetByCode()
	c.Line("if %sbalecore.Get8(b, %s)|1 == 0x%x {\n%s = "+value+"\nn = %s + 1", boundCheck, at, c.wire.True, x, at, at)
	if typ == "bool" {
		c.Line("} else if %s, n = d.Bool(%s); n < 0 {", x, at)
		c.leaveBlock(v)
		return
	}
	c.Line("} else {\nvar t bool\nif t, n = d.Bool(%s); n < 0 {", at)
	c.leaveBlock(v)
	c.Line("%s = %s(t)\n}", x, typ)
}

// getInteger prints the decoding of an integer. Integers that take one byte, which are the most common, are tested first: in msgpack, 4,096
// of them take 8 µs instead of 16. Decoding the others takes no branch that depends on their length.
func (c *cursor) getInteger(v *plan.Value, prefixed bool) {
	if !prefixed {
		c.Flush()
	}
	c.dec.Need("x", "uint64")
	if !c.plain {
		c.needBuffer()
		c.dec.Need("w", "uint32")
	}
	k, at, method := plan.Basic(v.Type), c.Pos(), "Int"
	if k.Unsigned() {
		method = "Uint"
	}
	bits := fmt.Sprint(k.Bits())
	if k.Native() { // 32 or 64
		bits = c.Import("math/bits") + ".UintSize"
	}
	switch {
	case prefixed:
		c.Line("if x = uint64(balecore.Get8(b, %s)); x < 0x%x {\nn = %s\n} else if x, w = %sGetInt(b, %s); %s {", at, c.wire.Small, c.PosPlus(1), c.Lib, at, c.fits(k, bits))
		c.AddVar("int(w>>24)")
	case !c.plain:
		c.Line("if n < len(d.B) && balecore.Get8(b, n) < 0x%x {\nx = uint64(balecore.Get8(b, n))\nn++\n} else if x, w = d.Number(b, n); %s {", c.wire.Small, c.fits(k, bits))
		c.AddVar("int(w>>24)")
	}
	c.Line("%sif x, n = d.%s(%s, %s); n < 0 {", c.orElse(), method, at, bits)
	c.leaveBlock(v)
	c.Line("%s = %s(x)", printer.Unparen(v.Expr), c.Type(v.Type))
}

// fits returns a condition that holds if the integer x, whose entry in the table of heads is w, has been loaded and fits in kind k, which
// has the given number of bits.
func (c *cursor) fits(k model.Kind, bits string) string {
	text := "w >= 1<<24"
	switch size := k.Bits(); {
	case c.wire.Signs && size < 64 && k.Unsigned():
		return text + fmt.Sprintf(" && x>>%d|uint64(w>>17&1) == 0", size)
	case k.Native():
		text += fmt.Sprintf(" && (%s == 64 || x == uint64(%s(x)))", bits, k)
	case size < 64 && k.Signed():
		text += fmt.Sprintf(" && x == uint64(int%d(x))", size)
	case size < 64:
		text += fmt.Sprintf(" && x>>%d == 0", size)
	}
	switch {
	case c.wire.Signs && k.Signed():
		text += " && int64(x^uint64(w)<<46) >= 0"
	case c.wire.Signs:
		text += " && w>>17&1 == 0"
	case k.Signed():
		text += " && int64(x&^(uint64(w)<<46)) >= 0"
	case k.Bits() == 64:
		text += " && int64(x&(uint64(w)<<46)) >= 0"
	}
	return text
}
