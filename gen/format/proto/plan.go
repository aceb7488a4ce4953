package proto

import (
	"cmp"
	"fmt"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// A planner finds the messages that a set of roots consists of.
type planner struct {
	*emit.Generator
	numbers  *plan.Numbering // nil for a planner that only computes forms and does not visit struct fields
	anonName string          // name of an anonymous struct in the .proto file
	byKey    map[string]*message
	messages []*message
	enums    map[*model.Named]*enum // of the .proto file
	declares bool                   // some message is declared
	deep     bool                   // a declared message is recursive
}

// rootMessage returns the message of a root.
func (p *planner) rootMessage(t *model.Named) *message {
	if _, ok := t.Underlying.(*model.Struct); ok {
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
func (p *planner) structMessage(t model.Type) *message {
	key := p.Type(t)
	goType := key
	key += copyText(t)
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &message{dialect: structs{}, GoType: goType, Name: p.Name(t), Type: t})
	if _, ok := t.(*model.Named); !ok {
		m.Label = cmp.Or(p.anonName, "Anonymous")
	}
	if p.numbers == nil {
		return m
	}
	s := model.Underlying(t).(*model.Struct)
	m.Part, m.declared, m.dialect = s.Part != nil, s.Proto, dialectOf(s)
	m.dialect.plan(p, m, s)
	return m
}

// wrapper returns a message whose only field is a t.
func (p *planner) wrapper(t model.Type, rules plan.Rules, isRoot bool) *message {
	key := p.Type(t) + " value" + rulesText(rules)
	key += copyText(t)
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &message{dialect: structs{}, GoType: p.Type(t), Name: p.funcSuffix(key), Type: t})
	rules.Max = 0
	m.Values = []*value{p.field(1, "value", "(*v)", t, rules, isRoot)}
	return m
}

// copyText returns what the code for a type that is a copy adds to the names of functions.
func copyText(t model.Type) (text string) {
	if way := model.ChosenWay(t); way != "" {
		text += " by " + way
	}
	if part := model.PartOf(t); part != nil {
		text += " part " + part.Key()
	}
	return text
}

// rulesText returns the rules that decide how a value is encoded and decoded, for the names of functions.
func rulesText(r plan.Rules) (text string) {
	if r.Sint {
		text += " sint"
	} else if r.Fixed {
		text += " fixed"
	}
	if r.Intern {
		text += " intern"
	} else if r.Own {
		text += " own"
	}
	return text
}

// funcSuffix returns a function name suffix that no type uses.
func (p *planner) funcSuffix(key string) string {
	return p.Name(&model.Interface{Text: key})
}

// entryMessage returns the message of the entries of a map.
func (p *planner) entryMessage(u *model.Map, rules plan.Rules) *message {
	rules.Max = 0
	return p.entryOf(u, entryPart{rules, coding{}}, entryPart{rules, coding{}})
}

// An entryPart says how the keys or the values of a map are encoded.
type entryPart struct {
	rules  plan.Rules
	coding coding
}

// text returns what the part adds to the names of functions.
func (e entryPart) text() string {
	text := rulesText(e.rules)
	if e.coding.anyText {
		text += " bytes"
	}
	if e.coding.notNil {
		text += " not nil"
	}
	return text
}

// entryOf is entryMessage for keys and values that are encoded differently.
func (p *planner) entryOf(u *model.Map, ofKey, ofElem entryPart) *message {
	typ := fmt.Sprintf("baleproto.Pair[%s, %s]", p.Type(u.Key), p.Type(u.Elem))
	key := typ + rulesText(ofElem.rules)
	if ofKey != ofElem || ofKey.coding != (coding{}) {
		key = typ + ofKey.text() + " of" + ofElem.text()
	}
	key += copyText(u)
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &message{dialect: structs{}, GoType: typ, Name: p.funcSuffix(key), Entry: true, Merges: p.MergesKeys(u), Type: plan.Entry(u)})
	k := p.numbered(1, "key", "v.Key", u.Key)
	k.Elem = p.valueOf(u.Key, ofKey.rules)
	k.Kind = k.Elem.Kind
	x := p.numbered(2, "value", "v.Value", u.Elem)
	var pointer bool
	if x.Elem, pointer = p.pointee(u.Elem, ofElem.rules); pointer {
		x.Kind = plan.Pointer
	} else {
		x.Kind = x.Elem.Kind
	}
	k.Elem.coding, x.Elem.coding, x.nilEmpty = ofKey.coding, ofElem.coding, isMessage(x.Elem)
	m.Values = []*value{k, x}
	return m
}

// numbered returns a field that is always written, without its kind.
func (p *planner) numbered(number int, name, expr string, t model.Type) *value {
	return &value{Number: number, Path: name, Expr: expr, Type: t, Field: &plan.Field{Name: name}}
}

// field returns a field of type t. For a root that is not a struct, isRoot makes it ignore the type's own marshal methods.
func (p *planner) field(number int, name, expr string, t model.Type, rules plan.Rules, isRoot bool) *value {
	f := p.numbered(number, name, expr, t)
	f.Omit, f.Rules, f.Kind = true, rules, p.Kind(t, isRoot)
	if rules.Unknown {
		f.Elem = &value{Type: t, Kind: plan.Bytes}
		f.Kind = plan.Bytes
		return f
	}
	switch f.Kind {
	case plan.Pointer, plan.Array:
		f.Elem = p.valueOf(plan.Elem(t), rules)
	case plan.List:
		f.Elem, f.pointers = p.pointee(plan.Elem(t), rules)
	case plan.Map:
		f.Elem = &value{Kind: plan.Record, Type: t, Rules: rules, Message: p.entryMessage(model.Underlying(t).(*model.Map), rules)}
	default:
		f.Elem = p.valueOf(t, rules)
		f.Kind = f.Elem.Kind
	}
	f.nilEmpty, f.again = isMessage(f.Elem), p.holdsElsewhere(f)
	return f
}

// pointee returns the value for a t. If t is a pointer to a struct, it returns the value for the struct: the pointer needs no wrapper.
func (p *planner) pointee(t model.Type, rules plan.Rules) (e *value, pointer bool) {
	if u, ok := model.Underlying(t).(*model.Pointer); ok && (p.Kind(u.Elem, false) == plan.Record || plan.OpaqueElsewhere(u.Elem, p.Package)) {
		return p.valueOf(u.Elem, rules), true
	}
	return p.valueOf(t, rules), false
}

// valueOf returns one value of type t.
func (p *planner) valueOf(t model.Type, rules plan.Rules) *value {
	e := &value{Kind: p.Kind(t, false), Type: t, Rules: rules}
	switch e.Kind {
	case plan.Bool, plan.Integer, plan.Float:
		switch {
		case e.Kind == plan.Float || rules.Fixed && e.Kind == plan.Integer && e.Basic().Bits() >= 32:
			e.Kind = plan.Fixed
		case isDuration(t) && !rules.Sint:
			e.Kind = plan.Duration
		default:
			e.Kind = plan.Integer
		}
	case plan.Custom:
		e.coder = byMethods{}
		if plan.OpaqueElsewhere(t, p.Package) {
			e.coder, e.again = elsewhere{}, true
		}
	case plan.Record:
		e.Message = p.structMessage(t)
	case plan.Union:
		e.Kind, e.Message = plan.Record, p.unionMessage(t.(*model.Named))
	case plan.List, plan.Array, plan.Map, plan.Pointer:
		e.Kind, e.Message = plan.Record, p.wrapper(t, rules, false)
	}
	return e
}

func isDuration(t model.Type) bool {
	n, ok := t.(*model.Named)
	return ok && n.Package == "time" && n.Name == "Duration"
}

// finish finds what depends on all messages: which are recursive, in which a value may be refused, and which strings usually share one copy.
func (p *planner) finish() {
	for _, m := range p.messages {
		for _, f := range fieldsOf(m) {
			if f.Elem.group {
				f.Elem.Message.Group = true
			}
		}
		m.Recursive = holds(m, func(x *message) bool { return x == m })
		m.Refusable = mayRefuse(m) || holds(m, mayRefuse)
		p.declares = p.declares || m.declared != nil
		p.deep = p.deep || m.Recursive && m.declared != nil
	}
	for _, m := range p.messages {
		rest, ok := nonStringBytes(m)
		for _, f := range fieldsOf(m) {
			f.Elem.flat = ok && rest <= maxFlat
		}
	}
}

// maxFlat is the maximum of nonStringBytes for a message whose strings are usually parts of one copy. Messages of 20 strings and 20 integers, of which
// nonStringBytes is 280, rarely are that long.
const maxFlat = 128

// mayRefuse reports whether m itself, apart from nested messages, has a value that may be refused.
func mayRefuse(m *message) bool {
	return m.Union || m.Merges || holdsMethods(m)
}

// holdsMethods reports whether m itself has a value that its own methods encode.
func holdsMethods(m *message) bool {
	for _, f := range fieldsOf(m) {
		if f.Elem.Kind == plan.Custom {
			return true
		}
	}
	return false
}

// holds reports whether match reports true for a message nested in m.
func holds(m *message, match func(*message) bool) bool {
	return plan.Reachable(m, messagesIn, match)
}

// messagesIn returns the messages of the fields.
func messagesIn(m *message) (list []*message) {
	for _, f := range fieldsOf(m) {
		if f.Elem.Message != nil {
			list = append(list, f.Elem.Message)
		}
	}
	return list
}

// empty reports whether f is an array of length 0. Such a field is skipped like an unknown one.
func empty(f *value) bool {
	u, ok := model.Underlying(f.Type).(*model.Array)
	return f.Kind == plan.Array && ok && u.Len == 0
}

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

// maxValue returns the maximum size of a value in bytes, including its length prefix. ok is false if there is no maximum.
func maxValue(e *value) (n int, ok bool) {
	switch e.Kind {
	case plan.Integer:
		return numberBytes(e.Basic(), e.Rules.Sint), true
	case plan.Fixed:
		return e.Basic().Bits() / 8, true
	case plan.ByteArray:
		n := int(model.Underlying(e.Type).(*model.Array).Len)
		return varintLen(n) + n, true
	case plan.Time: // the nanoseconds take at most five bytes
		return 1 + 11 + 6, true
	case plan.Duration:
		return 1 + 11 + 11, true
	case plan.Complex:
		return 1 + 9 + 9, true
	case plan.Record:
		if n, ok := maxMessage(e.Message); ok {
			return max(varintLen(n), prefix(e.Message)) + n, true
		}
	}
	return 0, false
}

// numberBytes returns the maximum length of a varint of kind k. A negative number without zigzag takes ten bytes.
func numberBytes(k model.Kind, sint bool) int {
	switch {
	case k == model.Bool:
		return 1
	case k.Signed() && !sint:
		return 10
	}
	return (k.Bits() + 6) / 7
}

// maxFixed is the maximum size of a message whose bound is a constant. For a longer one, printed code computes the bound.
const maxFixed = 1 << 20

// maxMessage returns the maximum size of a message in bytes, without its length prefix.
func maxMessage(m *message) (n int, ok bool) {
	if m.declared != nil { // it may have unknown fields
		return 0, false
	}
	return maxKnown(m)
}

// maxKnown is maxMessage without unknown fields.
func maxKnown(m *message) (n int, ok bool) {
	if m.Recursive || m.Union || len(m.Oneofs) > 0 {
		return 0, false
	}
	for _, f := range m.Values {
		k, ok := maxField(f)
		if !ok || n+k > maxFixed {
			return 0, false
		}
		n += k
	}
	return n, true
}

// maxField returns the maximum size of a field in bytes, including tags.
func maxField(f *value) (n int, ok bool) {
	tag, _ := tagBytes(tag(f))
	k, ok := maxValue(f.Elem)
	switch {
	case f.Kind == plan.Pointer || isSingle(f):
		return tag + k, ok
	case f.Kind == plan.Array:
		count := int(model.Underlying(f.Type).(*model.Array).Len)
		if !ok || count > maxFixed {
			return 0, false
		}
		if packs(f.Elem) {
			return tag + varintLen(count*k) + count*k, true
		}
		return count * (tag + k), true
	}
	return 0, false
}

// maxSlack bounds the bytes past the maximum size of any message that may be written to. A number is stored as ten bytes after its
// tag, and a tag of five bytes is stored as eight.
const maxSlack = 24

// messageSlack returns how many bytes past the maximum size of the message may be written to, when its last field is stored in more bytes
// than it takes. With maxSlack instead, the 370 bytes of submit would need a larger allocation than their exact size does.
func messageSlack(m *message) int {
	if m.Recursive || len(m.Oneofs) > 0 {
		return maxSlack
	}
	room := 0
	for _, f := range m.Values {
		switch tag, _ := tagBytes(tag(f)); {
		case f.Rules.Unknown:
		case tag > 2, f.Kind == plan.Map, isNumber(f.Elem):
			return maxSlack
		default:
			room = max(room, slackOf(f.Elem))
		}
	}
	return room
}

// slackOf returns how many bytes past its maximum size a value is stored in.
func slackOf(e *value) int {
	switch e.Kind {
	case plan.String, plan.Bytes, plan.Fixed, plan.Complex:
		return 0
	case plan.Integer:
		switch numberBytes(e.Basic(), e.Rules.Sint) {
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
		return messageSlack(e.Message)
	}
	return maxSlack
}

// A message is written before its length is known. One byte is reserved for the length prefix of a message that almost always takes less than 128
// bytes. For others, the encoder notes whether the latest message of the type took more, and reserves two bytes if so. If the length prefix takes
// more or fewer bytes, the message is moved: with a fixed guess, this took a third of the time for OpenTelemetry traces.

// short reports whether a message almost always takes less than 128 bytes.
func short(m *message) bool {
	if n, ok := maxKnown(m); ok {
		return n < 128
	}
	return estimate(m, 0) < 64
}

// prefix returns the maximum number of bytes that are reserved for the length prefix of a message.
func prefix(m *message) int {
	if short(m) {
		return 1
	}
	return 2
}

// longBit returns the position in Output.Long of the bit for a message. Two messages may share one.
func (p *generator) longBit(m *message) int { return slices.Index(p.messages, m) & 63 }

// longBits returns the first value of Output.Long: the messages that are probably long.
func (p *generator) longBits() (bits uint64) {
	for _, m := range p.messages {
		if !short(m) && estimate(m, 0) >= 128 {
			bits |= 1 << p.longBit(m)
		}
	}
	return bits
}

// estimate returns the approximate size of a message in bytes.
func estimate(m *message, depth int) int {
	sum := 0
	if m.unknown != nil {
		sum += 1 + 16
	}
	for _, o := range m.Oneofs {
		sum += estimate(&message{Values: o.Members, Union: true}, depth)
	}
	for _, f := range m.Values {
		k, ok := maxValue(f.Elem)
		switch {
		case f.Elem.Kind == plan.Integer:
			k = min(k, 6)
		case ok:
		case f.Elem.Kind == plan.Record && depth < 4:
			k = estimate(f.Elem.Message, depth+1)
		default:
			k = 16
		}
		if f.Kind == plan.List || f.Kind == plan.Map {
			k *= 4
		} else if f.Kind == plan.Array {
			k *= int(min(100, model.Underlying(f.Type).(*model.Array).Len))
		}
		if m.Union {
			sum = max(sum, 1+k)
		} else if sum += 1 + k; sum > 1<<14 {
			break
		}
	}
	return sum
}
