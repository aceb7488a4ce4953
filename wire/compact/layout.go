package compact

import (
	"fmt"

	"bale/schema"
)

// A kind is how one place of a record is written.
type kind int

const (
	number kind = iota // an integer of 32 or 64 bits: a code, and its significant bytes
	count              // of a string, slice or map: a number, and what is counted later
	bit                // a bool
	nilBit             // whether a pointer points at something
	fixed              // as many bytes as it has
	clock              // a time: two numbers and a bit
	list               // an array of what has no fixed size: nothing in front, the elements later
	blob               // what a type\'s own marshal method makes: a number, and the bytes later
)

// An item is one place of a record.
type item struct {
	kind kind
	expr string // Go, from the function's own variable
	path string // as a user knows it: "Head.Fee"
	typ  schema.Type
	size int // of fixed, in bytes
	off  int // of fixed: from the end of the control words
	nib  int // first code: of number, count, clock
	bit  int // of bit, nilBit, clock
}

// parts is the type whose parts are written apart, nil where its own method writes it.
func (it *item) parts() schema.Type {
	if it.kind == blob {
		return nil
	}
	return schema.Underlying(it.typ)
}

// A layout is the record of a type: control words, bytes of fixed size, the significant bytes of the
// numbers, and then, place by place, what has been counted.
type layout struct {
	items []*item
	nibs  int // codes: four bits each
	bits  int
	fixed int // bytes
	tight int // most bytes that the numbers of a value can take
}

// control is the number of bytes of the control words.
func (l *layout) control() int { return (4*l.nibs + l.bits + 7) / 8 }

// head is the number of bytes that every record of the layout has.
func (l *layout) head() int { return l.control() + l.fixed }

// window is how many bytes from its beginning a reader of the record may touch.
func (l *layout) window() int { return l.head() + 8*l.nibs + 8 }

// most is how many bytes a writer may touch, without what is counted.
func (l *layout) most() int { return l.head() + l.tight }

// add flattens a type: structs by value are no records of their own. own says which named types
// have a marshal method to be used.
func (l *layout) add(expr, path string, t schema.Type, own func(*schema.Named) bool) {
	it := &item{expr: expr, path: path, typ: t}
	if n, ok := t.(*schema.Named); ok && own(n) {
		it.kind, it.nib = blob, l.nibs
		l.nibs++
		l.tight += 5
		l.items = append(l.items, it)
		return
	}
	if n := fixedSize(t, own); n > 0 {
		it.kind, it.size, it.off = fixed, n, l.fixed
		l.fixed += n
		l.items = append(l.items, it)
		return
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Struct:
		for _, f := range u.Fields {
			l.add(field(expr, f.Name), join(path, f.Name), f.Type, own)
		}
		return
	case *schema.Array:
		if u.Len <= 4 {
			for i := range u.Len {
				l.add(fmt.Sprintf("%s[%d]", expr, i), fmt.Sprintf("%s[%d]", path, i), u.Elem, own)
			}
			return
		}
		it.kind = list
	case *schema.Basic:
		switch u.Kind {
		case schema.Bool:
			it.kind, it.bit = bit, l.bits
			l.bits++
		case schema.String:
			it.kind = count
		default:
			it.kind = number
		}
	case *schema.Time:
		it.kind, it.bit = clock, l.bits
		l.bits++
	case *schema.Pointer:
		it.kind, it.bit = nilBit, l.bits
		l.bits++
	default:
		it.kind = count
	}
	switch it.kind {
	case number:
		it.nib = l.nibs
		l.nibs++
		l.tight += bitsOf(t) / 8
	case count:
		it.nib = l.nibs
		l.nibs++
		l.tight += 5 // a tebibyte
	case clock:
		it.nib = l.nibs
		l.nibs += 2
		l.tight += 8 + 4 + 4 // seconds, nanoseconds, offset of the zone
	}
	l.items = append(l.items, it)
}

func bitsOf(t schema.Type) int { return schema.Underlying(t).(*schema.Basic).Kind.Bits() }

// fixedSize is the number of bytes of what is written as it is, 0 for what is not.
func fixedSize(t schema.Type, own func(*schema.Named) bool) int {
	if n, ok := t.(*schema.Named); ok && own(n) {
		return 0
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		switch u.Kind {
		case schema.Int8, schema.Uint8, schema.Int16, schema.Uint16, schema.Float32, schema.Float64, schema.Complex64, schema.Complex128:
			return u.Kind.Bits() / 8
		}
	case *schema.Array:
		return int(u.Len) * fixedSize(u.Elem, own)
	}
	return 0
}

func field(expr, name string) string {
	if expr == "(*v)" {
		return "v." + name
	}
	return expr + "." + name
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
