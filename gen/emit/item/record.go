package item

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// getRecord prints the two functions that decode a struct. The first compares each name with the name of the next field, in the order in
// which bale encodes them. If a name differs, the second looks up the names of the remaining fields.
func (p *generator) getRecord(v *plan.Value, name string) {
	r := p.record(v.Type)
	c := p.beginGet(v, name)
	p.zeroUnread(v.Type, r)
	c.ownPointers(r)
	c.dec.Declared(func() {
		if omits(r) {
			p.Line("left, seen := -1, [%d]uint64{}", words(r))
			c.inOrderOmitting(v, r)
			return
		}
		p.Line("i := 0 // fields decoded in order")
		c.inOrder(v, r)
		p.Line("var seen [%d]uint64\nleft := balecore.InOrder(seen[:], i, %d)", words(r), len(r.Fields))
	})
	if p.Recursive(v.Type) {
		p.Line("if n = %sRest%s(d, n, v, left, seen); n >= 0 {\nd.Depth--\n}\nreturn n\n}\n", p.Title, name)
	} else {
		p.Line("return %sRest%s(d, n, v, left, seen)\n}\n", p.Title, name)
	}
	p.restFunc(v, name, r)
}

// words returns how many words hold one bit for each field of a struct.
func words(r *plan.Struct) int { return max(1, (len(r.Fields)+63)/64) }

// inOrder prints the decoding of fields in order if none can be omitted.
func (c *cursor) inOrder(v *plan.Value, r *plan.Struct) {
	count, each := c.counts(r)
	head, least := count.Bytes(len(r.Fields)), 0
	if isPart(v.Type) {
		least = len(head) + each*len(r.Fields) // fewer bytes are an error of the head
	}
	c.Line("switch {\ndefault:")
	for i, field := range r.Fields {
		c.Flush()
		f := c.target(field)
		head = append(head, c.before(r, f)...)
		if need := max(least, len(head)+c.ahead(f)); len(head) > 0 {
			c.Line("if len(d.B)-n < %d || %s { // %q\nbreak\n}", need, c.differs(head), head)
		} else if need > 0 {
			c.Line("if len(d.B)-n < %d {\nbreak\n}", need)
		}
		c.AddConst(len(head))
		c.getOrSkip(f, true)
		c.Flush()
		head, least = nil, 0
		if i < len(r.Fields)-1 {
			c.Line("i = %d", i+1)
			continue
		}
		c.decrementDepth(v)
		c.Line("return n")
	}
	c.Line("}")
}

// before returns the bytes before the value of f, a field of r: its name, unless r is an array, and its prefix.
func (c *cursor) before(r *plan.Struct, f *plan.Value) []byte {
	if r.Array {
		return c.prefix(f)
	}
	return append(c.wire.KeyBytes(f.Field), c.prefix(f)...)
}

// counts returns the heads of the struct r in messages, and how many values a field is.
func (p *generator) counts(r *plan.Struct) (head Count, each int) {
	if r.Array {
		return p.wire.List, 1
	}
	return p.wire.Map, 2
}

// inOrderOmitting prints the decoding of fields in order if some can be omitted.
func (c *cursor) inOrderOmitting(v *plan.Value, r *plan.Struct) {
	c.needBuffer()
	room := ""
	if isPart(v.Type) {
		room = fmt.Sprintf(" && len(d.B)-n > 2*int(balecore.Get8(b, n)-0x%x)", c.wire.Map.First)
	}
	c.Line("if n < len(d.B) && balecore.Get8(b, n)-0x%x < %d"+room+" {\nleft = int(balecore.Get8(b, n) - 0x%[1]x)\nn++\nswitch {\ndefault:", c.wire.Map.First, c.wire.Map.Short)
	for i, field := range r.Fields {
		f := c.target(field)
		head := c.before(r, f)
		need := len(head) + c.ahead(f)
		if field.Conditional() {
			c.Line("if left > 0 && len(d.B)-n >= %d && !(%s) { // %q", need, c.differs(head), head)
		} else {
			c.Line("if left == 0 || len(d.B)-n < %d || %s { // %q\nbreak\n}", need, c.differs(head), head)
		}
		if decodes(field) {
			c.makePointers(pointerOf(field))
		}
		c.AddConst(len(head))
		c.getOrSkip(f, true)
		c.Flush()
		c.Line("left--\nseen[%d] |= 1 << %d", i/64, i%64)
		if field.Conditional() {
			c.Line("}")
		}
	}
	c.Line("}\n}")
}

// restFunc prints the function that looks up names, and sets missing fields to zero.
func (p *generator) restFunc(v *plan.Value, name string, r *plan.Struct) {
	p.Func("// %[4]sRest%[1]s decodes the remaining fields of v, left of them. If left is -1, it decodes the head of the struct first. It sets\n// all other fields that are not in seen to zero.\nfunc %[4]sRest%[1]s(d *%[4]sDecoder, n int, v *%[2]s, left int, seen [%[3]d]uint64) int {", name, p.Type(v.Type), words(r), p.Title)
	c := p.cursor()
	c.plain = true
	// CutName gets a copy of seen: seen itself stays in a register if its address is not taken, which makes decoding small 1.05 times as fast.
	ordered := p.wire.SortsMaps && !r.Array // an array would be in the order of the source
	switch {
	case ordered:
		p.Line("if left < 0 {\nif left, n = d.MapLen(n); n < 0 {\ndecoded := seen\nreturn %s\n}\n}", c.cutName(r))
	case r.Array:
		p.Line("bare, first := false, 0\nif left < 0 {\nif left, bare, n = d.Fields(n); n < 0 {\ndecoded := seen\nreturn %s\n}\n} else {\nbare, first = true, %d-left\n}", c.cutName(r), len(r.Fields))
	default:
		p.Line("bare, first := false, 0\nif left < 0 {\nif left, bare, n = d.Fields(n); n < 0 {\ndecoded := seen\nreturn %s\n}\n}", c.cutName(r))
	}
	c.dec.Declared(func() {
		if ordered {
			p.Line("for f := range max(left, 0) {")
		} else {
			p.Line("for f := range left {\nif f += first; !bare {")
		}
		p.Line("var key []byte\nif key, n = d.Key(n); n < 0 {\ndecoded := seen\nreturn %s\n}\nswitch string(key) {", c.cutName(r))
		for i, f := range r.Fields {
			if decodes(f) {
				p.Line("case %s:\nf = %d", names(f), i)
			}
		}
		c.wholeNames(r)
		p.Line("default:\nf = %d\n}", len(r.Fields))
		if !ordered {
			p.Line("}")
		}
		c.wholeFields(r)
		p.Line("if f >= %d {\nif n = d.Skip(n); n < 0 {\nreturn -1\n}\ncontinue\n}", len(r.Fields))
		if len(r.Fields) == 0 {
			return
		}
		p.Line("if seen[f/64]>>(f%%64)&1 == 1 {\nreturn d.Stop(balecore.Duplicate, \"\", n)\n}\nseen[f/64] |= 1 << (f %% 64)\nswitch f {")
		for i, f := range r.Fields {
			if !decodes(f) {
				continue
			}
			p.Line("case %d: // %s", i, f.Path)
			c.makePointers(pointerOf(f))
			c.getOrSkip(p.target(f), false)
			c.Flush()
		}
		if isPart(v.Type) {
			p.Line("default: // an element of an array that is not read\nif n = d.Skip(n); n < 0 {\nreturn -1\n}")
		}
		p.Line("}")
	})
	p.Line("}")
	p.zeroMissing(r.Fields, slices.DeleteFunc(numbers(0, len(r.Fields)), func(i int) bool { return !decodes(r.Fields[i]) }), nil)
	p.Line("return n\n}\n")
}

// names returns the names of a field, as the decoder's method key returns them, as Go expressions. Names that are integers have a byte
// before them that is not in any text.
func names(f *plan.Field) string {
	name := strconv.Quote(f.Name)
	if f.Integer {
		name = strconv.Quote("\xff" + f.Name)
	}
	if f.Alias == "" {
		return name
	}
	return name + ", " + strconv.Quote(f.Alias)
}

// cutName returns the call of the helper CutName after an error in the name of a field. It has the names of the fields in messages, each followed
// by the field's path.
func (p *generator) cutName(r *plan.Struct) string {
	var list []string
	for _, f := range r.Fields {
		list = append(list, f.Name, f.Path)
	}
	return fmt.Sprintf("d.CutName(decoded[:], %q, %#x, %d)", strings.Join(list, "\n"), p.wire.Text.First, p.wire.Text.Short)
}

// zero prints code that sets a value to zero, except for fields that are not encoded.
func (p *generator) zero(v *plan.Value) {
	if v.Kind == plan.Record {
		r := p.record(v.Type)
		rest := fmt.Sprintf("%sRest%s(d, n, %%s, 0, [%d]uint64{})", p.Title, p.name(v), words(r))
		if !isPart(v.Type) {
			p.Line(rest, printer.Addr(v.Expr))
			return
		}
		p.Line("{\nv := %s", printer.Addr(v.Expr))
		p.zeroUnread(v.Type, r)
		p.Line(rest+"\n}", "v")
		return
	}
	p.Line("balecore.Zero(&%s)", v.Expr)
}

// zeroUnseen prints code that sets the value of a field with a bit of seen to zero if it has not been decoded. embedded means that it is behind an embedded
// pointer, which may be nil.
func (p *generator) zeroUnseen(bit int, v *plan.Value, embedded bool) {
	if v.Kind != plan.Record && !embedded {
		p.Line("balecore.ZeroUnseen(&%s, seen[%d], %d)", v.Expr, bit/64, bit%64)
		return
	}
	p.Line("if seen[%d]>>%d&1 == 0 {", bit/64, bit%64)
	p.zero(v)
	p.Line("}")
}

// wholes returns the embedded structs that may also be one field of a message: those whose types the package can write, because they are
// decoded by functions of their own.
func (c *cursor) wholes(r *plan.Struct) []*plan.Field {
	var list []*plan.Field
	for _, f := range r.Inlined {
		if model.CanWrite(f.Type, c.Package) && !f.Unread {
			list = append(list, f)
		}
	}
	return list
}

// wholeNames prints the cases for the names of embedded structs whose fields are fields of the outer struct.
func (c *cursor) wholeNames(r *plan.Struct) {
	for i, f := range c.wholes(r) {
		c.Line("case %q:\nf = %d", f.Name, len(r.Fields)+1+i)
	}
}

// wholeFields prints the decoding of such an embedded struct. None of its fields may occur on its own.
func (c *cursor) wholeFields(r *plan.Struct) {
	if len(c.wholes(r)) == 0 {
		return
	}
	c.Line("if f > %d && !bare {\nswitch f {", len(r.Fields))
	for i, f := range c.wholes(r) {
		c.Line("case %d: // %s", len(r.Fields)+1+i, f.Path)
		first, end := within(r, f.Path+".")
		if first < end {
			c.Line("if %s != 0 {\nreturn d.Stop(balecore.Duplicate, \"\", n)\n}", seen(numbers(first, end)))
		}
		for bit := first; bit < end; bit++ {
			c.Line("seen[%d] |= 1 << %d", bit/64, bit%64)
		}
		c.get(c.target(f), false)
		c.Flush()
	}
	c.Line("}\ncontinue\n}")
}

// within returns the numbers of the first field whose path begins with a prefix, and of the one after the last.
func within(r *plan.Struct, prefix string) (first, end int) {
	for first < len(r.Fields) && !strings.HasPrefix(r.Fields[first].Path, prefix) {
		first++
	}
	for end = first; end < len(r.Fields) && strings.HasPrefix(r.Fields[end].Path, prefix); end++ {
	}
	return first, end
}

// isNil returns an expression that reports whether the value at n is nil.
func (p *generator) isNil() string {
	return "n < len(d.B) && " + p.wire.IsNil
}
