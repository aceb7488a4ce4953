package proto

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
)

const (
	// maxLen is the maximum size of the length prefix of a string or list, in bytes.
	maxLen = 5
	// unused is how many more bytes a room check may ask for than are written: ten for a number in a list that takes one.
	unused = 9
)

// putFields prints code that writes the fields of a message. One room check covers a run of fields of bounded width and the
// unbounded field that follows them.
func (p *generator) putFields(m *message) {
	for _, s := range stretches(m) {
		p.putRun(m, s.values)
		if s.oneof != nil {
			p.putOneof(m, s.oneof)
		}
	}
	if m.unknown != nil {
		p.putUnknown(m, m.unknown)
	}
}

// putUnknown prints code that writes the unknown fields of a declared message, which few messages have.
func (p *generator) putUnknown(m *message, f *value) {
	x := p.FieldVar(f.Path, "field")
	p.heading(f)
	p.Line("if %s := %s; len(%s) > 0 {", x, f.Expr, x)
	p.check(0, emit.Len(x), m.GoType+"."+f.Path)
	p.Line("n = baleproto.PutRaw(b, n, %s)\n}", x)
}

// putRun prints code that writes fields of a message.
func (p *generator) putRun(m *message, fields []*value) {
	for len(fields) > 0 {
		room, k := 0, 0
		for k < len(fields) {
			bound, bounded := maxField(fields[k])
			if !bounded {
				break
			}
			room += bound
			k++
		}
		path, x := m.GoType, ""
		if k < len(fields) {
			f := fields[k]
			path += "." + f.Path
			var head int
			var length emit.Length
			x, head, length = p.loadField(f, path)
			if room+head > 0 || length.Known() {
				p.check(room+head, length, path)
			}
		} else if room > 0 {
			p.check(room, emit.Length{}, path)
		}
		for _, f := range fields[:k] {
			p.putField(m, f, f.Expr)
		}
		if k < len(fields) {
			p.putField(m, fields[k], x)
			k++
		}
		fields = fields[k:]
	}
}

// loadField prints code that copies a field of unbounded width to a variable, since another goroutine may change the field. It
// returns the variable, and the bytes to check for: a constant and a length.
func (p *generator) loadField(f *value, path string) (x string, head int, length emit.Length) {
	switch {
	case isSingle(f):
		return p.loadElem(f, f.Expr, path)
	case f.Kind == plan.Array || p.keeps(f):
		return f.Expr, 0, emit.Length{}
	}
	x = p.FieldVar(f.Path, "field")
	p.Line("%s := %s", x, printer.Unparen(f.Expr))
	if f.Rules.Unknown {
		return x, 0, emit.Len(x)
	}
	return x, 0, emit.Length{}
}

// loadElem is loadField for one value of a field.
func (p *generator) loadElem(f *value, value, path string) (x string, head int, length emit.Length) {
	tag := p.tagLen(f)
	switch f.Elem.Kind {
	case plan.String, plan.Bytes:
		value = printer.Unparen(value)
	case plan.Custom:
		value = f.Elem.coder.load(p, f.Elem, value, path)
	case plan.Record:
		if f.Elem.group {
			return value, tag, emit.Length{}
		}
		return value, tag + prefix(f.Elem.Message), emit.Length{}
	default:
		bound, _ := maxValue(f.Elem)
		return value, tag + bound, emit.Length{}
	}
	x = p.FieldVar(f.Path, "field")
	p.Line("%s := %s", x, value)
	return x, tag + maxLen, emit.Len(x)
}

// putChecked prints the room check for one value of a field, and code that writes it.
func (p *generator) putChecked(f *value, x, path string) {
	x, head, length := p.loadElem(f, x, path)
	p.check(head, length, path)
	p.put(f, f.Elem, x, path, true)
	if f.Elem.group {
		p.putGroupEnd(f, path)
	}
}

// check prints the check that room bytes and the bytes of length fit at n.
func (p *generator) check(room int, length emit.Length, path string) {
	p.CheckRoom(fmt.Sprintf("n+%d", room), length, path)
}

// keeps reports whether the sizing pass keeps the map entries of f for the writing pass.
func (p *generator) keeps(f *value) bool {
	return f.Kind == plan.Map && p.keepsEntries(f)
}

// tagLen returns the size of the tag of f in bytes.
func (p *generator) tagLen(f *value) int {
	n, _ := tagBytes(tag(f))
	return n
}
