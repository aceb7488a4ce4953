package main

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// conformanceTypes are the types on which protobuf's conformance runner tries its cases. The value says whether they
// leave out fields of default values.
var conformanceTypes = map[protoreflect.FullName]bool{
	"protobuf_test_messages.proto2.TestAllTypesProto2":          false,
	"protobuf_test_messages.proto3.TestAllTypesProto3":          true,
	"protobuf_test_messages.editions.proto2.TestAllTypesProto2": false,
	"protobuf_test_messages.editions.proto3.TestAllTypesProto3": true,
}

// checkConformance tries the cases of the conformance runner whose input and output are binary: the conditions of
// conformance/binary_json_conformance_suite.cc in protobuf's repository.
func checkConformance(mt protoreflect.MessageType) {
	if mt.Descriptor().FullName() == "protobuf_test_messages.editions.TestAllTypesEdition2023" {
		(&suite{mt: mt, d: newDecoding(mt, nil)}).delimited()
		return
	}
	implicit, ok := conformanceTypes[mt.Descriptor().FullName()]
	if !ok {
		return
	}
	s := &suite{mt: mt, d: newDecoding(mt, nil), implicit: implicit}
	for kind := protoreflect.Kind(1); kind <= protoreflect.Sint64Kind; kind++ {
		if kind != protoreflect.GroupKind {
			s.prematureEOF(kind)
		}
	}
	s.illegalTags()
	s.unmatchedGroups()
	s.invalidText()
	for _, v := range validData {
		s.valid(v.kind, v.values)
	}
	s.mergedMessages()
	for _, types := range mapTypes {
		s.mapType(types[0], types[1])
	}
	for _, kind := range oneofTypes {
		s.oneof(kind)
	}
	s.oneofMessages()
	if !*quiet {
		s.signalingNaN()
	}
	s.unknown()
}

// A suite tries cases on one type.
type suite struct {
	mt       protoreflect.MessageType
	d        *decoding
	implicit bool // fields with default values are left out
}

// unknownNumber is a number that none of the types has.
const unknownNumber = 666

// The functions below build encodings.

func tag(num protowire.Number, typ protowire.Type) string {
	return string(protowire.AppendTag(nil, num, typ))
}
func delim(s string) string       { return string(protowire.AppendString(nil, s)) }
func varint(v uint64) string      { return string(protowire.AppendVarint(nil, v)) }
func fixed32(v uint32) string     { return string(protowire.AppendFixed32(nil, v)) }
func fixed64(v uint64) string     { return string(protowire.AppendFixed64(nil, v)) }
func float(v float32) string      { return fixed32(math.Float32bits(v)) }
func double(v float64) string     { return fixed64(math.Float64bits(v)) }
func zigzag(v int64) string       { return varint(protowire.EncodeZigZag(v)) }
func long(v uint64, n int) string { return string(overlong(v, n-1)) }
func length(num protowire.Number, s string) string {
	return tag(num, protowire.BytesType) + delim(s)
}
func number(num protowire.Number, v uint64) string {
	return tag(num, protowire.VarintType) + varint(v)
}
func group(num protowire.Number, s string) string {
	return tag(num, protowire.StartGroupType) + s + tag(num, protowire.EndGroupType)
}

// refuse checks that an encoding is refused.
func (s *suite) refuse(name, input string) {
	want := expect(s.d.fresh(), reference, []byte(input))
	if want.err == nil && !strings.HasPrefix(name, "BadTag_OverlongVarint") { // the reference fails this case
		fail("%s: the reference accepts %x", name, input)
	}
	s.compare(name, want)
}

// accept checks that an encoding is decoded, and encoded as output. It compares decoded messages, not their bytes.
func (s *suite) accept(name, input, output string) {
	want := expect(s.d.fresh(), reference, []byte(input))
	if want.err != nil {
		fail("%s: the reference refuses %x: %v", name, input, want.err)
	}
	other := expect(s.d.fresh(), reference, []byte(output))
	if !bytes.Equal(want.bytes, other.bytes) {
		fail("%s: the reference decodes %x and %x differently", name, input, output)
	}
	s.compare(name, want)
}

// acceptBytes is accept for an encoding whose decoded message must have exactly the bytes of output.
func (s *suite) acceptBytes(name, input, output string) {
	s.accept(name, input, output)
	m := s.d.fresh()
	if err := m.UnmarshalProto([]byte(input)); err != nil {
		fail("%s: %v", name, err)
	}
	if b, err := m.AppendProto(nil); err != nil || string(b) != output {
		fail("%s: %x comes back as %x, %v, want %x", name, input, b, err, output)
	}
}

func (s *suite) compare(name string, want *expectation) {
	want.all = true
	want.compare(name, s.d.fresh(), message.UnmarshalProto, false, false)
	want.compare(name, s.d.fresh(), message.UnmarshalProtoAlias, true, false)
	want.compare(name, s.d.fresh(), message.MergeProto, false, false)
	want.compare(name, s.d.used, message.UnmarshalProto, false, true)
	if want.err == nil {
		counts.decoded.Add(1)
	} else {
		counts.refused.Add(1)
	}
}

// signalingNaN checks that a signaling NaN in a map keeps its bits.
func (s *suite) signalingNaN() {
	entry := number(1, 5) + tag(2, protowire.Fixed32Type) + fixed32(0x7f800001)
	message := length(s.field(protoreflect.MessageKind, "map_int32_float").Number(), entry)
	s.acceptBytes("SignalingNaN", message, message)
}

// field returns the field of a kind whose name begins with prefix.
func (s *suite) field(kind protoreflect.Kind, prefix string) protoreflect.FieldDescriptor {
	fields := s.mt.Descriptor().Fields()
	for i := range fields.Len() {
		if fd := fields.Get(i); fd.Kind() == kind && strings.HasPrefix(string(fd.Name()), prefix) {
			return fd
		}
	}
	panic(fmt.Sprint("no field ", prefix, kind))
}

func (s *suite) prematureEOF(kind protoreflect.Kind) {
	typ := wireTypes[kind]
	incomplete := map[protowire.Type]string{protowire.VarintType: "\x80", protowire.Fixed64Type: "abcdefg", protowire.BytesType: "\x80", protowire.Fixed32Type: "abc"}[typ]
	one, list := s.field(kind, "optional_").Number(), s.field(kind, "repeated_").Number()
	for _, num := range []protowire.Number{one, list, unknownNumber} {
		s.refuse("PrematureEofBefore", tag(num, typ))
		s.refuse("PrematureEofInside", tag(num, typ)+incomplete)
		if typ == protowire.BytesType {
			s.refuse("PrematureEofInDelimitedData", tag(num, typ)+varint(1))
		}
	}
	if kind == protoreflect.MessageKind {
		s.refuse("PrematureEofInSubmessageValue", length(one, tag(1, protowire.VarintType)+"\x80"))
	}
	if typ != protowire.BytesType {
		s.refuse("PrematureEofInPackedFieldValue", length(list, incomplete))
		s.refuse("PrematureEofInPackedField", tag(list, protowire.BytesType)+varint(1))
	}
}

func (s *suite) illegalTags() {
	for _, input := range []string{"\x01DEADBEEF", "\x02\x01\x01", "\x03\x04", "\x05DEAD"} {
		s.refuse("IllegalZeroFieldNum", input)
	}
	s.refuse("BadTag_FieldNumberTooHigh", "\x88\x80\x80\x80\x80\x80\x0F"+varint(1234))
	s.refuse("BadTag_FieldNumberSlightlyTooHigh", "\x88\x80\x80\x80\x40"+varint(1234))
	s.refuse("BadTag_OverlongVarint", "\x88\x80\x80\x80\x80\x80\x80\x80\x00"+varint(1234))
	s.refuse("BadTag_VarintMoreThanTenBytes", "\x88\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00"+varint(1234))
	for typ := byte(6); typ <= 7; typ++ {
		for num := range byte(4) {
			for value := range byte(4) {
				s.refuse("UnknownWireType", string([]byte{num<<3 | typ, value}))
			}
		}
	}
}

func (s *suite) unmatchedGroups() {
	for _, typ := range []protowire.Type{protowire.StartGroupType, protowire.EndGroupType} {
		for _, num := range []protowire.Number{201, 1234, 1} {
			s.refuse("Unmatched", tag(num, typ))
		}
		s.refuse("UnmatchedNestedLen", length(18, tag(1234, typ)))
		s.refuse("UnmatchedNested", group(201, tag(202, typ)))
		s.refuse("UnmatchedWithData", tag(1, typ)+length(2, "hello world"))
	}
	s.refuse("MismatchedGroupTags", tag(201, protowire.StartGroupType)+length(2, "hello world")+tag(202, protowire.EndGroupType))
	s.refuse("MismatchedNestedGroupTags", group(201, tag(202, protowire.StartGroupType)+length(2, "hello world")+tag(203, protowire.EndGroupType)))
}

// invalidText has strings that are not UTF-8, which only some types refuse.
func (s *suite) invalidText() {
	const bad = "\xA0\xB0\xC0\xD0"
	for name, input := range map[string]string{
		"Singular": length(14, bad), "Repeated": length(44, bad), "Oneof": length(113, bad),
		"MapKey": length(69, length(1, bad)+length(2, "foo")), "MapValue": length(69, length(1, "foo")+length(2, bad)),
	} {
		if s.implicit {
			s.refuse("RejectInvalidUtf8.String."+name, input)
		} else {
			s.accept("String."+name, input, input)
		}
	}
}

// validData has encodings of values of each kind, and how they are encoded again.
var validData = []struct {
	kind   protoreflect.Kind
	values [][2]string
}{
	{protoreflect.DoubleKind, asTheyAre(double(0), double(0.1), double(math.MaxFloat64), double(2.22507385850720138309e-308))},
	{protoreflect.FloatKind, asTheyAre(float(0), float(0.1), float(1.00000075e-36), float(3.402823e+38), float(1.17549435e-38))},
	{protoreflect.Int64Kind, asTheyAre(varint(0), varint(12345), varint(math.MaxInt64), varint(1<<63))},
	{protoreflect.Uint64Kind, asTheyAre(varint(0), varint(12345), varint(math.MaxUint64))},
	{protoreflect.Int32Kind, append(asTheyAre(varint(0), varint(12345), varint(math.MaxInt32), varint(1<<64-1<<31)), [][2]string{
		{long(12345, 2), varint(12345)}, {long(12345, 7), varint(12345)}, {varint(1 << 33), varint(0)}, {varint(1<<33 - 1), varint(math.MaxUint64)},
		{varint(math.MaxInt64), varint(math.MaxUint64)}, {varint(1<<63 + 1), varint(1)}}...)},
	{protoreflect.Uint32Kind, append(asTheyAre(varint(0), varint(12345), varint(math.MaxUint32)), [][2]string{
		{long(12345, 2), varint(12345)}, {long(12345, 7), varint(12345)}, {varint(1 << 33), varint(0)}, {varint(1<<33 + 1), varint(1)},
		{varint(1<<33 - 1), varint(math.MaxUint32)}, {varint(math.MaxInt64), varint(math.MaxUint32)}, {varint(1<<63 + 1), varint(1)}}...)},
	{protoreflect.Fixed64Kind, asTheyAre(fixed64(0), fixed64(12345), fixed64(math.MaxUint64))},
	{protoreflect.Fixed32Kind, asTheyAre(fixed32(0), fixed32(12345), fixed32(math.MaxUint32))},
	{protoreflect.Sfixed64Kind, asTheyAre(fixed64(0), fixed64(12345), fixed64(math.MaxInt64), fixed64(1<<63))},
	{protoreflect.Sfixed32Kind, asTheyAre(fixed32(0), fixed32(12345), fixed32(math.MaxInt32), fixed32(1<<31))},
	{protoreflect.BoolKind, append(asTheyAre(varint(0), varint(1)), [][2]string{{varint(math.MaxUint64), varint(1)}, {varint(12345678), varint(1)},
		{varint(1 << 33), varint(1)}, {varint(math.MaxInt64), varint(1)}, {varint(1 << 63), varint(1)}}...)},
	{protoreflect.Sint32Kind, append(asTheyAre(zigzag(0), zigzag(12345), zigzag(math.MaxInt32), zigzag(math.MinInt32)), [2]string{zigzag(math.MaxInt32 + 2), zigzag(1)})},
	{protoreflect.Sint64Kind, asTheyAre(zigzag(0), zigzag(12345), zigzag(math.MaxInt64), zigzag(math.MinInt64))},
	{protoreflect.StringKind, asTheyAre(delim(""), delim("Hello world!"), delim("'\"?\\\a\b\f\n\r\t\v"), delim("谷歌"), delim("\U0001F601"))},
	{protoreflect.BytesKind, asTheyAre(delim(""), delim("Hello world!"), delim("\x01\x02"), delim("\xfb"))},
	{protoreflect.EnumKind, append(asTheyAre(varint(0), varint(1), varint(2), varint(math.MaxUint64)), [][2]string{{varint(math.MaxInt64), varint(math.MaxUint64)}, {varint(1<<63 + 1), varint(1)}}...)},
	{protoreflect.MessageKind, asTheyAre(delim(""), delim(number(1, 1234)))},
}

func asTheyAre(encodings ...string) (values [][2]string) {
	for _, e := range encodings {
		values = append(values, [2]string{e, e})
	}
	return values
}

func (s *suite) valid(kind protoreflect.Kind, values [][2]string) {
	typ := wireTypes[kind]
	one := s.field(kind, "optional_")
	in, last := "", ""
	for i, v := range values {
		name := fmt.Sprintf("ValidDataScalar.%v[%d]", kind, i)
		output := tag(one.Number(), typ) + v[1]
		if isDefault := strings.Trim(v[1], "\x00") == ""; s.implicit && isDefault && kind != protoreflect.MessageKind {
			output = ""
		}
		s.acceptBytes(name, tag(one.Number(), typ)+v[0], output)
		in += tag(one.Number(), typ) + v[0]
		last = output
	}
	if kind != protoreflect.MessageKind {
		s.acceptBytes("RepeatedScalarSelectsLast."+kind.String(), in, last)
	}
	for _, prefix := range []string{"repeated_", "packed_", "unpacked_"} {
		if typ == protowire.BytesType && prefix != "repeated_" {
			continue
		}
		fd := s.field(kind, prefix)
		var separate, together, separateOut, togetherOut string
		for _, v := range values {
			separate += tag(fd.Number(), typ) + v[0]
			separateOut += tag(fd.Number(), typ) + v[1]
			together += v[0]
			togetherOut += v[1]
		}
		output := separateOut
		if fd.IsPacked() {
			output = length(fd.Number(), togetherOut)
		}
		s.acceptBytes("ValidDataRepeated."+prefix+kind.String()+".UnpackedInput", separate, output)
		if typ != protowire.BytesType {
			s.acceptBytes("ValidDataRepeated."+prefix+kind.String()+".PackedInput", length(fd.Number(), together), output)
		}
	}
}

func (s *suite) mergedMessages() {
	num := s.field(protoreflect.MessageKind, "recursive_").Number()
	a := length(num, length(2, number(1, 1234)+number(2, 1234)+number(31, 1234)))
	b := length(num, length(2, number(1, 4321)+number(3, 4321)+number(31, 4321)))
	s.accept("RepeatedScalarMessageMerge", a+b, a+b)
	num = s.field(protoreflect.MessageKind, "optional_nested_message").Number()
	a = length(num, length(2, number(1, 1234)+number(2, 1234)+number(31, 1234)))
	b = length(num, length(2, number(1, 4321)+number(3, 4321)+number(31, 4321)))
	s.accept("RepeatedScalarMessageMerge", a+b,
		length(num, length(2, number(1, 1234)+number(2, 1234)+number(31, 1234)+number(1, 4321)+number(3, 4321)+number(31, 4321))))
	entry := func(num uint64) string {
		return length(71, length(1, "")+length(2, length(2, number(protowire.Number(num), 1)+number(31, 1))))
	}
	s.accept("ValidDataMap.STRING.MESSAGE.MergeValue", entry(1)+entry(2), entry(2))
}

// mapTypes are the kinds of keys and values of the maps.
var mapTypes = [][2]protoreflect.Kind{
	{protoreflect.Int32Kind, protoreflect.Int32Kind}, {protoreflect.Int64Kind, protoreflect.Int64Kind}, {protoreflect.Uint32Kind, protoreflect.Uint32Kind},
	{protoreflect.Uint64Kind, protoreflect.Uint64Kind}, {protoreflect.Sint32Kind, protoreflect.Sint32Kind}, {protoreflect.Sint64Kind, protoreflect.Sint64Kind},
	{protoreflect.Fixed32Kind, protoreflect.Fixed32Kind}, {protoreflect.Fixed64Kind, protoreflect.Fixed64Kind},
	{protoreflect.Sfixed32Kind, protoreflect.Sfixed32Kind}, {protoreflect.Sfixed64Kind, protoreflect.Sfixed64Kind},
	{protoreflect.Int32Kind, protoreflect.FloatKind}, {protoreflect.Int32Kind, protoreflect.DoubleKind}, {protoreflect.BoolKind, protoreflect.BoolKind},
	{protoreflect.StringKind, protoreflect.StringKind}, {protoreflect.StringKind, protoreflect.BytesKind}, {protoreflect.StringKind, protoreflect.EnumKind},
	{protoreflect.StringKind, protoreflect.MessageKind},
}

// zeroAndOther returns the encodings of the zero and of another value of a kind.
func zeroAndOther(kind protoreflect.Kind) (zero, other string) {
	switch kind {
	case protoreflect.Sint32Kind, protoreflect.Sint64Kind:
		return zigzag(0), zigzag(1)
	case protoreflect.FloatKind:
		return float(0), float(1)
	case protoreflect.DoubleKind:
		return double(0), double(1)
	case protoreflect.StringKind, protoreflect.BytesKind:
		return delim(""), delim("a")
	case protoreflect.MessageKind:
		return delim(""), delim(number(1, 1234))
	}
	switch wireTypes[kind] {
	case protowire.Fixed32Type:
		return fixed32(0), fixed32(1)
	case protowire.Fixed64Type:
		return fixed64(0), fixed64(1)
	}
	return varint(0), varint(1)
}

// mapField returns the map with keys and values of two kinds.
func (s *suite) mapField(key, value protoreflect.Kind) protoreflect.FieldDescriptor {
	fields := s.mt.Descriptor().Fields()
	for i := range fields.Len() {
		if fd := fields.Get(i); fd.IsMap() && fd.MapKey().Kind() == key && fd.MapValue().Kind() == value {
			return fd
		}
	}
	panic(fmt.Sprint("no map of ", key, value))
}

func (s *suite) mapType(key, value protoreflect.Kind) {
	num := s.mapField(key, value).Number()
	key1, key2 := zeroAndOther(key)
	value1, value2 := zeroAndOther(value)
	k, v := tag(1, wireTypes[key]), tag(2, wireTypes[value])
	k1, k2, v1, v2 := k+key1, k+key2, v+value1, v+value2
	name := fmt.Sprintf("ValidDataMap.%v.%v.", key, value)
	s.acceptBytes(name+"Default", length(num, k1+v1), length(num, k1+v1))
	s.acceptBytes(name+"MissingDefault", length(num, ""), length(num, k1+v1))
	s.acceptBytes(name+"NonDefault", length(num, k2+v2), length(num, k2+v2))
	s.acceptBytes(name+"Unordered", length(num, v2+k2), length(num, k2+v2))
	s.acceptBytes(name+"DuplicateKey", length(num, k2+v1)+length(num, k2+v2), length(num, k2+v2))
	s.acceptBytes(name+"DuplicateKeyInMapEntry", length(num, k1+k2+v2), length(num, k2+v2))
	s.acceptBytes(name+"DuplicateValueInMapEntry", length(num, k2+v1+v2), length(num, k2+v2))
	s.accept(name+"UnknownInMapEntry", length(num, k2+number(unknownNumber, 1)+v2+group(unknownNumber, "")), length(num, k2+v2))
}

// oneofTypes are the kinds of the fields of the oneof.
var oneofTypes = []protoreflect.Kind{
	protoreflect.Uint32Kind, protoreflect.BoolKind, protoreflect.Uint64Kind, protoreflect.FloatKind, protoreflect.DoubleKind,
	protoreflect.StringKind, protoreflect.BytesKind, protoreflect.EnumKind, protoreflect.MessageKind,
}

func (s *suite) oneof(kind protoreflect.Kind) {
	field := func(kind protoreflect.Kind) (zero, other string) {
		zero, other = zeroAndOther(kind)
		t := tag(s.field(kind, "oneof_").Number(), wireTypes[kind])
		return t + zero, t + other
	}
	zero, other := field(kind)
	name := "ValidDataOneof." + kind.String()
	s.acceptBytes(name+".DefaultValue", zero, zero)
	s.acceptBytes(name+".NonDefaultValue", other, other)
	s.acceptBytes(name+".MultipleValuesForSameField", zero+other, other)
	for _, k := range oneofTypes {
		if k != kind {
			first, _ := field(k)
			s.acceptBytes(name+".MultipleValuesForDifferentField", first+other, other)
		}
	}
}

func (s *suite) oneofMessages() {
	num := s.field(protoreflect.MessageKind, "oneof_nested_message").Number()
	a := number(1, 1) + number(2, 1) + number(89, 1)
	b := number(2, 1) + number(89, 1)
	s.accept("ValidDataOneof.MESSAGE.Merge", length(num, length(2, a))+length(num, length(2, b)), length(num, length(2, a+b)))
	s.acceptBytes("OneofZeroMessageSetTwice", length(num, number(1, 0))+length(num, number(1, 1)), length(num, number(1, 1)))
	text := s.field(protoreflect.StringKind, "oneof_string").Number()
	s.acceptBytes("OneofMessageReplaced", length(num, number(1, 1))+length(text, "")+length(num, ""), length(num, ""))
}

func (s *suite) unknown() {
	s.acceptBytes("UnknownVarint", number(501, 1), number(501, 1))
	for _, field := range []string{number(unknownNumber, 1), tag(unknownNumber, protowire.Fixed32Type) + fixed32(1), tag(unknownNumber, protowire.Fixed64Type) + fixed64(1),
		length(unknownNumber, "abc"), group(unknownNumber, group(unknownNumber+1, number(1, 1)))} {
		s.acceptBytes("UnknownOrdering", field+number(unknownNumber+1, 5)+field, field+number(unknownNumber+1, 5)+field)
		s.acceptBytes("UnknownBetween", field+number(1, 5)+field, number(1, 5)+field+field)
	}
	alternating := strings.Repeat(number(unknownNumber, 1234)+number(unknownNumber+1, 5678), 5_000)
	s.acceptBytes("AlternatingUnknownFields", alternating, alternating)
	for _, inside := range []string{number(unknownNumber, 1), number(s.field(protoreflect.Int32Kind, "unpacked_").Number(), 1)} {
		s.acceptBytes("MergeMessage", strings.Repeat(length(27, inside), 5_000), length(27, strings.Repeat(inside, 5_000)))
	}
}

// delimited has the cases of edition 2023.
func (s *suite) delimited() {
	for name, field := range map[string]string{
		"ValidNonMessage": number(1, 99), "ValidLengthPrefixedField": length(18, number(1, 99)), "ValidMap.Integer": length(56, number(1, 99)+number(2, 87)),
		"ValidMap.LengthPrefixed":         length(71, length(1, "a")+length(2, number(1, 87))),
		"ValidDelimitedField.GroupLike":   group(201, number(202, 99)),
		"ValidDelimitedField.NotGroup":    group(202, number(202, 99)),
		"ValidDelimitedExtension.Group":   group(121, number(1, 99)),
		"ValidDelimitedExtension.Another": group(122, number(1, 99)),
		"AcceptInvalidUtf8.Bytes":         length(134, "\xA0\xB0\xC0\xD0"),
	} {
		s.acceptBytes(name, field, field)
	}
	s.refuse("EnforceDepthLimit.Map", string(nest([]byte(number(1, 123)), []protoreflect.FieldDescriptor{s.mt.Descriptor().Fields().ByName("map_recursive")}, 20_000)))
}
