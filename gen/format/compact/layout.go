package compact

import (
	"fmt"
	"math/bits"

	"bale/gen/plan"
	"bale/gen/printer"
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
	time               // a time: two numbers and a bit
	list               // an array of what has no fixed size: nothing in front, the elements later
	custom             // what a type's own marshal method makes: a number, and the bytes later
	union              // an interface: the number of its value's type, and a record of that later
	record             // a struct that may grow: nothing in front, a record of its own later
)

// An item is one place of a record.
type item struct {
	kind  kind
	expr  string // Go, from the function's own variable
	path  string // as a user knows it: "Head.Fee"
	typ   schema.Type
	rules plan.Rules // what directives ask for
	size  int        // of fixed, in bytes
	off   int        // of fixed: from the end of the control words
	nib   int        // first code: of number, count, time, custom, union
	bit   int        // of bit, nilBit, time: its place in the control words
}

// parts is the type whose parts are written apart, nil where its own method writes it.
func (it *item) parts() schema.Type {
	if it.kind == custom {
		return nil
	}
	return schema.Underlying(it.typ)
}

// elems are the rules for what a list, map or pointer holds.
func (it *item) elems() plan.Rules {
	rules := it.rules
	rules.Max = 0
	return rules
}

// A layout is the record of a type: control words, bytes of fixed size, the significant bytes of the
// numbers, and then, place by place, what has been counted.
type layout struct {
	items []*item
	nibs  int // codes: four bits each
	bits  int // behind the codes; none where bits stand among them
	fixed int // bytes
	tight int // most bytes that the numbers of a value can take
	grows bool

	removed []*item // what the type has no fields for: their expressions are variables
}

// control is the number of bytes of the control words.
func (l *layout) control() int { return (4*l.nibs + l.bits + 7) / 8 }

// words is the number of control words.
func (l *layout) words() int { return (l.control() + 7) / 8 }

// head is the number of bytes that every record of the layout has.
func (l *layout) head() int { return l.control() + l.fixed }

// max is how many bytes the control, the fixed bytes and the numbers take at most.
func (l *layout) max() int { return l.head() + l.tight }

// textRoom is how many bytes text takes at most where a byte is reckoned for the length of each of its strings: only one of
// 256 bytes or more has a longer length.
func textRoom(text string) string { return text + " + " + text + ">>8" }

// window is how many bytes from its beginning a reader of the record may touch.
func (l *layout) window() int { return l.head() + 8*l.nibs + 8 }

// codes is the number of codes that are lengths, and no single bits.
func (l *layout) codes() int {
	n := 0
	for w := range l.words() {
		n += bits.OnesCount64(l.codeMask(w)) / 4
	}
	return n
}

// codeMask has the bits of the codes in a control word.
func (l *layout) codeMask(w int) uint64 {
	var mask uint64
	for _, it := range l.items {
		n := 0
		switch it.kind {
		case number, count, custom, union:
			n = 1
		case time:
			n = 2
		}
		for nib := it.nib; nib < it.nib+n; nib++ {
			if nib/16 == w {
				mask |= 15 << (4 * (nib % 16))
			}
		}
	}
	return mask
}

// layout is how a t is written that stands alone: an element, a key, what is pointed at.
func (p *generator) layout(t schema.Type, rules plan.Rules) *layout {
	l := &layout{grows: p.grows(t)}
	p.place(l, &item{expr: "(*v)", typ: t, rules: rules}, true)
	for _, it := range l.items {
		switch it.kind {
		case bit, nilBit, time:
			if !l.grows {
				it.bit += 4 * l.nibs
			}
		}
	}
	return l
}

// place flattens a type: structs by value are no records of their own, unless they may grow. top says that the
// record is of this type.
func (p *generator) place(l *layout, it *item, top bool) {
	t := it.typ
	switch {
	case p.Custom(t):
		it.kind = custom
	case p.fixedSize(t) > 0:
		it.kind, it.size, it.off = fixed, p.fixedSize(t), l.fixed
		l.fixed += it.size
	case p.grows(t) && !top:
		it.kind = record
	default:
		switch u := schema.Underlying(t).(type) {
		case *schema.Struct:
			for i, f := range p.Directives.PlacesOf(u) {
				part := &item{expr: printer.Field(it.expr, f.Name), path: plan.Join(it.path, f.Name), typ: f.Type, rules: p.Directives.Field(f.Field)}
				if f.Removed {
					part.expr = fmt.Sprintf("removed%d", i+1)
					l.removed = append(l.removed, part)
				}
				p.place(l, part, false)
			}
			return
		case *schema.Array:
			if u.Len <= 4 {
				for i := range u.Len {
					p.place(l, &item{expr: fmt.Sprintf("%s[%d]", it.expr, i), path: fmt.Sprintf("%s[%d]", it.path, i), typ: u.Elem, rules: it.rules}, false)
				}
				return
			}
			it.kind = list
		case *schema.Basic:
			it.kind = basicKind(u.Kind)
		case *schema.Time:
			it.kind = time
		case *schema.Pointer:
			it.kind = nilBit
		case *schema.Interface:
			it.kind = union
		default:
			it.kind = count
		}
	}
	l.add(it)
}

func basicKind(k schema.Kind) kind {
	switch k {
	case schema.Bool:
		return bit
	case schema.String:
		return count
	}
	return number
}

// add gives an item its places in the control words.
func (l *layout) add(it *item) {
	switch it.kind {
	case number:
		l.addCodes(it, 1, bitsOf(it.typ)/8)
	case count, custom:
		if schema.IsKind(it.typ, schema.String) && it.kind == count {
			l.addCodes(it, 1, 1) // see textRoom
		} else {
			l.addCodes(it, 1, 5) // a tebibyte
		}
	case union:
		l.addCodes(it, 1, 2) // no union has more than 65,535 types
	case time:
		l.addCodes(it, 2, 8+4+4) // seconds, nanoseconds, offset of the zone
		l.addBit(it)
	case bit, nilBit:
		l.addBit(it)
	}
	l.items = append(l.items, it)
}

func (l *layout) addCodes(it *item, n, tight int) {
	it.nib = l.nibs
	l.nibs += n
	l.tight += tight
}

// addBit gives an item one bit. In a struct that may grow it is the lowest of a code's four, so that what is
// appended later moves nothing.
func (l *layout) addBit(it *item) {
	if l.grows {
		it.bit = 4 * l.nibs
		l.nibs++
		return
	}
	it.bit = l.bits
	l.bits++
}

func bitsOf(t schema.Type) int { return schema.Underlying(t).(*schema.Basic).Kind.Bits() }

// fixedSize is the number of bytes of what is written as it is, 0 for what is not.
func (p *generator) fixedSize(t schema.Type) int {
	if p.Custom(t) {
		return 0
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		switch u.Kind {
		case schema.Int8, schema.Uint8, schema.Int16, schema.Uint16, schema.Float32, schema.Float64, schema.Complex64, schema.Complex128:
			return u.Kind.Bits() / 8
		}
	case *schema.Array:
		return int(u.Len) * p.fixedSize(u.Elem)
	}
	return 0
}

// least is how many bytes a record of t has at least.
func (p *generator) least(t schema.Type) int {
	l := p.layout(t, plan.Rules{})
	if l.grows {
		return (growingSections + 1) / 2
	}
	n := l.head()
	for _, it := range l.items {
		switch it.kind {
		case list:
			u := schema.Underlying(it.typ).(*schema.Array)
			n += p.minList(u.Elem, int(u.Len))
		case record:
			n += p.least(it.typ)
		}
	}
	return n
}

// minList is how many bytes n elements have at least.
func (p *generator) minList(e schema.Type, n int) int {
	switch p.classOf(e) {
	case ofBytes, ofFixed:
		return n * p.fixedSize(e)
	case ofBools:
		return (n + 7) / 8
	case ofNumbers, ofStrings:
		return (n + 1) / 2
	}
	return n * p.least(e)
}
