package proto

import (
	"cmp"
	"fmt"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// An elem describes one value: that of a single field, an element of a list, or the target of a pointer.
//
// Its kind is Integer for a varint, Float for a fixed-width number of four or eight bytes, String, Bytes, ByteArray, Custom, Time,
// Duration, Complex, or Record for anything that is encoded as a message.
type elem struct {
	plan.Kind
	t     schema.Type
	rules plan.Rules
	basic schema.Kind // of an Integer, Float or Complex
	msg   *message    // of a Record
}

// A cardinality says how many values a field has, and how they are encoded.
type cardinality int

const (
	single   cardinality = iota // one value; zero is not written
	optional                    // a pointer; nil is not written
	list                        // repeated
	array                       // repeated a fixed number of times
	entries                     // a map: repeated messages of key and value
	unknown                     // the encoded unknown fields
)

// A field is a field of a message.
type field struct {
	*elem
	cardinality
	num      int
	name     string // in Go, and in errors
	expr     string // Go expression, such as v.Name
	t        schema.Type
	always   bool   // the zero value is written
	pointers bool   // the elements of a list are pointers, or a union member is a pointer
	label    string // name of a union member in the .proto file
}

// A message is a type with encoding and decoding functions. It is a struct, a map entry, a union, or a wrapper of a type that
// protobuf does not allow in a position, such as a list in a list.
type message struct {
	typ       string // Go type
	name      string // suffix of function names
	t         schema.Type
	proto     string // name in the .proto file
	fields    []*field
	recursive bool // it may contain itself
	entry     bool // a map entry
	union     bool // the fields are the members of a union: at most one is present
	merges    bool // it is an entry of a map in which two keys may have the same encoding
	refusable bool // it holds a union or a custom type, so a value may be refused
}

// isWrapper reports whether m only wraps one value, which is not a struct field in Go.
func (m *message) isWrapper() bool {
	return len(m.fields) == 1 && m.fields[0].name == "value" && m.fields[0].expr == "(*v)"
}

// A planner finds the messages that a set of roots consists of.
type planner struct {
	*emit.Generator
	numbers  *plan.Numbering // nil for a planner that only computes forms and does not visit struct fields
	anonName string          // name of an anonymous struct in the .proto file
	byKey    map[string]*message
	messages []*message
}

// rootMessage returns the message of a root.
func (p *planner) rootMessage(t *schema.Named) *message {
	if _, ok := t.Underlying.(*schema.Struct); ok {
		return p.structMessage(t)
	}
	p.anonName = t.Name + "Value"
	return p.wrapper(t, plan.Rules{}, true)
}

func (p *planner) add(key string, m *message) *message {
	p.byKey[key] = m
	p.messages = append(p.messages, m)
	return m
}

// structMessage returns the message of a struct.
func (p *planner) structMessage(t schema.Type) *message {
	key := p.Type(t)
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &message{typ: key, name: p.Name(t), t: t})
	if _, ok := t.(*schema.Named); !ok {
		m.proto = cmp.Or(p.anonName, "Anonymous")
	}
	if p.numbers == nil {
		return m
	}
	s := schema.Underlying(t).(*schema.Struct)
	for i, num := range p.Directives.Numbers(p.numbers, s) {
		f := s.Fields[i]
		p.anonName = p.messageName(m) + plan.Upper(f.Name)
		m.fields = append(m.fields, p.field(num, f.Name, "v."+f.Name, f.Type, withTag(f, p.Directives.Field(f)), false))
	}
	slices.SortStableFunc(m.fields, func(a, b *field) int { return a.num - b.num })
	if len(m.fields) > 0 && m.fields[0].cardinality == unknown { // unknown fields come last
		m.fields = append(m.fields[1:], m.fields[0])
	}
	return m
}

// wrapper returns a message whose only field is a t.
func (p *planner) wrapper(t schema.Type, rules plan.Rules, isRoot bool) *message {
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
	if way := schema.ChosenWay(t); way != "" {
		key += " by " + way
	}
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &message{typ: p.Type(t), name: p.helperName(key), t: t})
	rules.Max = 0
	m.fields = []*field{p.field(1, "value", "(*v)", t, rules, isRoot)}
	return m
}

// helperName returns a function name suffix that no type uses.
func (p *planner) helperName(key string) string {
	return p.Name(&schema.Interface{Text: key})
}

// entryMessage returns the message of the entries of a map.
func (p *planner) entryMessage(u *schema.Map, rules plan.Rules) *message {
	typ := fmt.Sprintf("baleProtoPair[%s, %s]", p.Type(u.Key), p.Type(u.Elem))
	rules.Max = 0
	key := fmt.Sprintf("%s %v", typ, rules)
	if way := schema.ChosenWay(u); way != "" {
		key += " by " + way
	}
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &message{typ: typ, name: p.helperName(key), entry: true, merges: p.MergesKeys(u),
		t: plan.Entry(u)})
	k := &field{elem: p.elem(u.Key, rules), num: 1, name: "key", expr: "v.key", t: u.Key, always: true}
	x := &field{num: 2, name: "value", expr: "v.value", t: u.Elem, always: true}
	var pointer bool
	if x.elem, pointer = p.pointee(u.Elem, rules); pointer {
		x.cardinality = optional
	}
	m.fields = []*field{k, x}
	return m
}

// field returns a field of type t. For a root that is not a struct, isRoot makes it ignore the type's own marshal methods.
func (p *planner) field(num int, name, expr string, t schema.Type, rules plan.Rules, isRoot bool) *field {
	f := &field{num: num, name: name, expr: expr, t: t}
	if rules.Unknown {
		f.cardinality, f.elem = unknown, &elem{t: t, Kind: plan.Bytes}
		return f
	}
	switch p.Kind(t, isRoot) {
	case plan.Pointer:
		f.cardinality, f.elem = optional, p.elem(plan.Elem(t), rules)
	case plan.List:
		f.cardinality = list
		f.elem, f.pointers = p.pointee(plan.Elem(t), rules)
	case plan.Array:
		f.cardinality, f.elem = array, p.elem(plan.Elem(t), rules)
	case plan.Map:
		f.cardinality, f.elem = entries, &elem{Kind: plan.Record, t: t, rules: rules, msg: p.entryMessage(schema.Underlying(t).(*schema.Map), rules)}
	default:
		f.elem = p.elem(t, rules)
	}
	return f
}

// pointee returns the elem for a value of type t. If t is a pointer to a struct, it returns the elem of the struct: the pointer
// needs no wrapper.
func (p *planner) pointee(t schema.Type, rules plan.Rules) (e *elem, pointer bool) {
	if u, ok := schema.Underlying(t).(*schema.Pointer); ok && p.Kind(u.Elem, false) == plan.Record {
		return p.elem(u.Elem, rules), true
	}
	return p.elem(t, rules), false
}

// elem returns the elem for one value of type t.
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
		e.msg = p.structMessage(t)
	case plan.Union:
		e.Kind, e.msg = plan.Record, p.unionMessage(t.(*schema.Named))
	case plan.List, plan.Array, plan.Map, plan.Pointer:
		e.Kind, e.msg = plan.Record, p.wrapper(t, rules, false)
	}
	return e
}

func isDuration(t schema.Type) bool {
	n, ok := t.(*schema.Named)
	return ok && n.Package == "time" && n.Name == "Duration"
}

// finish finds the recursive messages, and those in which a value may be refused.
func (p *planner) finish() {
	for _, m := range p.messages {
		m.recursive = m.holds(func(x *message) bool { return x == m })
		m.refusable = m.mayRefuse() || m.holds((*message).mayRefuse)
	}
}

// mayRefuse reports whether m itself, apart from nested messages, has a value that may be refused.
func (m *message) mayRefuse() bool {
	return m.union || m.merges || slices.ContainsFunc(m.fields, func(f *field) bool { return f.Kind == plan.Custom })
}

// holds reports whether match reports true for a message nested in m.
func (m *message) holds(match func(*message) bool) bool {
	return plan.Reachable(m, (*message).messages, match)
}

// messages returns the messages of the fields.
func (m *message) messages() (list []*message) {
	for _, f := range m.fields {
		if f.msg != nil {
			list = append(list, f.msg)
		}
	}
	return list
}

// wireType returns the wire type, the low three bits of a tag.
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

// packs reports whether a list of these values is packed: one field with all values and no tags between them.
func (e *elem) packs() bool { return e.Kind == plan.Integer || e.Kind == plan.Float }

// empty reports whether f is an array of length 0. Such a field is skipped like an unknown one.
func (f *field) empty() bool {
	u, ok := schema.Underlying(f.t).(*schema.Array)
	return f.cardinality == array && ok && u.Len == 0
}

// tag returns the tag that is written before f.
func (f *field) tag() uint64 {
	if f.repeated() && f.packs() {
		return uint64(f.num)<<3 | 2
	}
	return uint64(f.num)<<3 | uint64(f.wireType())
}

func (f *field) repeated() bool { return f.cardinality == list || f.cardinality == array }

// tagBytes returns the length of a tag as a varint, and its bytes as a little-endian number.
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

// varintLen returns the length of x as a varint, in bytes.
func varintLen(x int) int {
	n, _ := tagBytes(uint64(x))
	return n
}

// maxBytes returns the maximum size of an elem in bytes, including its length prefix. ok is false if there is no maximum.
func (e *elem) maxBytes() (n int, ok bool) {
	switch e.Kind {
	case plan.Integer:
		return numberBytes(e.basic, e.rules.Sint), true
	case plan.Float:
		return e.basic.Bits() / 8, true
	case plan.ByteArray:
		n := int(schema.Underlying(e.t).(*schema.Array).Len)
		return varintLen(n) + n, true
	case plan.Time: // the nanoseconds take at most five bytes
		return 1 + 11 + 6, true
	case plan.Duration:
		return 1 + 11 + 11, true
	case plan.Complex:
		return 1 + 9 + 9, true
	case plan.Record:
		if n, ok := e.msg.maxBytes(); ok {
			return max(varintLen(n), e.msg.guess()) + n, true
		}
	}
	return 0, false
}

// numberBytes returns the maximum length of a varint of kind k. A negative number without zigzag takes ten bytes.
func numberBytes(k schema.Kind, sint bool) int {
	switch {
	case k == schema.Bool:
		return 1
	case k.Signed() && !sint:
		return 10
	}
	return (k.Bits() + 6) / 7
}

// maxFixed is the maximum size of a message whose bound is a constant. For a longer one, printed code computes the bound.
const maxFixed = 1 << 20

// maxBytes returns the maximum size of a message in bytes, without its length prefix.
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

// maxBytes returns the maximum size of a field in bytes, including tags.
func (f *field) maxBytes() (n int, ok bool) {
	tag, _ := tagBytes(f.tag())
	k, ok := f.elem.maxBytes()
	switch f.cardinality {
	case single, optional:
		return tag + k, ok
	case array:
		count := int(schema.Underlying(f.t).(*schema.Array).Len)
		if !ok || count > maxFixed {
			return 0, false
		}
		if f.packs() {
			return tag + varintLen(count*k) + count*k, true
		}
		return count * (tag + k), true
	}
	return 0, false
}

// maxSlack bounds the bytes past the maximum size of any message that may be written to. A number is stored as ten bytes after its
// tag, and a tag of five bytes is stored as eight.
const maxSlack = 24

// slack returns how many bytes past the maximum size of the message may be written to, when its last field is stored in more bytes
// than it takes. With maxSlack instead, the 370 bytes of submit would need a larger allocation than their exact size does.
func (m *message) slack() int {
	if m.recursive {
		return maxSlack
	}
	room := 0
	for _, f := range m.fields {
		switch tag, _ := tagBytes(f.tag()); {
		case f.cardinality == unknown:
		case tag > 2, f.cardinality == entries, f.packs():
			return maxSlack
		default:
			room = max(room, f.elem.slack())
		}
	}
	return room
}

// slack returns how many bytes past its maximum size an elem is stored in.
func (e *elem) slack() int {
	switch e.Kind {
	case plan.String, plan.Bytes, plan.Float, plan.Complex:
		return 0
	case plan.Integer:
		switch numberBytes(e.basic, e.rules.Sint) {
		case 10, 2, 1:
			return 0
		case 3: // stored as four
			return 1
		case 5: // stored as eight
			return 3
		}
	case plan.Time: // the nanoseconds are stored as ten bytes instead of five
		return 5
	case plan.Record:
		return e.msg.slack()
	}
	return maxSlack
}

// guess returns the likely size of the length prefix of a message. The encoder reserves that many bytes, and moves the message if the
// length takes more or fewer.
func (m *message) guess() int {
	if m.estimate(0) < 128 {
		return 1
	}
	return 2
}

// estimate returns the approximate size of a message in bytes.
func (m *message) estimate(depth int) int {
	sum := 0
	for _, f := range m.fields {
		k, ok := f.elem.maxBytes()
		switch {
		case f.Kind == plan.Integer:
			k = min(k, 6)
		case ok:
		case f.Kind == plan.Record && depth < 4:
			k = f.msg.estimate(depth + 1)
		default:
			k = 16
		}
		if f.cardinality == list || f.cardinality == entries {
			k *= 4
		} else if f.cardinality == array {
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
