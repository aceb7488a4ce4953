package msgpack

import (
	"fmt"
	"strings"
)

// conditional reports whether f is not always written.
func (f *field) conditional() bool { return f.omit || f.pointer != nil }

// value returns the expression for the field of *v after loadPointers.
func (f *field) value() string {
	if f.pointer == nil {
		return "v." + f.path
	}
	return f.pointer.variable() + strings.TrimPrefix(f.path, f.pointer.path)
}

// variable returns the name of the variable that loadPointers sets to the pointer.
func (ptr *pointer) variable() string { return fmt.Sprintf("inner%d", ptr.index) }

// holds reports whether other is ptr, or is in the struct that ptr points to.
func (ptr *pointer) holds(other *pointer) bool {
	for ; other != nil; other = other.outer {
		if other == ptr {
			return true
		}
	}
	return false
}

// loadPointers prints code that loads each embedded pointer whose fields are fields of the struct, once: another goroutine may set it to
// nil while the value is being encoded.
func (p *generator) loadPointers(r *record) {
	for _, ptr := range r.pointers {
		x := ptr.variable()
		if ptr.outer == nil {
			p.Line("%s := v.%s\n_ = %[1]s", x, ptr.path)
			continue
		}
		outer := ptr.outer.variable()
		p.Line("var %s *%s\nif %s != nil {\n%[1]s = %[3]s%[4]s\n}", x, p.Type(ptr.elem), outer, strings.TrimPrefix(ptr.path, ptr.outer.path))
	}
}

// makePointers prints code that allocates an embedded pointer and those that hold it, unless they are allocated.
func (c *cursor) makePointers(ptr *pointer) {
	if ptr == nil {
		return
	}
	c.makePointers(ptr.outer)
	c.dec.MakePointer("v."+ptr.path, ptr.elem, ptr.path)
}

// zeroMissing prints code that sets fields that are not in seen to zero. first is the number of the first one. An embedded pointer is
// set to nil if none of its fields is in the message. within is the pointer that holds all of the fields.
func (p *generator) zeroMissing(fields []*field, first int, within *pointer) {
	for i := 0; i < len(fields); i++ {
		f, bit := fields[i], first+i
		if f.pointer == within {
			p.Line("if seen[%d]>>%d&1 == 0 {", bit/64, bit%64)
			p.zero("v."+f.path, p.fieldType(f))
			p.Line("}")
			continue
		}
		ptr := f.pointer
		for ptr.outer != within {
			ptr = ptr.outer
		}
		end := i + 1
		for end < len(fields) && ptr.holds(fields[end].pointer) {
			end++
		}
		p.Line("if %s {\nv.%s = nil\n} else {", noneSeen(bit, first+end), ptr.path)
		p.zeroMissing(fields[i:end], bit, ptr)
		p.Line("}")
		i = end - 1
	}
}

// noneSeen returns an expression that reports whether none of the fields from number i up to, but not including, end is in seen.
func noneSeen(i, end int) string {
	var words []string
	for word := i / 64; word*64 < end; word++ {
		lo, hi := max(i-word*64, 0), min(end-word*64, 64)
		words = append(words, fmt.Sprintf("seen[%d]>>%d<<%d", word, lo, 64-hi+lo))
	}
	return strings.Join(words, "|") + " == 0"
}
