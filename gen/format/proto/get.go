package proto

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// decodeFunc prints the function that decodes a message of a root.
func (p *generator) decodeFunc(t *model.Named, m *message) {
	p.Line("// %sDecode%s decodes a message that takes all of b.", title, p.Name(t))
	p.DecodeFunc(t)
	if m.declared != nil {
		p.Line("%sDrop%s(v)", title, m.Name)
	}
	p.decodeBody(t, m, title+"Get"+m.Name+"(&d, 0, len(b), v)", true)
	p.latestVar(t, m)
}

// decodeBody prints the body of a function that decodes by the call get. whole means that the value has nothing else afterwards.
func (p *generator) decodeBody(t *model.Named, m *message, get string, whole bool) {
	p.VarDecoder(t, "b", "len(b)")
	if whole {
		p.useTotals(t, m)
	}
	if p.deep && m.declared != nil {
		p.Line("d.Depth = baleproto.Outermost()")
	}
	if rest, ok := nonStringBytes(m); ok { // the rest are strings: they share one copy of the message if that takes little more memory
		p.Line("if alias || len(b) <= 128 || len(b) > %d && len(b) <= balecore.Piece {\nd.Whole = balecore.Text(b, alias)\n}", 2*rest)
	} else {
		p.AliasText("b")
	}
	p.Line("n := %s", get)
	p.ReleaseTaken()
	p.NotDecoded(t)
	if m.declared != nil {
		p.checkMissing(t, m, "0")
	}
	if whole {
		p.countElems(t, m)
	}
	p.Line("return n, nil\n}\n")
}

// getFunc prints the Get function, which decodes a message and overwrites v. Get expects fields in the order of their numbers, as
// encoders write them, and sets absent fields to zero, unless v is empty. For fields in another order, it calls Merge. Decoding the inner
// structs of nested takes 197 ns this way, and 392 ns with a loop and a switch.
func (p *generator) getFunc(m *message) {
	p.getHead(m)
	if m.Union {
		p.getUnion(m)
		return
	}
	p.dec.Fresh = isFresh(m)
	p.dec.Declared(func() {
		if m.Part {
			p.ZeroUnread(m.Type, nil)
		}
		passed := 0
		for _, s := range stretches(m) {
			for _, f := range s.values {
				p.heading(f)
				if m.Part {
					p.pass(passed, f.Number, m)
					passed = f.Number
				}
				p.getField(f)
			}
			if s.oneof != nil {
				p.getOneof(s.oneof)
			}
		}
		if m.Part && len(m.Oneofs) == 0 {
			p.pass(passed, maxNumber+1, m)
		}
	})
	p.dec.Fresh = false
	p.Line("if n < end {\nreturn %s\n}\nreturn n\n}\n", p.mergeCall(m, "n, end, v", "0"))
}

// getHead prints the head of the Get function.
func (p *generator) getHead(m *message) {
	does := "overwrites v"
	if isFresh(m) {
		does = "sets v, which is empty"
	}
	p.head("// %[1]sGet%[2]s decodes the message in d.B[n:end] and "+does+". It returns end, or -1 for an error.\nfunc %[1]sGet%[2]s%[4]s(d *%[1]sDecoder, n, end int, v *%[3]s) int {", m)
	p.reserve(m)
}

// isFresh reports whether the Get function of m decodes into empty values only. Programs share messages, so UnmarshalProto decodes into new
// ones. The entry of a map is a new variable.
func isFresh(m *message) bool { return m.declared != nil || m.Entry }

// pass prints code that skips the fields with numbers between after and before, which a part of m does not read. It skips no members of oneofs that
// the part reads: encoders write them after the other fields.
func (p *generator) pass(after, before int, m *message) {
	for _, o := range m.Oneofs {
		for _, f := range o.Members {
			if f.Number > after {
				before = min(before, f.Number)
			}
		}
	}
	if before-after > 1 {
		p.Line("if n < end {\nif n = d.Pass(n, end, %d, %d); n < 0 {\nreturn n\n}\n}", after, before)
	}
}

// mergeCall returns a call of the Merge function of m. group is the tag that ends the group whose fields it decodes, or 0.
func (p *generator) mergeCall(m *message, args, group string) string {
	if m.Group {
		args += ", " + group
	}
	return fmt.Sprintf("%sMerge%s(d, %s)", title, m.Name, args)
}

// reserve reserves the variables that functions of m use.
func (p *generator) reserve(m *message) {
	p.ReserveVars(locals)
	if len(m.Oneofs) > 0 {
		p.ReserveVars("one")
	}
}

// withBuffer returns an expression that uses the variable b, a pointer to the message, and declares that variable.
func (p *generator) withBuffer(format string, args ...any) string {
	p.dec.Need("b", "=balecore.All(d.B)")
	return fmt.Sprintf(format, args...)
}

// intVar declares an int variable and returns its name.
func (p *generator) intVar(name string) string { return p.dec.Need(name, "int") }

// mergeFunc prints the Merge function, which decodes fields in any order into v. A scalar overwrites the value in v, a message is
// merged with it, and list elements are appended.
func (p *generator) mergeFunc(m *message) {
	doc, group := "// %[1]sMerge%[2]s decodes the fields in d.B[n:end], in any order, and adds them to v. It returns end, or -1 for an error.", ""
	if m.Group {
		doc += "\n// If group is not 0, the fields end with that tag, and the result is the offset after it."
		group = ", group uint64"
	}
	p.head(doc+"\nfunc %[1]sMerge%[2]s%[4]s(d *%[1]sDecoder, n, end int, v *%[3]s"+group+") int {", m)
	p.unmark(m)
	p.reserve(m)
	keeps, start := "", ""
	p.dec.Declared(func() {
		cases := p.Capture(func() {
			for _, f := range m.Values {
				switch {
				case f.Rules.Unknown && m.Part:
				case f.Rules.Unknown:
					keeps, start = fmt.Sprintf("%[1]s = append(%[1]s, d.B[start:n]...)\n", f.Expr), "start := n\n"
				case m.Union:
					p.mergeMember(m, f)
				default:
					p.mergeField(f)
				}
			}
			for _, o := range m.Oneofs {
				p.mergeOneof(o)
			}
		})
		p.Line("for n < end {\n%svar tag uint64\nif tag, n = d.Tag(n, end); n < 0 {\nreturn %s\n}", start, endsAfter(m))
		if m.Group {
			p.Line("if tag == group {\nreturn n\n}")
		}
		p.Line("switch tag {")
		p.Paste(cases)
		if m.unknown != nil && !m.Part {
			p.Line("default:\n%s%s}\n}", p.oldPointers(m), p.keepUnknown(m))
			return
		}
		skip := "Skip"
		if m.declared != nil || m.Entry && p.declares {
			skip = "SkipUnknown"
		}
		p.Line("default:\nif n = d.%s(n, end, tag); n < 0 {\nreturn n\n}\n%s}\n}", skip, keeps)
	})
	if m.Group {
		p.Line("if group != 0 {\nreturn d.Stop(balecore.Truncated, \"\", n)\n}")
	}
	p.Line("return n\n}\n")
}

// endsAfter returns a call that adds the field of a tag after which the message ends to the path of an error, and returns -1.
func endsAfter(m *message) string {
	var lines []string
	for _, f := range m.Values {
		if !f.Rules.Unknown {
			lines = append(lines, fmt.Sprintf("%d %s", f.Number, f.Path))
		}
	}
	return fmt.Sprintf("d.EndsAfter(tag, %q)", strings.Join(lines, "\n"))
}

// getField prints code that decodes f if it is the next field of the message, and else sets it to zero.
func (p *generator) getField(f *value) {
	if f.Rules.Unknown {
		p.dec.SetEmpty(f.Expr, f.Type)
		return
	}
	if empty(f) {
		return
	}
	n, value := tagBytes(tag(f))
	if n > 2 || f.Elem.group || repeated(f) && isNumber(f.Elem) && (f.Elem.unpacked || f.Elem.lax) { // left to Merge: few fields have such tags
		p.reset(f)
		return
	}
	// Every field has at least one byte after its tag.
	p.Line("if end-n > %d && %s == %#x {", n, p.withBuffer("balecore.Get%d(b, n)", 8*n), value)
	to := f.to()
	switch f.Kind {
	default:
		p.Line("n += %d", n)
		p.clearValue(f.Elem, to)
		p.dropOld(f.Elem, to)
		p.get(f.Elem, to, f.Path, "Get")
	case plan.Pointer:
		p.Line("n += %d", n)
		p.renew(f.Elem, to)
		p.dec.MakePointer(to, f.Elem.Type, f.Path)
		p.clearValue(f.Elem, "*"+to)
		p.get(f.Elem, "(*"+to+")", f.Path, "Get")
	case plan.Array:
		p.getArray(f, n, p.withBuffer("end-n <= %d || balecore.Get%d(b, n) != %#x", n, 8*n, value))
	case plan.Map:
		p.Line("%s = d.Run(n, end, %d, %d)", p.intVar("c"), n, value)
		p.dec.ChargeMap(model.Underlying(f.Type).(*model.Map), "c", f.Path)
		p.dec.MakeMap(to, f.Type, "c")
		i := p.local("i")
		p.Line("for %s := range c {\nn += %d", i, n)
		p.dec.Within(p.dec.AddIndexLine(f.Path, i), func() { p.getEntry(f, "") })
		p.Line("}")
		p.limitEntries(f)
	case plan.List:
		if packs(f.Elem) {
			p.Line("n += %d", n)
			p.getPacked(f, false)
			break
		}
		p.makeList(f)
		p.Line("%s = d.Run(n, end, %d, %d)", p.intVar("c"), n, value)
		p.getElems(f, n)
	}
	p.mark(f)
	if !p.dec.Fresh || f.Elem.Kind == plan.Time {
		p.Line("} else {")
		p.reset(f)
	}
	p.Line("}")
}

// clearValue prints code that sets x to zero if decoding it would merge with the old value.
func (p *generator) clearValue(e *value, x string) {
	if p.dec.Fresh {
		return
	}
	switch e.Kind {
	case plan.Time:
		p.Line("%s = %s{}", x, p.Type(e.Type))
	case plan.Duration, plan.Complex:
		p.Line("%s = 0", x)
	}
}

// dropOld prints code that empties the declared message x in a value of another type, since Get decodes only into empty messages.
func (p *generator) dropOld(e *value, x string) {
	if isDeclared(e) && !p.dec.Fresh {
		p.Line("%sDrop%s(%s)", title, e.Message.Name, printer.Addr(x))
	}
}

// renew prints code that drops the declared message to which the pointer x in a value of another type points: see [generator.dropOld].
func (p *generator) renew(e *value, x string) {
	if isDeclared(e) && !p.dec.Fresh {
		p.Line("%s = nil", printer.Unparen(x))
	}
}

// reset prints code that gives f the value of an absent field, and keeps its memory.
func (p *generator) reset(f *value) {
	if f.Var != "" { // Get functions of messages get empty ones
		return
	}
	switch f.Kind {
	case plan.Pointer:
		p.Line("%s = nil", f.Expr)
		return
	case plan.List:
		p.dec.SetEmpty(f.Expr, f.Type)
		return
	case plan.Array:
		p.Line("%s = %s{}", f.Expr, p.Type(f.Type))
		return
	case plan.Map:
		p.dec.ClearMap(f.Expr, f.Type)
		return
	}
	switch f.Elem.Kind {
	case plan.Bytes:
		if f.absentNil {
			p.Line("%s = nil", f.Expr)
			return
		}
		p.dec.SetEmpty(f.Expr, f.Type)
	case plan.Time:
		p.Line("%s = %s", f.Expr, p.Zero(f.Type))
		if !f.Omit { // bale always writes the time of a map entry; in other messages, an absent one is an empty message, which means 1970
			p.Line("n = d.Time(n, n, %s)", printer.Addr(f.Expr))
		}
	case plan.Record: // its fields keep their memory
		if isDeclared(f.Elem) {
			p.dropOld(f.Elem, f.Expr)
			return
		}
		p.Line("%sGet%s(d, n, n, %s)", title, f.Elem.Message.Name, printer.Addr(f.Expr))
	default:
		p.Line("%s = %s", f.Expr, p.Zero(f.Type))
	}
}

// get prints code that decodes the value at n into x. The message has at least one more byte. how selects the function for nested
// messages: Get overwrites x, Merge adds to it.
func (p *generator) get(e *value, x, name, how string) {
	switch e.Kind {
	case plan.Integer:
		p.load(e, name, "end")
		p.setNumber(e, x, name)
		return
	case plan.Fixed:
		size := e.Basic().Bits() / 8
		p.dec.ReturnErrorIf("balecore.Truncated", name, "n", "end-n < %d", size)
		p.Line("%s = %s\nn += %d", x, p.fixedWidth(e), size)
		return
	}
	if e.group {
		p.enterMessage(e, name)
		p.getCall(p.mergeCall(e.Message, "n, end, "+printer.Addr(x), fmt.Sprint(uint64(e.Number)<<3|4)), name)
		p.leaveMessage(e)
		return
	}
	p.length(e, name)
	switch e.Kind {
	case plan.String:
		p.dec.CheckLimit(e.Rules, "k", name)
		p.getString(e, x, name)
	case plan.Bytes:
		p.dec.CheckLimit(e.Rules, "k", name)
		replaces := e.asNil || e.notNil // a message may share its bytes with others
		if how == "Get" && !replaces {
			p.dec.Own(x, e.Type)
		}
		if e.Rules.Own {
			p.dec.DropAlias(x)
			p.Line("%s = append(%s[:0], d.B[n:n+k]...)\nn += k", x, x)
		} else {
			to := printer.Unparen(x)
			if replaces {
				to = "[]byte(nil)"
			}
			p.Line("%s = baleproto.Bytes(&d.Input, %s, n, k)\nn += k", x, to)
		}
		if e.asNil {
			p.Line("if k == 0 {\n%s = nil\n}", printer.Unparen(x))
		}
		if e.notNil {
			p.Line("if %[1]s == nil {\n%[1]s = []byte{}\n}", printer.Unparen(x))
		}
	case plan.ByteArray:
		p.dec.ReturnErrorIf("balecore.Malformed", name, "n", "k != len(%s)", printer.Unparen(x))
		p.Line("copy(%s[:], d.B[n:n+%d])\nn += k", x, plan.Len(e.Type))
	case plan.Custom:
		e.coder.get(p, e, x, name, how)
	case plan.Time:
		p.getCall(fmt.Sprintf("d.Time(n, n+k, %s)", printer.Addr(x)), name)
	case plan.Duration:
		p.getCall(fmt.Sprintf("d.Duration(n, n+k, (*int64)(%s))", printer.Addr(x)), name)
	case plan.Complex:
		bits := plan.Basic(e.Type).Bits()
		p.getCall(fmt.Sprintf("d.Complex%d(n, n+k, (*complex%d)(%s))", bits, bits, printer.Addr(x)), name)
	case plan.Record:
		p.enterMessage(e, name)
		if args := "n, n+k, " + printer.Addr(x); how == "Merge" {
			p.getCall(p.mergeCall(e.Message, args, "0"), name)
		} else {
			p.getCall(fmt.Sprintf("%s%s%s(d, %s)", title, how, e.Message.Name, args), name)
		}
		p.leaveMessage(e)
	}
}

// getCall prints a call that returns the new n, or a negative number for an error in the field name.
func (p *generator) getCall(call, name string) {
	p.dec.ReturnFailedIf(name, "n = %s; n < 0", call)
}

// length prints code that decodes the length prefix of e into k and checks that the message has k more bytes.
func (p *generator) length(e *value, name string) {
	p.intVar("k")
	p.Line("if k = int(%s); k < 0x80 && k < end-n {\nn++\n} else if k, n = d.%s(n, end); n < 0 {", p.withBuffer("balecore.Get8(b, n)"), e.reader("Length"))
	p.dec.ReturnFailed(name)
	p.Line("}")
}

// getString prints code that decodes the k bytes at n into the string x. Strings of a flat message are checked without being copied:
// checking and copying them in one function would make decoding submit take 1.1 times as long.
func (p *generator) getString(e *value, x, name string) {
	if e.anyText {
		p.Line("%s = %s\nn += k", x, p.dec.String(e.Type, e.Rules, "", "d.OneString(n, k)"))
		return
	}
	if e.flat || e.Rules.Own || e.Rules.Intern {
		p.checkText(name)
		p.Line("%s = %s\nn += k", x, p.dec.String(e.Type, e.Rules, "d.B[n:n+k]", "d.OneString(n, k)"))
		return
	}
	s := p.dec.Need("s", "string")
	p.dec.ReturnFailedIf(name, "%s, n = d.ValidString(n, k); n < 0", s)
	p.Line("%s = %s", x, p.dec.String(e.Type, e.Rules, "", s))
}

// checkText prints the check that the k bytes at n are UTF-8.
func (p *generator) checkText(name string) {
	p.Line("if (uint(k-8) > 8 || (%s|%s)&balevarint.Stops != 0) && !%s && !utf8.Valid(d.B[n:n+k]) {", p.withBuffer("balecore.Get64(b, n)"), p.withBuffer("balecore.Get64(b, n+k-8)"), p.withBuffer("balecore.ASCII(b, n, n+k)"))
	p.dec.ReturnError("balecore.NotUTF8", name, "n")
	p.Line("}")
}

// load prints code that decodes the varint at n into the variable x.
func (p *generator) load(e *value, name, end string) {
	p.dec.Need("x", "uint64")
	b := p.withBuffer("b")
	if e.Basic().Bits() == 8 && e.Basic() != model.Bool && (e.Basic().Unsigned() || e.Rules.Sint) && !e.lax {
		p.Line("if x, n = d.Short(%s, n, %s); n < 0 {", b, end) // one byte or two: a branch would not be predicted
	} else {
		p.Line("if x = uint64(balecore.Get8(%s, n)); x < 0x80 {\nn++\n} else if x, n = d.%s(n, %s); n < 0 {", b, e.reader("Varint"), end)
	}
	p.dec.ReturnFailed(name)
	p.Line("}")
}

// setNumber prints code that assigns the decoded number x to the variable to. A number out of range is an error, but 32-bit types
// take the low 32 bits of x, as protobuf defines it.
func (p *generator) setNumber(e *value, to, name string) {
	k, bits := e.Basic(), e.Basic().Bits()
	x := "x"
	switch {
	case e.lax && k != model.Bool && !e.Rules.Sint: // it takes as many bits as the type has
		p.Line("%s = %s(x)", to, p.Type(e.Type))
		return
	case k == model.Bool:
		p.Line("%s = x != 0", to)
		return
	case e.Rules.Sint && bits <= 32:
		x = "balecore.Unzigzag(x & math.MaxUint32)"
	case e.Rules.Sint:
		x = "balecore.Unzigzag(x)"
	case k.Signed() && bits <= 32:
		x = "int32(x)"
	case k.Unsigned() && bits <= 32:
		x = "uint32(x)"
	}
	if bits < 32 {
		wide := p.local("y")
		p.Line("%s := %s\nif %s != %s(%s(%s)) {", wide, x, wide, map[bool]string{true: "int64", false: map[bool]string{true: "int32", false: "uint32"}[k.Signed()]}[e.Rules.Sint], k, wide)
		p.dec.ReturnError("balecore.Overflow", name, "n")
		p.Line("}\n%s = %s(%s)", to, p.Type(e.Type), wide)
		return
	}
	if k.Native() {
		same := "uint64(" + k.String() + "(x)) != x"
		if e.Rules.Sint {
			same = "int64(int(" + x + ")) != " + x
		} else if k == model.Int {
			same = "int64(int(x)) != int64(x)"
		}
		p.dec.ReturnErrorIf("balecore.Overflow", name, "n", "bits.UintSize == 32 && %s", same)
	}
	p.Line("%s = %s(%s)", to, p.Type(e.Type), x)
}

// fixedWidth returns an expression for the fixed-width number at n.
func (p *generator) fixedWidth(e *value) string {
	return p.FromBits(e.Basic(), p.Type(e.Type), func(bits, _ int) string { return p.withBuffer("balecore.Get%d(b, n)", bits) })
}

// getElems prints code that decodes c consecutive elements of a list. Their presence has been checked. tag is the size of the tag
// before each.
func (p *generator) getElems(f *value, tag int) {
	p.dec.CheckLimit(f.Elem.Rules, "c", f.Path)
	to := f.to()
	p.dec.MakeSlice(to, f.Type, f.Elem.Rules, "c", f.Path)
	list := ""
	if f.pointers && p.dec.Fresh {
		list = p.local("list")
		p.dec.NewElems(list, f.Elem.Type, "c", f.Path)
	}
	i := p.local("i")
	p.Line("for %s := range %s {\nn += %d", i, printer.Unparen(to), tag)
	x := to + "[" + i + "]"
	inner := *f.Elem
	inner.Rules.Max = 0
	p.dec.Within(p.dec.AddIndexLine(f.Path, i), func() {
		switch {
		case list != "":
			p.Line("%s = &%s[%s]", x, list, i)
			x = list + "[" + i + "]"
		case f.pointers:
			p.renew(f.Elem, x)
			p.dec.MakePointer(x, f.Elem.Type, "")
			x = "(*" + x + ")"
		default:
			p.dropOld(f.Elem, x)
		}
		p.clearValue(f.Elem, x)
		p.get(&inner, x, "", "Get")
	})
	p.Line("}")
}

// getPacked prints code that decodes packed numbers. They replace the elements of the list, or are appended to them.
func (p *generator) getPacked(f *value, appends bool) {
	e, size, limit := f.Elem, 1, "c"
	p.length(e, f.Path)
	if p.intVar("c"); e.Kind == plan.Fixed {
		size = e.Basic().Bits() / 8
		p.dec.ReturnErrorIf("balecore.Malformed", f.Path, "n", "c = k / %d; c*%d != k", size, size)
	} else {
		p.countPacked(f.Path)
	}
	to := f.to()
	list := printer.Unparen(to)
	if appends {
		limit = "c+len(" + list + ")"
	}
	p.dec.CheckLimit(e.Rules, limit, f.Path)
	if !appends {
		p.dec.MakeSlice(to, f.Type, f.Elem.Rules, "c", f.Path)
		p.getNumbers(f, to)
		return
	}
	p.dec.Charge(e.Type, "c", f.Path)
	start := p.local("start")
	p.Line("%s := len(%s)\n%s = slices.Grow(%s, c)[:%s+c]", start, list, to, list, start)
	p.getNumbers(f, fmt.Sprintf("%s[%s:]", to, start))
}

// countPacked prints code that sets m to the end of the k bytes of packed varints at n, and c to their number.
func (p *generator) countPacked(name string) {
	p.intVar("c")
	p.Line("%s = n + k\nif c = d.Numbers(n, m); c < 0 {", p.intVar("m"))
	p.dec.ReturnFailed(name)
	p.Line("}")
}

// getNumbers prints code that decodes packed numbers into all elements of list. Their presence has been checked, and they end at m.
func (p *generator) getNumbers(f *value, list string) {
	e, i := f.Elem, p.local("i")
	name := "to"
	loop := func() {
		p.Line("for %s, %s := 0, %s; %s < len(%s); %s++ {", i, name, list, i, name, i)
		p.dec.Within(p.dec.AddIndexLine(f.Path, i), func() {
			if e.Kind == plan.Fixed {
				p.Line("%s[%s] = %s\nn += %d", name, i, p.fixedWidth(e), e.Basic().Bits()/8)
				return
			}
			p.load(e, "", "m")
			p.setNumber(e, name+"["+i+"]", "")
		})
		p.Line("}")
	}
	if f.Kind == plan.Array {
		list += "[:]"
	}
	if e.Kind == plan.Fixed {
		p.bulk(p.withBuffer("n += balecore.LoadMemory(%s, b, n)", list), loop)
		return
	}
	loop()
}

// getArray prints code that decodes all elements of an array, which are consecutive. differs is the condition that the field at n is
// not another element. tag is the size of the tag at n, 0 if it has been decoded.
func (p *generator) getArray(f *value, tag int, differs string) {
	if packs(f.Elem) {
		if tag > 0 {
			p.Line("n += %d", tag)
		}
		p.length(f.Elem, f.Path)
		if f.Elem.Kind == plan.Fixed {
			p.Line("if k != %d {", plan.Len(f.Type)*f.Elem.Basic().Bits()/8)
		} else {
			p.countPacked(f.Path)
			p.Line("if c != %d {", plan.Len(f.Type))
		}
		p.dec.ReturnError("balecore.Malformed", f.Path, "n")
		p.Line("}")
		p.getNumbers(f, f.Expr)
		return
	}
	p.Line("n += %d", tag)
	p.getTagged(f, tag, differs)
}

// getTagged prints code that decodes array elements with a tag each. The tag of the first element has been decoded.
func (p *generator) getTagged(f *value, tag int, differs string) {
	i := p.local("i")
	p.Line("for %s := range %s {", i, printer.Unparen(f.Expr))
	p.dec.Within(p.dec.AddIndexLine(f.Path, i), func() {
		p.Line("if %s > 0 {\nif %s {", i, differs)
		p.dec.ReturnError("balecore.Truncated", "", "n")
		p.Line("}\nn += %d\n}", tag)
		x := f.Expr + "[" + i + "]"
		p.clearValue(f.Elem, x)
		p.dropOld(f.Elem, x)
		p.get(f.Elem, x, "", "Get")
	})
	p.Line("}")
}

// getEntry prints code that decodes an entry of a map.
func (p *generator) getEntry(f *value, name string) {
	if f.Elem.lax {
		p.gogoGetEntry(f, name)
		return
	}
	pair := p.local("pair")
	p.Line("var %s %s", pair, f.Elem.Message.GoType)
	p.get(f.Elem, pair, name, "Get")
	if x := f.Elem.Message.Values[1]; x.Kind == plan.Pointer {
		p.Line("if %s.Value == nil {\n%[1]s.Value = new(%[2]s)\n}", pair, p.Type(x.Elem.Type))
	}
	p.Line("%s[%s.Key] = %s.Value", f.to(), pair, pair)
}

// limitEntries prints the check of the number of entries of a map. Entries with the same key count once.
func (p *generator) limitEntries(f *value) {
	p.dec.CheckLimit(f.Elem.Rules, "len("+printer.Unparen(f.to())+")", f.Path)
}

// mergeField prints the cases of a field in the switch of Merge.
func (p *generator) mergeField(f *value) {
	if empty(f) {
		return
	}
	p.Line("case %d: // %s", tag(f), f.Path)
	if f.expected != 0 {
		p.Line("has |= %#x", f.expected)
	}
	e, to := f.Elem, f.to()
	p.resolve(f)
	defer p.mark(f)
	switch f.Kind {
	default:
		p.get(e, to, f.Path, "Merge")
	case plan.Pointer:
		if e.fresh {
			p.Line("%s = nil", to)
		}
		p.dec.KeepPointer(to, e.Type, f.Path)
		p.get(e, "(*"+to+")", f.Path, "Merge")
	case plan.Map:
		p.dec.Charge(f.Elem.Message.Type, "3", f.Path) // a growing map takes up to 3 slots for an entry
		p.Line("if %[1]s == nil {\n%[1]s = make(%[2]s)\n}", to, p.Type(f.Type))
		p.getEntry(f, f.Path)
		p.limitEntries(f)
	case plan.Array:
		n, value := tagBytes(tag(f))
		if packs(f.Elem) {
			p.getArray(f, 0, "")
			unpacked := uint64(f.Number)<<3 | uint64(wireType(f.Elem))
			p.Line("case %d: // %s, not packed", unpacked, f.Path)
			n, value = tagBytes(unpacked)
		}
		p.getTagged(f, n, p.otherTag(n, value))
	case plan.List:
		if packs(e) {
			p.appendPacked(f)
			p.Line("case %d: // %s, not packed", uint64(f.Number)<<3|uint64(wireType(f.Elem)), f.Path)
		} else if isNumber(e) {
			defer func() {
				p.Line("case %d: // %s, packed", uint64(f.Number)<<3|2, f.Path)
				p.appendPacked(f)
			}()
		}
		p.makeList(f)
		p.dec.CheckLimit(e.Rules, "len("+printer.Unparen(to)+")+1", f.Path)
		p.dec.Charge(listElem(f), "2", f.Path) // append doubles the capacity
		p.Line("%s = append(%s, *new(%s))", to, printer.Unparen(to), p.Type(listElem(f)))
		inner := *e
		inner.Rules.Max = 0
		i := p.local("i")
		p.Line("%s := len(%s) - 1", i, printer.Unparen(to))
		x := to + "[" + i + "]"
		if f.pointers {
			p.dec.Charge(e.Type, "1", f.Path)
			p.Line("%s = %s", x, p.dec.NewElem(e.Type))
			x = "(*" + x + ")"
		}
		p.dec.Within(p.dec.AddIndexLine(f.Path, i), func() { p.get(&inner, x, "", "Get") })
	}
}

// otherTag returns the condition that the n bytes at offset n are not the tag value, or that the message ends after them.
func (p *generator) otherTag(n int, value uint64) string {
	text := p.withBuffer("end-n <= %d", n)
	for i := range n {
		text += fmt.Sprintf(" || balecore.Get8(b, n+%d) != %#x", i, uint8(value>>(8*i)))
	}
	return strings.ReplaceAll(text, "n+0", "n")
}
