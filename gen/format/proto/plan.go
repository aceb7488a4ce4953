package proto

import (
	"cmp"
	"fmt"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// An elem is one value: a field that is there once, or what a list or pointer leads to.
//
// Its kind is one of Integer for a varint, Float for what has four or eight bytes, String, Bytes, ByteArray, Custom, Time,
// Duration, Complex, and Record for all that is a message.
type elem struct {
	plan.Kind
	t     schema.Type
	rules plan.Rules
	basic schema.Kind // of a number or flat
	msg   *message    // of a record
}

// A shape is how many values a field has.
type shape int

const (
	single   shape = iota // always one: one that is zero is not written
	optional              // a pointer: nil is not written
	list                  // repeated
	array                 // repeated, so many times
	entries               // map: repeated messages of key and value
	unknown               // the fields that are not known, as they came
)

// A field is one of a message.
type field struct {
	*elem
	shape
	num      int
	name     string // in Go, and so in errors
	expr     string // Go, from v
	t        schema.Type
	always   bool   // zero is written, too
	pointers bool   // of a list: its elements are pointers; of a member of a union: it is one
	label    string // of a member of a union: its name in a .proto file
}

// A message has functions of its own. It is a struct, the key and value of a map's entry, or wraps what protobuf has no
// form for where it stands: a list in a list.
type message struct {
	typ       string // in Go
	name      string // in the names of functions
	t         schema.Type
	proto     string // in a .proto file
	fields    []*field
	recursive bool
	entry     bool // of a map
	union     bool // one of the fields is there, or none: those are the members
	refusable bool // a value in it may not be a union member, or its method may return an error
}

// wraps reports whether a message is there for its one field, which has no name in Go.
func (m *message) wraps() bool {
	return len(m.fields) == 1 && m.fields[0].name == "value" && m.fields[0].expr == "(*v)"
}

// A planner finds the messages of some roots.
type planner struct {
	*emit.Generator
	numbers  *plan.Numbering // nil for a planner of forms, which does not look into structs
	place    string          // that a struct without a name has its name from in a .proto file
	byKey    map[string]*message
	messages []*message
}

// root is the message of a root.
func (p *planner) root(t *schema.Named) *message {
	if _, ok := t.Underlying.(*schema.Struct); ok {
		return p.structure(t)
	}
	p.place = t.Name + "Value"
	return p.wrapped(t, plan.Rules{}, true)
}

func (p *planner) add(key string, m *message) *message {
	p.byKey[key] = m
	p.messages = append(p.messages, m)
	return m
}

// structure is the message of a struct.
func (p *planner) structure(t schema.Type) *message {
	key := p.Type(t)
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &message{typ: key, name: p.Name(t), t: t})
	if _, ok := t.(*schema.Named); !ok {
		m.proto = cmp.Or(p.place, "Anonymous")
	}
	if p.numbers == nil {
		return m
	}
	s := schema.Underlying(t).(*schema.Struct)
	for i, num := range p.Directives.Numbers(p.numbers, s) {
		f := s.Fields[i]
		p.place = p.messageName(m) + plan.Upper(f.Name)
		m.fields = append(m.fields, p.field(num, f.Name, "v."+f.Name, f.Type, p.Directives.Field(f), false))
	}
	slices.SortStableFunc(m.fields, func(a, b *field) int { return a.num - b.num })
	if len(m.fields) > 0 && m.fields[0].shape == unknown { // behind all others
		m.fields = append(m.fields[1:], m.fields[0])
	}
	return m
}

// wrapped is a message with one field, which is a t.
func (p *planner) wrapped(t schema.Type, rules plan.Rules, top bool) *message {
	key := p.Type(t) + " value"
	if rules.Sint {
		key += " sint"
	} else if rules.Fixed {
		key += " fixed"
	}
	if rules.Intern {
		key += " intern"
	} else if rules.Own {
		key += " own"
	}
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &message{typ: p.Type(t), name: p.called(key), t: t})
	rules.Max = 0
	m.fields = []*field{p.field(1, "value", "(*v)", t, rules, top)}
	return m
}

// called is a name for functions that no type has.
func (p *planner) called(key string) string {
	return p.Name(&schema.Interface{Text: key})
}

// entry is the message of a map's entries.
func (p *planner) entry(u *schema.Map, rules plan.Rules) *message {
	typ := fmt.Sprintf("baleProtoPair[%s, %s]", p.Type(u.Key), p.Type(u.Elem))
	rules.Max = 0
	key := fmt.Sprintf("%s %v", typ, rules)
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &message{typ: typ, name: p.called(key), entry: true,
		t: plan.Entry(u)})
	k := &field{elem: p.elem(u.Key, rules), num: 1, name: "key", expr: "v.key", t: u.Key, always: true}
	x := &field{num: 2, name: "value", expr: "v.value", t: u.Elem, always: true}
	var pointer bool
	if x.elem, pointer = p.pointee(u.Elem, rules); pointer {
		x.shape = optional
	}
	m.fields = []*field{k, x}
	return m
}

// field is a field that is a t. Of a root that is no struct it is what its methods are of, whatever others it has.
func (p *planner) field(num int, name, expr string, t schema.Type, rules plan.Rules, top bool) *field {
	f := &field{num: num, name: name, expr: expr, t: t}
	if rules.Unknown {
		f.shape, f.elem = unknown, &elem{t: t, Kind: plan.Bytes}
		return f
	}
	switch p.Kind(t, top) {
	case plan.Pointer:
		f.shape, f.elem = optional, p.elem(plan.Elem(t), rules)
	case plan.List:
		f.shape = list
		f.elem, f.pointers = p.pointee(plan.Elem(t), rules)
	case plan.Array:
		f.shape, f.elem = array, p.elem(plan.Elem(t), rules)
	case plan.Map:
		f.shape, f.elem = entries, &elem{Kind: plan.Record, t: t, rules: rules, msg: p.entry(schema.Underlying(t).(*schema.Map), rules)}
	default:
		f.elem = p.elem(t, rules)
	}
	return f
}

// pointee is one value that is a t, or that t points at where that is a struct: then it is no message of its own.
func (p *planner) pointee(t schema.Type, rules plan.Rules) (e *elem, pointer bool) {
	if u, ok := schema.Underlying(t).(*schema.Pointer); ok && p.Kind(u.Elem, false) == plan.Record {
		return p.elem(u.Elem, rules), true
	}
	return p.elem(t, rules), false
}

// elem is one value that is a t.
func (p *planner) elem(t schema.Type, rules plan.Rules) *elem {
	e := &elem{Kind: p.Kind(t, false), t: t, rules: rules}
	switch e.Kind {
	case plan.Bool, plan.Integer, plan.Float, plan.Complex:
		e.basic = plan.Basic(t)
		switch {
		case rules.Fixed && e.Kind == plan.Integer && e.basic.Bits() >= 32:
			e.Kind = plan.Float
		case isDuration(t) && !rules.Sint:
			e.Kind = plan.Duration
		case e.Kind == plan.Bool:
			e.Kind = plan.Integer
		}
	case plan.Record:
		e.msg = p.structure(t)
	case plan.Union:
		e.Kind, e.msg = plan.Record, p.union(t.(*schema.Named))
	case plan.List, plan.Array, plan.Map, plan.Pointer:
		e.Kind, e.msg = plan.Record, p.wrapped(t, rules, false)
	}
	return e
}

func isDuration(t schema.Type) bool {
	n, ok := t.(*schema.Named)
	return ok && n.Package == "time" && n.Name == "Duration"
}

// finish finds the messages that can hold themselves, and those in which a value may be refused.
func (p *planner) finish() {
	for _, m := range p.messages {
		m.recursive = m.holds(func(x *message) bool { return x == m })
		m.refusable = m.mayRefuse() || m.holds((*message).mayRefuse)
	}
}

// mayRefuse reports whether the message itself, and not only one in it, has a value that may be refused.
func (m *message) mayRefuse() bool {
	return m.union || slices.ContainsFunc(m.fields, func(f *field) bool { return f.Kind == plan.Custom })
}

// holds reports whether is holds for a message in m.
func (m *message) holds(is func(*message) bool) bool {
	return plan.Leads(m, (*message).messages, is)
}

// messages are those of the fields.
func (m *message) messages() (list []*message) {
	for _, f := range m.fields {
		if f.msg != nil {
			list = append(list, f.msg)
		}
	}
	return list
}

// wireType is what stands in the low bits of a tag.
func (e *elem) wireType() int {
	switch {
	case e.Kind == plan.Integer:
		return 0
	case e.Kind == plan.Float && e.basic.Bits() == 64:
		return 1
	case e.Kind == plan.Float:
		return 5
	}
	return 2
}

// packs reports whether a list of these is one of the bytes of all, without tags.
func (e *elem) packs() bool { return e.Kind == plan.Integer || e.Kind == plan.Float }

// empty reports whether a field has no elements ever: it is skipped like one that is not known.
func (f *field) empty() bool {
	u, ok := schema.Underlying(f.t).(*schema.Array)
	return f.shape == array && ok && u.Len == 0
}

// tag is the number in front of a field, as it is written.
func (f *field) tag() uint64 {
	if f.repeated() && f.packs() {
		return uint64(f.num)<<3 | 2
	}
	return uint64(f.num)<<3 | uint64(f.wireType())
}

func (f *field) repeated() bool { return f.shape == list || f.shape == array }

// tagBytes are the bytes of a tag, as the number that a reader of little-endian ones sees.
func tagBytes(tag uint64) (n int, value uint64) {
	for {
		n++
		if tag < 0x80 {
			return n, value | tag<<(8*(n-1))
		}
		value |= (tag&0x7f | 0x80) << (8 * (n - 1))
		tag >>= 7
	}
}

// length is how many bytes x takes as a varint.
func length(x int) int {
	n, _ := tagBytes(uint64(x))
	return n
}

// maxBytes is how many bytes an elem takes at most, with its length in front; ok says that it has a limit.
func (e *elem) maxBytes() (n int, ok bool) {
	switch e.Kind {
	case plan.Integer:
		return numberBytes(e.basic, e.rules.Sint), true
	case plan.Float:
		return e.basic.Bits() / 8, true
	case plan.ByteArray:
		n := int(schema.Underlying(e.t).(*schema.Array).Len)
		return length(n) + n, true
	case plan.Time: // of the nanoseconds no more than five bytes are used
		return 1 + 11 + 6, true
	case plan.Duration:
		return 1 + 11 + 11, true
	case plan.Complex:
		return 1 + 9 + 9, true
	case plan.Record:
		if n, ok := e.msg.maxBytes(); ok {
			return max(length(n), e.msg.guess()) + n, true
		}
	}
	return 0, false
}

// numberBytes is how many bytes a varint of a kind takes at most: what is negative and not zig-zag takes all ten.
func numberBytes(k schema.Kind, sint bool) int {
	switch {
	case k == schema.Bool:
		return 1
	case k.Signed() && !sint:
		return 10
	}
	return (k.Bits() + 6) / 7
}

// maxFixed is how long a message may be for its bound to be a constant: a longer one has arrays that are looked at.
const maxFixed = 1 << 20

// maxBytes is how many bytes a message takes at most.
func (m *message) maxBytes() (n int, ok bool) {
	if m.recursive || m.union {
		return 0, false
	}
	for _, f := range m.fields {
		k, ok := f.maxBytes()
		if !ok || n+k > maxFixed {
			return 0, false
		}
		n += k
	}
	return n, true
}

// maxBytes is how many bytes a field takes at most.
func (f *field) maxBytes() (n int, ok bool) {
	tag, _ := tagBytes(f.tag())
	k, ok := f.elem.maxBytes()
	switch f.shape {
	case single, optional:
		return tag + k, ok
	case array:
		count := int(schema.Underlying(f.t).(*schema.Array).Len)
		if !ok || count > maxFixed {
			return 0, false
		}
		if f.packs() {
			return tag + length(count*k) + count*k, true
		}
		return count * (tag + k), true
	}
	return 0, false
}

// maxRoom is how many bytes behind what a message takes at most may be written to, whatever it is: ten bytes of a number
// behind a tag, or a tag of five in eight.
const maxRoom = 24

// room is how many bytes behind what a message takes at most may be written to. The last field counts that stores more
// than it takes at most: 370 bytes of submit fit into the size of memory that they would have if they were counted first.
func (m *message) room() int {
	if m.recursive {
		return maxRoom
	}
	room := 0
	for _, f := range m.fields {
		switch tag, _ := tagBytes(f.tag()); {
		case f.shape == unknown:
		case tag > 2, f.shape == entries, f.packs():
			return maxRoom
		default:
			room = max(room, f.elem.room())
		}
	}
	return room
}

// room is how many bytes more than it takes at most an elem is stored in.
func (e *elem) room() int {
	switch e.Kind {
	case plan.String, plan.Bytes, plan.Float, plan.Complex:
		return 0
	case plan.Integer:
		switch numberBytes(e.basic, e.rules.Sint) {
		case 10, 2, 1:
			return 0
		case 3: // in four
			return 1
		case 5: // in eight
			return 3
		}
	case plan.Time: // the nanoseconds in ten instead of five
		return 5
	case plan.Record:
		return e.msg.room()
	}
	return maxRoom
}

// guess is how many bytes the length of a message is likely to take: room is left for them, and if they are more or
// fewer the message is moved.
func (m *message) guess() int {
	if m.weight(0) < 128 {
		return 1
	}
	return 2
}

// weight is about how many bytes a message has.
func (m *message) weight(depth int) int {
	sum := 0
	for _, f := range m.fields {
		k, ok := f.elem.maxBytes()
		switch {
		case f.Kind == plan.Integer:
			k = min(k, 6)
		case ok:
		case f.Kind == plan.Record && depth < 4:
			k = f.msg.weight(depth + 1)
		default:
			k = 16
		}
		if f.shape == list || f.shape == entries {
			k *= 4
		} else if f.shape == array {
			k *= int(min(100, schema.Underlying(f.t).(*schema.Array).Len))
		}
		if m.union {
			sum = max(sum, 1+k)
		} else if sum += 1 + k; sum > 1<<14 {
			break
		}
	}
	return sum
}
