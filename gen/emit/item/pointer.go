package item

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// fieldsOf returns the fields of a struct as values of *v after loadPointers.
func (p *generator) fieldsOf(r *plan.Struct) []*plan.Value {
	list := make([]*plan.Value, len(r.Fields))
	for i, f := range r.Fields {
		expr := "v." + f.Path
		if f.Pointer != nil {
			expr = variable(f.Pointer) + strings.TrimPrefix(f.Path, f.Pointer.Path)
		}
		list[i] = p.tree.FieldValue(f, expr)
	}
	return list
}

// target returns the field f of *v, without the variables of loadPointers.
func (p *generator) target(f *plan.Field) *plan.Value { return p.tree.FieldValue(f, "v."+f.Path) }

// variable returns the name of the variable that loadPointers sets to the pointer.
func variable(ptr *plan.Embedded) string { return fmt.Sprintf("inner%d", ptr.Index) }

// loadPointers prints code that loads each embedded pointer whose fields are fields of the struct, once: another goroutine may set it to
// nil while the value is being encoded.
func (p *generator) loadPointers(r *plan.Struct) {
	for _, ptr := range r.Pointers {
		x := variable(ptr)
		if ptr.Outer == nil {
			p.Line("%s := v.%s\n_ = %[1]s", x, ptr.Path)
			continue
		}
		outer := variable(ptr.Outer)
		p.Line("var %s *%s\nif %s != nil {\n%[1]s = %[3]s%[4]s\n}\n_ = %[1]s", x, p.Type(ptr.Elem), outer, strings.TrimPrefix(ptr.Path, ptr.Outer.Path))
	}
}

// ownPointers prints code that drops embedded pointers to memory of other places.
func (c *cursor) ownPointers(r *plan.Struct) {
	for _, ptr := range r.Pointers {
		own := c.Capture(func() { c.dec.Own("v."+ptr.Path, &model.Pointer{Elem: ptr.Elem}) })
		if own == "" {
			continue
		}
		if ptr.Outer != nil {
			own = fmt.Sprintf("if %s {\n%s}\n", notNil(ptr.Outer), own)
		}
		c.Paste(own)
	}
}

// notNil returns the condition that an embedded pointer, and those that hold it, are not nil.
func notNil(ptr *plan.Embedded) string {
	text := "v." + ptr.Path + " != nil"
	if ptr.Outer == nil {
		return text
	}
	return notNil(ptr.Outer) + " && " + text
}

// makePointers prints code that allocates an embedded pointer and those that hold it, unless they are allocated.
func (c *cursor) makePointers(ptr *plan.Embedded) {
	if ptr == nil {
		return
	}
	c.makePointers(ptr.Outer)
	c.dec.KeepPointer("v."+ptr.Path, ptr.Elem, ptr.Path)
}

// zeroMissing prints code that sets fields that are not in seen to zero. list has their numbers. An embedded pointer is set to nil if none
// of its fields is in the message. within is the pointer that holds all of the fields.
func (p *generator) zeroMissing(fields []*plan.Field, list []int, within *plan.Embedded) {
	for len(list) > 0 {
		f, bit := fields[list[0]], list[0]
		if pointerOf(f) == within {
			if !f.Unread {
				p.zeroUnseen(bit, p.target(f), within != nil)
			}
			list = list[1:]
			continue
		}
		ptr := pointerOf(f)
		for ptr.Outer != within {
			ptr = ptr.Outer
		}
		var held, others []int
		for _, bit := range list {
			if ptr.Holds(pointerOf(fields[bit])) {
				held = append(held, bit)
			} else {
				others = append(others, bit)
			}
		}
		p.Line("if %s == 0 {\nv.%s = nil\n} else {", seen(held), ptr.Path)
		p.zeroMissing(fields, held, ptr)
		p.Line("}")
		list = others
	}
}

// seen returns an expression that is 0 if none of the fields with the numbers in list, which ascend, has been decoded.
func seen(list []int) string {
	var words []string
	for len(list) > 0 {
		var mask uint64
		word, first, last := list[0]/64, list[0]%64, 0
		for ; len(list) > 0 && list[0]/64 == word; list = list[1:] {
			last = list[0] % 64
			mask |= 1 << last
		}
		if row := ^uint64(0) << first << (63 - last) >> (63 - last); mask == row {
			words = append(words, fmt.Sprintf("seen[%d]>>%d<<%d", word, first, 63-last+first))
		} else {
			words = append(words, fmt.Sprintf("seen[%d]&%#x", word, mask))
		}
	}
	return strings.Join(words, "|")
}

// numbers returns the numbers from first up to, but not including, end.
func numbers(first, end int) []int {
	var list []int
	for i := first; i < end; i++ {
		list = append(list, i)
	}
	return list
}
