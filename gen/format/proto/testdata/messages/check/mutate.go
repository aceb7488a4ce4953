package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// A mutator changes encodings.
type mutator struct {
	*rand.Rand
	others [][]byte // encodings of messages of the same type
}

// A part is one field of an encoding. raw has its tag.
type part struct {
	num   protowire.Number
	typ   protowire.Type
	raw   []byte
	value []byte // without tag, and for bytes without length
}

// parse returns the fields of a valid encoding.
func parse(b []byte) (parts []part) {
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			return parts
		}
		size := protowire.ConsumeFieldValue(num, typ, b[n:])
		if size < 0 {
			return parts
		}
		p := part{num, typ, b[:n+size], b[n : n+size]}
		if typ == protowire.BytesType {
			p.value, _ = protowire.ConsumeBytes(p.value)
		} else if typ == protowire.StartGroupType {
			p.value, _ = protowire.ConsumeGroup(num, p.value)
		}
		parts, b = append(parts, p), b[n+size:]
	}
	return parts
}

func join(parts []part) (b []byte) {
	for _, p := range parts {
		b = append(b, p.raw...)
	}
	return b
}

// change changes the encoding of a message one to three times, mostly in ways that leave it valid.
func (m *mutator) change(md protoreflect.MessageDescriptor, b []byte) []byte {
	for range 1 + m.IntN(3) {
		switch m.IntN(8) {
		case 0:
			b = m.bytes(b)
		case 1:
			other := m.others[m.IntN(len(m.others))]
			b = slices.Concat(b[:m.IntN(len(b)+1)], other[m.IntN(len(other)+1):])
		case 2: // all fields of two messages, in any order
			parts := parse(slices.Concat(b, m.others[m.IntN(len(m.others))]))
			m.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			b = join(parts)
		default:
			b = m.fields(md, b, 0)
		}
	}
	if m.IntN(200) == 0 {
		b = []byte((&maker{Rand: m.Rand}).raw())
	}
	return b
}

// fields changes a field of a message, or of a message inside, whose lengths are then corrected.
func (m *mutator) fields(md protoreflect.MessageDescriptor, b []byte, depth int) []byte {
	parts := parse(b)
	if len(parts) == 0 || m.IntN(4) == 0 {
		at := m.IntN(len(parts) + 1)
		return join(slices.Insert(parts, at, part{raw: m.field(md, depth)}))
	}
	at := m.IntN(len(parts))
	p := &parts[at]
	var fd protoreflect.FieldDescriptor
	if md != nil {
		fd = md.Fields().ByNumber(p.num)
	}
	if fd != nil && fd.Message() != nil && m.IntN(3) > 0 && depth < 20 {
		switch inside := m.fields(fd.Message(), p.value, depth+1); p.typ {
		case protowire.BytesType:
			p.raw = protowire.AppendBytes(protowire.AppendTag(nil, p.num, p.typ), inside)
		case protowire.StartGroupType:
			p.raw = protowire.AppendGroup(protowire.AppendTag(nil, p.num, p.typ), p.num, inside)
		}
		return join(parts)
	}
	switch m.IntN(8) {
	case 0:
		return join(slices.Delete(parts, at, at+1))
	case 1:
		return join(slices.Insert(parts, m.IntN(len(parts)+1), *p))
	case 2:
		other := m.IntN(len(parts))
		parts[at], parts[other] = parts[other], parts[at]
	case 3:
		p.raw = slices.Concat(m.tag(p.num, p.typ), p.raw[protowire.SizeTag(p.num):])
	case 4:
		p.raw = m.repack(p, fd)
	case 5:
		p.raw = m.long(p)
	default:
		p.raw = m.value(p.num, fd)
	}
	return join(parts)
}

// tag returns the tag of another number, or of another type, or an unusual or invalid form of it.
func (m *mutator) tag(num protowire.Number, typ protowire.Type) []byte {
	switch m.IntN(8) {
	case 0:
		return []byte{byte(typ)} // number 0
	case 1:
		return protowire.AppendVarint(nil, uint64(1+m.IntN(3))<<32|uint64(num)<<3|uint64(typ)) // number too large
	case 2:
		return protowire.AppendVarint(nil, uint64(int(protowire.MaxValidNumber)+1-m.IntN(2))<<3|uint64(typ))
	case 3:
		return overlong(uint64(num)<<3|uint64(typ), 1+m.IntN(9))
	case 4:
		return protowire.AppendVarint(nil, uint64(1+m.IntN(40))<<3|uint64(typ))
	}
	return protowire.AppendVarint(nil, uint64(num)<<3|uint64(m.IntN(8)))
}

// repack returns a packed field as several fields, or a field as a packed one.
func (m *mutator) repack(p *part, fd protoreflect.FieldDescriptor) (b []byte) {
	if fd == nil {
		return p.raw
	}
	typ := wireTypes[fd.Kind()]
	if p.typ != protowire.BytesType || typ == protowire.BytesType {
		packed := slices.Concat(p.value, p.value)[:len(p.value)*m.IntN(3)]
		return protowire.AppendBytes(protowire.AppendTag(nil, p.num, protowire.BytesType), packed)
	}
	for v := p.value; len(v) > 0; {
		n := protowire.ConsumeFieldValue(p.num, typ, v)
		if n < 0 {
			return b
		}
		b, v = append(protowire.AppendTag(b, p.num, typ), v[:n]...), v[n:]
	}
	return b
}

// long returns a field with its value or length as a longer varint.
func (m *mutator) long(p *part) []byte {
	tag := protowire.AppendTag(nil, p.num, p.typ)
	switch p.typ {
	case protowire.VarintType:
		v, _ := protowire.ConsumeVarint(p.value)
		return append(tag, overlong(v, 1+m.IntN(10))...)
	case protowire.BytesType:
		length := uint64(len(p.value))
		switch m.IntN(4) {
		case 0:
			length += uint64(m.IntN(3))
		case 1:
			length = []uint64{math.MaxInt32, 1 << 31, math.MaxUint32, 1 << 32, math.MaxInt64, 1 << 63, math.MaxUint64, math.MaxUint64 - uint64(m.IntN(20))}[m.IntN(8)]
		}
		return slices.Concat(tag, overlong(length, m.IntN(4)), p.value)
	}
	return p.raw
}

// overlong returns v as a varint with more bytes than it needs, which is invalid with more than ten bytes.
func overlong(v uint64, more int) []byte {
	b := protowire.AppendVarint(nil, v)
	b[len(b)-1] |= 0x80
	for range more {
		b = append(b, 0x80)
	}
	return append(b, 0)
}

// wireTypes has the wire type of a single value of each kind.
var wireTypes = map[protoreflect.Kind]protowire.Type{
	protoreflect.BoolKind: protowire.VarintType, protoreflect.EnumKind: protowire.VarintType,
	protoreflect.Int32Kind: protowire.VarintType, protoreflect.Int64Kind: protowire.VarintType,
	protoreflect.Uint32Kind: protowire.VarintType, protoreflect.Uint64Kind: protowire.VarintType,
	protoreflect.Sint32Kind: protowire.VarintType, protoreflect.Sint64Kind: protowire.VarintType,
	protoreflect.Fixed32Kind: protowire.Fixed32Type, protoreflect.Sfixed32Kind: protowire.Fixed32Type, protoreflect.FloatKind: protowire.Fixed32Type,
	protoreflect.Fixed64Kind: protowire.Fixed64Type, protoreflect.Sfixed64Kind: protowire.Fixed64Type, protoreflect.DoubleKind: protowire.Fixed64Type,
	protoreflect.StringKind: protowire.BytesType, protoreflect.BytesKind: protowire.BytesType,
	protoreflect.MessageKind: protowire.BytesType, protoreflect.GroupKind: protowire.StartGroupType,
}

// field returns an encoded field to insert: mostly one that the type has or may have, as an extension, else any.
func (m *mutator) field(md protoreflect.MessageDescriptor, depth int) []byte {
	k := &maker{Rand: m.Rand}
	switch {
	case md == nil || m.IntN(5) == 0:
		return k.unknown(nil, 0)
	case md.ExtensionRanges().Len() > 0 && m.IntN(2) == 0:
		var list []protoreflect.ExtensionType
		protoregistry.GlobalTypes.RangeExtensionsByMessage(md.FullName(), func(xt protoreflect.ExtensionType) bool {
			list = append(list, xt)
			return true
		})
		if len(list) > 0 {
			slices.SortFunc(list, func(a, b protoreflect.ExtensionType) int {
				return int(a.TypeDescriptor().Number() - b.TypeDescriptor().Number())
			})
			fd := list[m.IntN(len(list))].TypeDescriptor()
			return m.value(fd.Number(), fd)
		}
	case md.Fields().Len() > 0:
		fd := md.Fields().Get(m.IntN(md.Fields().Len()))
		b := m.value(fd.Number(), fd)
		if fd.Message() != nil && m.IntN(2) == 0 && depth < 20 {
			inside := m.fields(fd.Message(), nil, depth+1)
			if fd.IsMap() && m.IntN(2) == 0 {
				inside = slices.Concat(inside, m.fields(fd.Message(), nil, depth+1))
			}
			b = protowire.AppendBytes(protowire.AppendTag(nil, fd.Number(), protowire.BytesType), inside)
			if fd.Kind() == protoreflect.GroupKind {
				b = protowire.AppendGroup(protowire.AppendTag(nil, fd.Number(), protowire.StartGroupType), fd.Number(), inside)
			}
		}
		return b
	}
	return k.unknown(nil, 0)
}

// value returns an encoded field with a random value: usually one of its kind, sometimes one of any wire type, or invalid.
func (m *mutator) value(num protowire.Number, fd protoreflect.FieldDescriptor) []byte {
	k := &maker{Rand: m.Rand, hostile: m.IntN(4) == 0}
	if fd == nil || m.IntN(8) == 0 {
		return k.unknownField(nil, num, 0)
	}
	typ := wireTypes[fd.Kind()]
	one := func() []byte {
		switch typ {
		case protowire.VarintType:
			return protowire.AppendVarint(nil, k.bits())
		case protowire.Fixed32Type:
			return protowire.AppendFixed32(nil, uint32(k.bits()))
		case protowire.Fixed64Type:
			return protowire.AppendFixed64(nil, k.bits())
		}
		return nil
	}
	switch {
	case fd.Kind() == protoreflect.StringKind:
		return protowire.AppendString(protowire.AppendTag(nil, num, typ), k.text())
	case typ == protowire.BytesType:
		return protowire.AppendString(protowire.AppendTag(nil, num, typ), k.raw())
	case typ == protowire.StartGroupType:
		return protowire.AppendGroup(protowire.AppendTag(nil, num, typ), num, k.unknown(nil, 1))
	case m.IntN(4) == 0: // packed
		var list []byte
		for range m.IntN(5) {
			list = append(list, one()...)
		}
		return protowire.AppendBytes(protowire.AppendTag(nil, num, protowire.BytesType), list)
	}
	return append(protowire.AppendTag(nil, num, typ), one()...)
}
