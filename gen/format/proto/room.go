package proto

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

const (
	// maxLen is how many bytes the length of a string or list takes at most.
	maxLen = 5
	// unused is how many bytes more than it takes a check may ask for: the number in a list, of which one byte may be used.
	unused = 9
)

// putFields prints the writing of the fields of a message, in runs of which each ends with one that has no bounded width.
func (p *generator) putFields(m *message) {
	fields := m.fields
	for len(fields) > 0 {
		room, k := 0, 0
		for k < len(fields) {
			most, bounded := fields[k].maxBytes()
			if !bounded {
				break
			}
			room += most
			k++
		}
		where, x := m.typ, ""
		if k < len(fields) {
			f := fields[k]
			where += "." + f.name
			var head int
			var length emit.Length
			x, head, length = p.loadField(f, where)
			if room+head > 0 || length.Known() {
				p.check(room+head, length, where)
			}
		} else if room > 0 {
			p.check(room, emit.Length{}, where)
		}
		for _, f := range fields[:k] {
			p.putField(m, f, f.expr)
		}
		if k < len(fields) {
			p.putField(m, fields[k], x)
			k++
		}
		fields = fields[k:]
	}
}

// loadField prints what loads the header of a field without a bounded width into a variable, which it returns, since another
// goroutine may change it. It returns the bytes to check for, too: a constant, and a length.
func (p *generator) loadField(f *field, where string) (x string, head int, length emit.Length) {
	switch {
	case f.shape == single:
		return p.loadElem(f, f.expr, where)
	case f.shape == array || p.keeps(f):
		return f.expr, 0, emit.Length{}
	}
	x = p.local("field")
	p.Line("%s := %s", x, printer.Bare(f.expr))
	if f.shape == unknown {
		return x, 0, emit.Len(x)
	}
	return x, 0, emit.Length{}
}

// loadElem is loadField for one value of a field.
func (p *generator) loadElem(f *field, value, where string) (x string, head int, length emit.Length) {
	tag := p.tagLen(f)
	switch f.elem.Kind {
	case plan.String, plan.Bytes:
		value = printer.Bare(value)
	case plan.Custom:
		value = emit.KeptCustom(where)
	case plan.Record:
		return value, tag + f.elem.msg.guess(), emit.Length{}
	default:
		most, _ := f.elem.maxBytes()
		return value, tag + most, emit.Length{}
	}
	x = p.local("field")
	p.Line("%s := %s", x, value)
	return x, tag + maxLen, emit.Len(x)
}

// putChecked prints the writing of one value of a field that is there, behind the check for room.
func (p *generator) putChecked(f *field, x, where string) {
	x, head, length := p.loadElem(f, x, where)
	p.check(head, length, where)
	p.put(f, f.elem, x, where, true)
}

// check prints the check that so many bytes and those of a length have room at n.
func (p *generator) check(room int, length emit.Length, where string) {
	p.CheckRoom(fmt.Sprintf("n+%d", room), length, where)
}

// keeps reports whether the entries of a map are kept from the pass that adds up sizes.
func (p *generator) keeps(f *field) bool {
	return f.shape == entries && p.KeepsEntries(schema.Underlying(f.t).(*schema.Map))
}

// tagLen returns how many bytes the tag of a field takes.
func (p *generator) tagLen(f *field) int {
	n, _ := tagBytes(f.tag())
	return n
}
