package main

import (
	"math"
	"math/rand/v2"
	"reflect"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// A maker makes random messages.
type maker struct {
	*rand.Rand
	hostile bool // strings may be invalid UTF-8, and required fields may be missing
	fields  int  // number of fields that were set
}

// maxFields limits the size of a random message.
const maxFields = 300

// message sets random fields of m.
func (k *maker) message(m protoreflect.Message) { k.fill(m, 0, []int{10, 40, 100, 3}[k.IntN(4)]) }

// fill sets each field of m with the given probability in percent.
func (k *maker) fill(m protoreflect.Message, depth, percent int) {
	if isMessageSet(m.Descriptor()) {
		return // the reference does not encode it
	}
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		fd := fields.Get(i)
		required := fd.Cardinality() == protoreflect.Required
		switch {
		case depth > 9: // a type may require itself: the message is incomplete then
			return
		case required && (!k.hostile || k.IntN(8) > 0):
		case required || k.IntN(100) >= percent:
			continue
		case fd.Message() != nil && (depth > 4 || k.fields > maxFields || k.IntN(depth+1) > 1):
			continue
		}
		k.fields++
		k.set(m, fd, depth, percent)
	}
	if k.IntN(6) == 0 {
		m.SetUnknown(k.unknown(m.Descriptor(), 0))
	}
}

// isMessageSet reports whether a type has the message set wire format, for which google.golang.org/protobuf has to be built with a tag.
func isMessageSet(md protoreflect.MessageDescriptor) bool {
	m, ok := md.(interface{ IsMessageSet() bool })
	return ok && m.IsMessageSet()
}

// set sets one field of m.
func (k *maker) set(m protoreflect.Message, fd protoreflect.FieldDescriptor, depth, percent int) {
	value := func(fd protoreflect.FieldDescriptor, fresh func() protoreflect.Value) protoreflect.Value {
		if fd.Message() == nil {
			return k.scalar(fd)
		}
		v := fresh()
		k.fill(v.Message(), depth+1, percent)
		return v
	}
	switch {
	case fd.IsMap():
		entries := m.Mutable(fd).Map()
		for range k.IntN(4) {
			entries.Set(k.scalar(fd.MapKey()).MapKey(), value(fd.MapValue(), entries.NewValue))
		}
	case fd.IsList():
		list := m.Mutable(fd).List()
		for range k.length(fd) {
			list.Append(value(fd, list.NewElement))
		}
	default:
		m.Set(fd, value(fd, func() protoreflect.Value { return m.NewField(fd) }))
	}
}

// length returns a random length of a list.
func (k *maker) length(fd protoreflect.FieldDescriptor) int {
	if fd.Message() == nil && k.IntN(8) == 0 {
		return k.IntN(150)
	}
	return k.IntN(4)
}

// scalar returns a random value that is not a message.
func (k *maker) scalar(fd protoreflect.FieldDescriptor) protoreflect.Value {
	switch fd.Kind() {
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(k.IntN(2) == 0)
	case protoreflect.EnumKind:
		values := fd.Enum().Values()
		if k.IntN(8) == 0 {
			return protoreflect.ValueOfEnum(protoreflect.EnumNumber(k.bits()))
		}
		return protoreflect.ValueOfEnum(values.Get(k.IntN(values.Len())).Number())
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return protoreflect.ValueOfInt32(int32(k.bits()))
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return protoreflect.ValueOfInt64(int64(k.bits()))
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return protoreflect.ValueOfUint32(uint32(k.bits()))
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return protoreflect.ValueOfUint64(k.bits())
	case protoreflect.FloatKind:
		return protoreflect.ValueOfFloat32(float32(k.float()))
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(k.float())
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(k.text())
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes([]byte(k.raw()))
	}
	panic(fd.Kind())
}

// bits returns a number of random width: each length of a varint is likely, and so are the extremes.
func (k *maker) bits() uint64 {
	switch k.IntN(8) {
	case 0:
		return 0
	case 1:
		return []uint64{1, math.MaxUint64, math.MaxInt32, 1 << 31, math.MaxUint32, math.MaxInt64, 1 << 63, 1<<64 - 1<<31}[k.IntN(8)]
	case 2:
		return -k.Uint64N(1 << k.IntN(64))
	case 3:
		return 1<<(7*k.IntN(10)) - uint64(k.IntN(2))
	}
	return k.Uint64() >> k.IntN(64)
}

func (k *maker) float() float64 {
	if k.IntN(3) == 0 {
		return []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat32, 1}[k.IntN(8)]
	}
	return k.NormFloat64()
}

// size returns the length of a random string: mostly short, sometimes about 128, where the length takes another byte, rarely long.
func (k *maker) size() int {
	switch k.IntN(40) {
	case 0:
		return 120 + k.IntN(16)
	case 1:
		return k.IntN(2000)
	case 2:
		if k.IntN(20) == 0 {
			return 16380 + k.IntN(8)
		}
	}
	return k.IntN(12)
}

func (k *maker) text() string {
	n := k.size()
	var s []byte // a strings.Builder of Go 1.22 does not pass the check of pointers
	for len(s) < n {
		s = append(s, []string{"a", "z", "\x00", "é", "世", "\U0001F601", "\u007f", "\uFFFD"}[k.IntN(8)*k.IntN(2)]...)
	}
	if k.hostile && k.IntN(8) == 0 {
		s = append(s, badUTF8[k.IntN(len(badUTF8))]...)
		s = append(s, []string{"", "a", "世界"}[k.IntN(3)]...)
	}
	return string(s)
}

// badUTF8 are strings that are not valid UTF-8: a lone byte, overlong forms, a surrogate, a number that is too large, and cut characters.
var badUTF8 = []string{"\xff", "\x80", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe4\xb8", "\xf0\x9f\x98", "\xa0\xb0\xc0\xd0"}

func (k *maker) raw() string {
	b := make([]byte, k.size())
	for i := range b {
		b[i] = byte(k.Uint32())
	}
	return string(b)
}

// unknown returns some fields that a message type does not have.
func (k *maker) unknown(md protoreflect.MessageDescriptor, depth int) (b []byte) {
	for range 1 + k.IntN(3) {
		num := protowire.Number(1 + k.Uint64N(1<<(1+k.IntN(29))-1))
		if md != nil && md.Fields().ByNumber(num) != nil {
			continue
		}
		b = k.unknownField(b, num, depth)
	}
	return b
}

// unknownField appends a field of random type.
func (k *maker) unknownField(b []byte, num protowire.Number, depth int) []byte {
	switch typ := protowire.Type([]int{0, 1, 2, 3, 5}[k.IntN(5)]); {
	case typ == protowire.VarintType:
		return protowire.AppendVarint(protowire.AppendTag(b, num, typ), k.bits())
	case typ == protowire.Fixed64Type:
		return protowire.AppendFixed64(protowire.AppendTag(b, num, typ), k.Uint64())
	case typ == protowire.Fixed32Type:
		return protowire.AppendFixed32(protowire.AppendTag(b, num, typ), k.Uint32())
	case typ == protowire.StartGroupType && depth < 3:
		var inside []byte
		if k.IntN(2) == 0 {
			inside = k.unknown(nil, depth+1)
		}
		return protowire.AppendGroup(protowire.AppendTag(b, num, typ), num, inside)
	}
	return protowire.AppendString(protowire.AppendTag(b, num, protowire.BytesType), k.raw())
}

// odd makes values that reflection of protobuf cannot make: empty instead of nil, nil elements, oneofs without a value.
func (k *maker) odd(v reflect.Value, depth int) {
	for i := range v.NumField() {
		f := v.Field(i)
		if !v.Type().Field(i).IsExported() || k.IntN(3) > 0 {
			continue
		}
		switch t := f.Type(); {
		case t.Kind() == reflect.Slice && f.IsNil():
			f.Set(reflect.MakeSlice(t, 0, 2))
		case t.Kind() == reflect.Slice && f.Len() == 0 && k.IntN(2) == 0:
			f.SetZero()
		case t.Kind() == reflect.Slice && f.Len() > 0 && (t.Elem().Kind() == reflect.Pointer || t.Elem().Kind() == reflect.Slice):
			f.Index(k.IntN(f.Len())).SetZero()
		case t.Kind() == reflect.Map && f.IsNil():
			f.Set(reflect.MakeMap(t))
		case t.Kind() == reflect.Map && f.Len() > 0 && (t.Elem().Kind() == reflect.Pointer || t.Elem().Kind() == reflect.Slice):
			f.SetMapIndex(f.MapKeys()[0], reflect.Zero(t.Elem()))
		case t.Kind() == reflect.Interface && !f.IsNil() && f.Elem().Kind() == reflect.Pointer && !f.Elem().IsNil():
			switch inside := f.Elem().Elem().Field(0); {
			case k.IntN(4) == 0:
				f.Set(reflect.Zero(f.Elem().Type())) // a nil pointer to the struct of a oneof's field
			case inside.Kind() == reflect.Pointer || inside.Kind() == reflect.Slice:
				inside.SetZero()
			}
		case t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct && !f.IsNil() && depth < 3:
			k.odd(f.Elem(), depth+1)
		}
	}
}
