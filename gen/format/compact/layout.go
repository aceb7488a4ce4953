package compact

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// An item is one field of a record, after the fields of structs and the elements of short arrays have taken their place. Its kind says how a
// record holds it:
//
//   - Integer, of 32 or 64 bits: a code and a number
//   - String, Bytes, List, Map: the length is a number, and the contents are in the rest, or in the text
//   - Bool: a bit
//   - Pointer: a bit, 1 unless nil; the target is in the rest
//   - Fixed: the bytes are in the fixed part
//   - Time: two numbers and a bit; the offset from UTC is in the rest
//   - Array, whose elements have no fixed size: all of it is in the rest
//   - Custom: the length of the bytes is a number; the bytes are in the rest
//   - Union: the position of the value's type is a number; the value is in the rest
//   - Record, a growing struct: all of it is in the rest
type item struct {
	plan.Value
	size int // of a fixed item, in bytes
	off  int // of a fixed item: offset from the end of the control
	nib  int // of an item with numbers: position of its first code, in units of four bits
	bit  int // of an item with a bit: its position in the control

	unread bool // a part skips it
	inPart bool // a part reads it, but not all fields of its struct
	zeroed bool // unread, in an element of an array of which other fields are read: it is set to zero on its own
}

// underlying returns the underlying type of an item, or nil for a custom type, whose own method encodes it.
func (it *item) underlying() model.Type {
	if it.Kind == plan.Custom {
		return nil
	}
	return model.Underlying(it.Type)
}

// elemRules returns the rules for the elements of a list or map and for the target of a pointer.
func (it *item) elemRules() plan.Rules {
	rules := it.Rules
	rules.Max = 0
	return rules
}

// A layout describes the record of a type: control, fixed part, numbers and rest. The control is handled in words of eight bytes.
type layout struct {
	items       []*item
	nibs        int // codes, and in a growing struct the single bits too, four bits each
	bits        int // single bits after the codes; 0 in a growing struct
	fixed       int // bytes of the fixed part
	numberBytes int // maximum bytes of the numbers; each string length counts as one byte, see textRoom
	grows       bool
	sparse      bool // the record leaves out words of the control and values of the fixed part that are zero

	removed   []*item      // removed fields: their expressions are variables
	converted []conversion // values that are converted after decoding, in the order of the conversions
	old       int          // number of variables for these
	earlier   bool         // messages of an earlier layout have the record, so that short code matters more than fast code
	absent    []plan.Value // fields that messages of an earlier layout do not have
}

// control returns the bytes of the control.
func (l *layout) control() int { return (l.used() + 7) / 8 }

// words returns the number of control words.
func (l *layout) words() int { return (l.control() + 7) / 8 }

// head returns the bytes of the control and the fixed part, which every record of the layout has.
func (l *layout) head() int { return l.control() + l.fixed }

// least returns the minimum bytes of the control and the fixed part.
func (l *layout) least() int {
	if l.sparse {
		return l.presence()
	}
	return l.head()
}

// max returns the maximum bytes of the control, the fixed part and the numbers.
func (l *layout) max() int {
	if l.sparse {
		return l.presence() + 8*l.words() + l.fixed + l.numberBytes
	}
	return l.head() + l.numberBytes
}

// textRoom returns an expression for the maximum bytes of the text and of its string lengths beyond the one byte that numberBytes has for
// each. Only strings of 256 bytes or more have longer lengths.
func textRoom(text string) string { return text + " + " + text + ">>8" }

// fixedPaths returns the paths and sizes of the values in the fixed part, for balecompact.Faulty.
func (l *layout) fixedPaths() string {
	list := l.fixedItems()
	slices.SortFunc(list, func(a, b *item) int { return cmp.Compare(a.off, b.off) })
	var paths []string
	for _, it := range list {
		paths = append(paths, fmt.Sprintf("%s=%d", it.Path, it.size))
	}
	return strings.Join(paths, " ")
}

// numberPaths returns the paths and limits of the numbers, for balecompact.Faulty and Over.
func (l *layout) numberPaths() string {
	paths := make([]string, l.nibs)
	for nib := range paths {
		paths[nib] = "=-"
	}
	for _, it := range l.items {
		switch it.Kind {
		case plan.Integer:
			paths[it.nib] = it.Path
			switch k := model.Underlying(it.Type).(*model.Basic).Kind; {
			case k.Bits() == 32:
				paths[it.nib] += "=32"
			case k.Native():
				paths[it.nib] += "=int"
			}
		case plan.String, plan.Bytes, plan.List, plan.Map, plan.Custom, plan.Union:
			paths[it.nib] = it.Path
		case plan.Time:
			paths[it.nib], paths[it.nib+1] = it.Path, it.Path+"=ns"
		}
	}
	return strings.Join(paths, " ")
}

// readable returns how many bytes, from the start of a record, decoding may load.
func (l *layout) readable() int { return l.head() + 8*l.nibs + 8 }

// codes returns the number of codes of numbers, without the single bits of a growing struct.
func (l *layout) codes() int {
	n := 0
	for w := range l.words() {
		n += bits.OnesCount64(l.codeMask(w)) / 4
	}
	return n
}

// A code is a place in the control for the code of a number.
type code struct {
	it   *item
	half int // 0, or 1 for the nanoseconds of a time
}

// codesOf returns the numbers whose codes are in word w of the control, by position in it.
func (l *layout) codesOf(w int) map[int]code {
	codes := map[int]code{}
	for _, it := range l.items {
		n := 0
		switch it.Kind {
		case plan.Integer, plan.String, plan.Bytes, plan.List, plan.Map, plan.Custom, plan.Union:
			n = 1
		case plan.Time:
			n = 2
		}
		for half := range n {
			if nib := it.nib + half; nib/16 == w {
				codes[nib%16] = code{it, half}
			}
		}
	}
	return codes
}

// codeMask returns the mask of the codes of numbers in control word w.
func (l *layout) codeMask(w int) uint64 {
	var mask uint64
	for i := range l.codesOf(w) {
		mask |= 15 << (4 * i)
	}
	return mask
}

// layout returns the layout of a record of t.
func (p *generator) layout(t model.Type, rules plan.Rules) *layout {
	l := &layout{grows: p.grows(t)}
	p.flatten(l, &item{Value: plan.Value{Expr: "(*v)", Type: t, Rules: rules}}, true)
	for _, it := range l.items {
		switch it.Kind {
		case plan.Bool, plan.Pointer, plan.Time:
			if !l.grows {
				it.bit += 4 * l.nibs
			}
		}
	}
	if p.isSparse(t, l) {
		l.makeSparse()
	}
	return l
}

// flatten adds an item to a layout: its fields if it is a struct, its elements if it is an array of at most four. A growing struct has a
// record of its own, so it is one item, unless it is the type of the layout: then top is true.
func (p *generator) flatten(l *layout, it *item, top bool) {
	t := it.Type
	it.Kind = p.Kind(t, false)
	switch {
	case it.Kind == plan.Custom:
	case p.fixedSize(t) > 0:
		it.Kind, it.size, it.off = plan.Fixed, p.fixedSize(t), l.fixed
		l.fixed += it.size
	case it.Kind == plan.Record && (top || !p.grows(t)):
		p.flattenStruct(l, it)
		return
	case it.Kind == plan.Array || it.Kind == plan.ByteArray: // an array of bytes without a fixed size has no elements
		if plan.Len(t) <= 4 {
			p.flattenArray(l, it)
			return
		}
	}
	l.add(it)
}

// flattenStruct adds the fields of a struct to a layout.
func (p *generator) flattenStruct(l *layout, it *item) {
	s := model.Underlying(it.Type).(*model.Struct)
	if s.Part != nil && s.Part.Earlier && !it.unread {
		for _, f := range s.Fields {
			if f.Unread {
				l.absent = append(l.absent, plan.Value{Expr: printer.Field(it.Expr, f.Name), Type: f.Type})
			}
		}
	}
	for i, f := range p.Directives.PlacesOf(s) {
		part := &item{Value: plan.Value{Expr: printer.Field(it.Expr, f.Name), Path: plan.Join(it.Path, f.Name), Type: f.Type, Rules: p.Directives.Field(f.Field)}}
		part.unread, part.zeroed = it.unread || f.Unread, it.zeroed
		part.inPart = s.Part != nil && !s.Part.Earlier && !part.unread
		if f.Removed && s.Part != nil {
			part.unread = true
		} else if f.Removed {
			part.Expr = fmt.Sprintf("removed%d", i+1)
			l.removed = append(l.removed, part)
		}
		if f.Into == nil {
			p.flatten(l, part, false)
			continue
		}
		part.Rules = p.Directives.Field(f.Into)
		c := l.conversionOf(part, f)
		p.flatten(l, part, false)
		l.converted = append(l.converted, c) // after what is converted inside of it
	}
}

// flattenArray adds the elements of an array to a layout.
func (p *generator) flattenArray(l *layout, it *item) {
	zeroed := it.zeroed || !it.unread && model.PartOf(it.Type) != nil
	for i := range plan.Len(it.Type) {
		elem := &item{Value: plan.Value{Expr: fmt.Sprintf("%s[%d]", it.Expr, i), Path: fmt.Sprintf("%s[%d]", it.Path, i), Type: plan.Elem(it.Type), Rules: it.Rules}, unread: it.unread, zeroed: zeroed}
		p.flatten(l, elem, false)
	}
}

// add appends an item and assigns its positions in the control.
func (l *layout) add(it *item) {
	switch it.Kind {
	case plan.Integer:
		l.addCodes(it, 1, bitsOf(it.Type)/8)
	case plan.String, plan.Bytes, plan.List, plan.Map, plan.Custom:
		if it.Kind == plan.String {
			l.addCodes(it, 1, 1) // see textRoom
		} else {
			l.addCodes(it, 1, 5) // lengths below a tebibyte
		}
	case plan.Union:
		l.addCodes(it, 1, 2) // a union has at most 65,535 types
	case plan.Time:
		l.addCodes(it, 2, 8+4+4) // seconds, nanoseconds, offset from UTC
		l.addBit(it)
	case plan.Bool, plan.Pointer:
		l.addBit(it)
	}
	l.items = append(l.items, it)
}

// addCodes gives an item n codes, for numbers of at most maxBytes together.
func (l *layout) addCodes(it *item, n, maxBytes int) {
	it.nib = l.nibs
	l.nibs += n
	l.numberBytes += maxBytes
}

// addBit gives an item one bit. In a growing struct the bit is the lowest of the four bits of a code, so that fields appended later do
// not move it.
func (l *layout) addBit(it *item) {
	if l.grows {
		it.bit = 4 * l.nibs
		l.nibs++
		return
	}
	it.bit = l.bits
	l.bits++
}

// bitsOf returns the bits of a basic type.
func bitsOf(t model.Type) int { return model.Underlying(t).(*model.Basic).Kind.Bits() }

// fixedSize returns the bytes of a type that has only a fixed part, 0 for other types.
func (p *generator) fixedSize(t model.Type) int {
	if p.Custom(t) {
		return 0
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		switch u.Kind {
		case model.Int8, model.Uint8, model.Int16, model.Uint16, model.Float32, model.Float64, model.Complex64, model.Complex128:
			return u.Kind.Bits() / 8
		}
	case *model.Array:
		return int(u.Len) * p.fixedSize(u.Elem)
	}
	return 0
}

// minSize returns the minimum bytes of a record of t.
func (p *generator) minSize(t model.Type) int {
	l := p.layout(t, plan.Rules{})
	if l.grows {
		return (growingSections + 1) / 2
	}
	n := l.least()
	for _, it := range l.items {
		switch it.Kind {
		case plan.Array:
			u := model.Underlying(it.Type).(*model.Array)
			n += p.minListSize(u.Elem, int(u.Len))
		case plan.Record:
			n += p.minSize(it.Type)
		}
	}
	return n
}

// minListSize returns the minimum bytes of a list of n elements.
func (p *generator) minListSize(e model.Type, n int) int {
	switch p.classOf(e) {
	case ofBytes, ofFixed:
		return n * p.fixedSize(e)
	case ofBools:
		return (n + 7) / 8
	case ofNumbers, ofStrings:
		return (n + 1) / 2
	}
	return n * p.minSize(e)
}
