package proto

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// nonStringBytes returns the maximum number of bytes in a message that are not bytes of strings, with 3 bytes for the tag and the length
// of a string, and without unknown fields of generated messages, which are copied. ok is false if there is no maximum or the message has no strings.
func nonStringBytes(m *message) (n int, ok bool) {
	if m.Part { // most of the message may be other fields
		return 0, false
	}
	for _, f := range m.Values {
		switch k, limited := maxField(f); {
		case limited:
			n += k
		case f.Elem.Kind == plan.String && isSingle(f) && f.Elem.Rules == plan.Rules{}:
			n += 3
			ok = true
		default:
			return 0, false
		}
	}
	return n, ok
}

// locals are the variable names that are reserved in every printed function.
const locals = "b n v d e end x k m c tag start"

// head prints the comment and the signature of a function of m. The arguments of format are the prefix of names, the name of the
// message, its type, and type parameters.
func (p *generator) head(format string, m *message) {
	typeParams, typ := "", m.GoType
	if m.Union {
		typeParams, typ = p.UnionParam(m.Type)
	}
	p.Func(format, title, m.Name, typ, typeParams)
}

// putFunc prints the Put function, which writes a message.
func (p *generator) putFunc(m *message) {
	p.head("// %[1]sPut%[2]s writes v at offset n of b. It returns the offset of the end.\nfunc %[1]sPut%[2]s%[4]s(e *%[1]sEncoder, b balecore.Buffer, n int, v *%[3]s) int {", m)
	p.reserve(m)
	if m.Union {
		p.putUnion(m)
	} else {
		if x := p.extensions(m); x != "" { // the library encodes them
			p.Line("if len(%s) > 0 {\nreturn e.Changed(%q, n)\n}", x, m.GoType)
		}
		if m.Recursive { // another goroutine may make the value contain itself
			p.Line("if !e.Enter() {\nreturn n\n}")
		}
		p.putFields(m)
		if m.Recursive {
			p.Line("e.Depth--")
		}
	}
	p.Line("return n\n}\n")
}

// local returns a variable name that the function and the package do not use yet.
func (p *generator) local(stem string) string {
	for {
		if name := p.Var(stem); p.Taken[name] == "" {
			return name
		}
	}
}

// heading prints a comment that names the field, its type in the .proto file, and its number.
func (p *generator) heading(f *value) {
	if f.Rules.Unknown {
		p.Line("// %s: unknown fields", f.Path)
		return
	}
	p.Line("// %s: %s = %d", f.Path, p.form(f), f.Number)
}

// putField prints code that writes a field. The room for a field of bounded width has been checked. x is the variable of loadField,
// or the field itself.
func (p *generator) putField(m *message, f *value, x string) {
	path := m.GoType + "." + f.Path
	p.heading(f)
	if f.Rules.Unknown {
		p.Line("n = baleproto.PutRaw(b, n, %s)", x)
		return
	}
	p.RefuseLong(f.Rules, f.Type, x, path)
	switch f.Kind {
	default:
		if f.Has != "" {
			p.Line("if %s {", f.Has)
			defer p.Line("}")
		}
		p.put(f, f.Elem, x, path, !f.Omit)
	case plan.Pointer:
		target := p.local("x")
		p.WrittenParts(f.Type, x)
		p.Line("if %s := %s; %s {", target, x, f.isSet(target))
		if _, bounded := maxField(f); bounded {
			p.put(f, f.Elem, "(*"+target+")", path, true)
		} else {
			p.putChecked(f, "(*"+target+")", path)
		}
		p.Line("}")
	case plan.List, plan.Array:
		p.putList(f, x, path)
	case plan.Map:
		p.putEntries(f, x, path)
	}
}

// putEntries prints code that writes the map x.
func (p *generator) putEntries(f *value, x, path string) {
	u := model.Underlying(f.Type).(*model.Map)
	key, elem, pair := p.local("k"), p.local("x"), p.local("pair")
	kept := ""
	if p.keepsEntries(f) {
		kept = p.loadEntries(f, u, x, path)
	}
	p.Entries(u, x, kept, key, elem, func() {
		if x := f.Elem.Message.Values[1]; x.Kind == plan.Pointer && !x.nilAbsent {
			p.emptyForNil(x, elem)
		}
		p.Line("%s := %s{Key: %s, Value: %s}", pair, f.Elem.Message.GoType, key, elem)
		p.putChecked(f, pair, path)
	})
}

// loadEntries prints code that loads the entries of the map x that were kept when the size was computed or, in an attempt, those that it has now. It
// returns the variable that holds them.
func (p *generator) loadEntries(f *value, u *model.Map, x, path string) string {
	if !f.again {
		return p.LoadKeptEntries(u, path)
	}
	entries := p.Var("entries")
	p.Line("var %s []balecore.Entry[%s, %s]\nif !e.Now {\n%[1]s = %[4]s\n} else if len(%[5]s) > 0 {\n%[1]s = %[6]s\n}",
		entries, p.Type(u.Key), p.Type(u.Elem), p.KeptEntries(u, path), x, p.EntriesOf(u, x))
	return entries
}

// putTag prints code that writes the tag of f at n, without advancing n. It returns the size of the tag in bytes.
func (p *generator) putTag(f *value) int {
	n, value := tagBytes(tag(f))
	width := 8
	for width < 8*n {
		width *= 2
	}
	p.Line("balecore.Put%d(b, n, %#x)", width, value)
	return n
}

// bits returns an expression for the unsigned integer that is written for a number: the value of a varint, or the bits of a
// fixed-width number.
func bits(e *value, x string) string {
	switch {
	case e.Basic() == model.Bool:
		return "balecore.Bit(bool(" + x + "))"
	case e.Basic() == model.Float64:
		return "math.Float64bits(float64(" + x + "))"
	case e.Basic() == model.Float32:
		return "math.Float32bits(float32(" + x + "))"
	case e.Kind == plan.Fixed && e.Basic().Bits() == 32:
		return "uint32(" + x + ")"
	case e.Rules.Sint:
		return "balecore.Zigzag(int64(" + x + "))"
	}
	return "uint64(" + x + ")"
}

// store prints code that writes the number x as a varint after a tag of the given size. One branch is for numbers of one byte, and
// is usually predicted. Longer numbers are written without a branch on their length: see Spread.
func (p *generator) store(e *value, x string, tag int) {
	at := "n"
	if tag > 0 {
		at = fmt.Sprintf("n+%d", tag)
	}
	switch {
	case e.Basic().Bits() == 8 && (e.Basic().Unsigned() || e.Rules.Sint):
		p.Line("n = balevarint.Store8(b, %s, %s)", at, x)
		return
	case e.Basic().Bits() == 16 && (e.Basic().Unsigned() || e.Rules.Sint):
		p.Line("n = balevarint.Store16(b, %s, %s)", at, x)
		return
	}
	p.Line("if %s < 0x80 {\nbalecore.Put8(b, %s, uint8(%s))\nn += %d\n} else {", x, at, x, tag+1)
	if e.Basic().Bits() == 32 && (e.Basic().Unsigned() || e.Rules.Sint) {
		p.Line("n = balevarint.Store32(b, %s, %s)\n}", at, x)
		return
	}
	p.Line("n = baleproto.Store(b, %s, %s)\n}", at, x)
}

// put prints code that writes one value with its tag. Unless always is set, a zero value is left out.
func (p *generator) put(f *value, e *value, x, path string, always bool) {
	if e.Kind == plan.Integer && e.Basic() == model.Bool && !always { // without a branch on the value
		n := p.putTag(f)
		p.Line("balecore.Put8(b, n+%d, 1)\nn += %d * int(%s)", n, n+1, bits(e, x))
		return
	}
	if !always {
		switch e.Kind {
		case plan.Integer, plan.Fixed:
			y := p.local("x")
			if isFloat(e) && e.noMinus {
				p.Line("if %s != 0 {", printer.Unparen(x))
				p.putBits(e, bits(e, x), p.putTag(f))
				p.Line("}")
				return
			}
			p.Line("if %s := %s; %s != 0 {", y, bits(e, x), y)
			p.putBits(e, y, p.putTag(f))
			p.Line("}")
			return
		case plan.String, plan.Bytes:
			p.Line("if %s {", presence(e, x))
		case plan.Time:
			p.Line("if !%s.IsZero() {", x)
		case plan.Duration:
			p.Line("if %s != 0 {", x)
		case plan.Complex:
			p.Line("if !baleproto.Nothing(complex128(%s)) {", x)
		case plan.Custom:
			if always = !e.nilable; !always {
				p.Line("if %s != nil {", x)
			}
		default:
			always = e.Kind != plan.Record // an empty message is left out
			p.putLengthDelimited(e, x, path, p.putTag(f), always)
			return
		}
	}
	if isNumber(e) {
		y := p.local("x")
		p.Line("%s := %s", y, bits(e, x))
		p.putBits(e, y, p.putTag(f))
	} else {
		p.putLengthDelimited(e, x, path, p.putTag(f), true)
	}
	if !always {
		p.Line("}")
	}
}

// putBits prints code that writes a varint or a fixed-width number after a tag of the given size.
func (p *generator) putBits(e *value, x string, tag int) {
	if e.Kind == plan.Integer {
		p.store(e, x, tag)
		return
	}
	p.Line("balecore.Put%d(b, n+%d, %s)\nn += %d", e.Basic().Bits(), tag, x, tag+e.Basic().Bits()/8)
}

// putLengthDelimited prints code that writes a value with a length prefix, after a tag of the given size at n.
func (p *generator) putLengthDelimited(e *value, x, path string, tag int, always bool) {
	switch e.Kind {
	case plan.String:
		p.putText(e, x, path, tag)
	case plan.Bytes:
		p.Line("n = baleproto.PutBytes(b, n+%d, %s)", tag, x)
	case plan.ByteArray:
		count := plan.Len(e.Type)
		n, value := tagBytes(uint64(count))
		p.Line("balecore.Put64(b, n+%d, %#x)\nn += %d", tag, value, tag+n)
		p.Line("balecore.StoreArray(b, n, %s)\nn += %d", printer.Addr(x), count)
	case plan.Custom:
		if how := p.MethodSuffix(e.Type); how == "Text" {
			p.Line("n = e.Text(b, n+%d, string(%s), %q)", tag, x, path)
		} else {
			p.Line("n = baleproto.PutBytes(b, n+%d, %s)", tag, x)
		}
	case plan.Time:
		p.Line("n = baleproto.PutTime(b, n+%d, %s)", tag, x)
	case plan.Duration:
		p.Line("n = baleproto.PutDuration(b, n+%d, int64(%s))", tag, x)
	case plan.Complex:
		p.Line("n = baleproto.PutComplex(b, n+%d, %s)", tag, emit.Wide(e.Basic(), x))
	case plan.Record:
		p.putRecord(e, x, tag, always)
	}
}

// putText prints code that writes a string. A string of 8 to 16 bytes is written without a call: encoding small, which has two of
// them, takes 0.83 of the time of a call, nested 0.94, and an OpenRTB-like bid, whose strings are not checked, 0.97.
func (p *generator) putText(e *value, x, path string, tag int) {
	x = printer.Unparen(x)
	text := emit.Plain(x, e.Type)
	call := fmt.Sprintf("n = e.Text(b, n+%d, %s, %q)", tag, text, path)
	if e.anyText {
		call = fmt.Sprintf("n = baleproto.PutString(b, n+%d, %s)", tag, text)
	}
	if e.anyText {
		p.Line("if k := len(%[1]s) - 8; uint(k) <= 8 {\nbaleproto.Ends(b, n+%[3]d, %[7]s)\nbalecore.Put8(b, n+%[4]d, uint8(k+8))\nn += k + %[5]d\n} else {\n%[6]s\n}",
			x, title, tag+1, tag, tag+9, call, text)
		return
	}
	p.Line("if k := len(%[1]s) - 8; uint(k) <= 8 && baleproto.Ends(b, n+%[3]d, %[7]s) {\nbalecore.Put8(b, n+%[4]d, uint8(k+8))\nn += k + %[5]d\n} else {\n%[6]s\n}",
		x, title, tag+1, tag, tag+9, call, text)
}

// putRecord prints code that writes a message. It reserves bytes for the length prefix and writes the length afterwards.
func (p *generator) putRecord(e *value, x string, tag int, always bool) {
	if e.group {
		p.Line("n = %sPut%s(e, b, n+%d, %s)", title, e.Message.Name, tag, printer.Addr(x))
		return
	}
	m, k, long := p.local("m"), p.local("k"), ""
	if short(e.Message) {
		p.Line("%s := n + %d", m, tag+1)
	} else {
		long = p.local("long")
		p.Line("%s := int(e.Long >> %d & 1)\n%s := n + %d + %[1]s", long, p.longBit(e.Message), m, tag+1)
	}
	p.Line("%s := %sPut%s(e, b, %s, %s) - %s", k, title, e.Message.Name, m, printer.Addr(x), m)
	if !always {
		p.Line("if %s > 0 {", k)
	}
	if long == "" {
		p.Line("if balecore.Put8(b, %[1]s-1, uint8(%[2]s)); %[2]s < 0x80 {\nn = %[1]s + %[2]s\n} else {\nn = e.Close(b, %[1]s, %[2]s, 1)\n}", m, k)
	} else {
		p.Line("if %[1]s == 0 && %[3]s < 0x80 {\nbalecore.Put8(b, %[2]s-1, uint8(%[3]s))\nn = %[2]s + %[3]s\n} else if %[1]s > 0 && uint(%[3]s-0x80) < 0x3f80 {\nbalecore.Put16(b, %[2]s-2, uint16(%[3]s&0x7f|0x80|%[3]s>>7<<8))\nn = %[2]s + %[3]s\n} else {\nn = e.CloseMessage(b, %[2]s, %[3]s, %[1]s, %[4]d)\n}", long, m, k, p.longBit(e.Message))
	}
	if !always {
		p.Line("}")
	}
}

// putList prints code that writes the list or array in the variable list.
func (p *generator) putList(f *value, list, path string) {
	e := f.Elem
	if empty(f) {
		return
	}
	if !packs(e) {
		p.putElems(f, list, path)
		return
	}
	bare := printer.Unparen(list)
	if f.Kind != plan.Array {
		p.Line("if len(%s) > 0 {", bare)
	}
	tag, size := p.tagLen(f), e.Basic().Bits()/8
	if e.Basic() == model.Bool {
		size = 1
	}
	x := p.local("x")
	if e.Kind == plan.Fixed || e.Basic() == model.Bool {
		p.Line("if %d*int64(len(%s)) > int64(e.End-n-%d) {\nreturn e.Changed(%q, n)\n}", size, bare, tag+maxLen, path)
		p.putTag(f)
		p.Line("if k := %d * uint64(len(%s)); k < 0x80 {\nbalecore.Put8(b, n+%d, uint8(k))\nn += %d\n} else {\nn = balevarint.Store56(b, n+%[3]d, k)\n}", size, bare, tag, tag+1)
	}
	switch {
	case e.Kind == plan.Fixed:
		p.bulk(fmt.Sprintf("n += balecore.StoreMemory(b, n, %s[:])", list), func() {
			p.Line("for _, %s := range %s {\nbalecore.Put%d(b, n, %s)\nn += %d\n}", x, bare, e.Basic().Bits(), bits(e, x), size)
		})
	case e.Basic() == model.Bool:
		p.Line("for _, %s := range %s {\nbalecore.Put8(b, n, uint8(%s))\nn++\n}", x, bare, bits(e, x))
	default:
		p.check(tag+maxLen, emit.Length{}, path)
		p.putTag(f)
		m, guess, y := p.local("m"), p.local("guess"), p.local("y")
		p.Line("%s := balevarint.Len(uint64(len(%s)))", guess, bare)
		p.Line("n += %d + %s\n%s := n\nfor _, %s := range %s {", tag, guess, m, y, bare)
		p.check(numberBytes(e.Basic(), e.Rules.Sint), emit.Length{}, path)
		p.Line("%s := %s", x, bits(e, y))
		p.store(e, x, 0)
		k := p.local("k")
		p.Line("}\nif %[1]s := n - %[2]s; %[3]s == 1 && %[1]s < 0x80 {\nbalecore.Put8(b, %[2]s-1, uint8(%[1]s))\n} else {\nn = e.Close(b, %[2]s, %[1]s, %[3]s)\n}", k, m, guess)
	}
	if f.Kind != plan.Array {
		p.Line("}")
	}
}

// putElems prints code that writes list elements with a tag each.
func (p *generator) putElems(f *value, list, path string) {
	if f.Kind != plan.Array {
		p.WrittenParts(f.Type, list)
	}
	if f.Elem.Kind == plan.Custom && !f.Elem.again {
		p.Line("for range %s {", printer.Unparen(list))
		p.putChecked(f, "", path)
		p.Line("}")
		return
	}
	i := p.local("i")
	x := list + "[" + i + "]"
	p.Line("for %s := range %s {", i, printer.Unparen(list))
	if f.pointers {
		elem := p.local("x")
		p.Line("%s := %s", elem, x)
		if f.nilEmpty {
			p.emptyForNil(f, elem)
		} else {
			p.Line("if %s == nil {\nreturn e.Changed(%q, n)\n}", elem, path)
		}
		x = "(*" + elem + ")"
	}
	p.putChecked(f, x, path)
	p.Line("}")
}

// bulk prints line for processors that store numbers in memory as messages do, and a loop for others.
func (p *generator) bulk(line string, loop func()) {
	p.Line("if balecore.Wide {\n%s\n} else {", line)
	loop()
	p.Line("}")
}
