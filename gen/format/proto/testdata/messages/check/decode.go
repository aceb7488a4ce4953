package main

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// A decoding decodes inputs of one type.
type decoding struct {
	mt      protoreflect.MessageType
	used    message // has decoded the previous inputs
	shared  *shared // what used shares with other messages, or nil
	aliased []byte  // the input whose bytes used has, or nil
}

func newDecoding(mt protoreflect.MessageType, first []byte) *decoding {
	d := &decoding{mt: mt, used: mt.New().Interface().(message)}
	_ = d.used.UnmarshalProto(slices.Clone(first)) // only to make it a used message
	return d
}

func (d *decoding) fresh() message { return d.mt.New().Interface().(message) }

// An expectation is how the reference decodes an input.
type expectation struct {
	input   []byte
	message message
	bytes   []byte // the encoding of the message
	err     error
	all     bool // compare the message field by field, too
	skip    bool // the message has a message set, which the reference does not encode
}

// expect returns the result of decoding b into m.
func expect(m message, options proto.UnmarshalOptions, b []byte) *expectation {
	x := &expectation{input: b, message: m, err: options.Unmarshal(slices.Clone(b), m)}
	if x.err == nil && !options.AllowPartial {
		x.err = checkRequired(m.ProtoReflect()) // Unmarshal does not look for required fields in all members of a oneof
	}
	if x.err == nil {
		var err error
		if x.bytes, err = partial.Marshal(m); err != nil && hasMessageSet(m.ProtoReflect()) {
			x.skip = true
		} else if err != nil {
			fail("the reference does not encode what it has decoded: %v, of %x", err, b)
		}
	}
	return x
}

// hasMessageSet reports whether there are message sets among the set fields of m, at any depth.
func hasMessageSet(m protoreflect.Message) (found bool) {
	if isMessageSet(m.Descriptor()) {
		return true
	}
	m.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case fd.Message() == nil || fd.IsMap():
		case fd.IsList():
			for i := range v.List().Len() {
				found = found || hasMessageSet(v.List().Get(i).Message())
			}
		default:
			found = found || hasMessageSet(v.Message())
		}
		return !found
	})
	return found
}

// check compares how b is decoded: into a new message, without copying, after the fields that base has, and into used messages.
func (d *decoding) check(r *rand.Rand, b, base []byte) {
	want := expect(d.fresh(), reference, b)
	if want.err != nil {
		counts.refused.Add(1)
	} else {
		counts.decoded.Add(1)
	}
	want.all = r.IntN(4) == 0
	want.compare("UnmarshalProto", d.fresh(), message.UnmarshalProto, false, false)
	want.compare("UnmarshalProtoAlias", d.fresh(), message.UnmarshalProtoAlias, true, false)

	// In a used message. After an error, the next input finds what the failed decoding has left.
	checkKept, aliased := keepStrings(d.used, want.all), slices.Clone(d.aliased)
	want.compare("UnmarshalProto into a used message", d.used, message.UnmarshalProto, false, true)
	checkKept("UnmarshalProto into a used message", b)
	d.shared.check("UnmarshalProto into a used message", b)
	if !bytes.Equal(aliased, d.aliased) {
		fail("UnmarshalProto into a message that aliases another input changed that input: %x, was %x, of %x", d.aliased, aliased, b)
	}
	d.use(r, base)
	d.merge(b, base, want.all)
	if isLazy(d.mt) {
		d.checkLazy(b, base)
	}
}

// use prepares the used message for the next input.
func (d *decoding) use(r *rand.Rand, base []byte) {
	d.aliased, d.shared = nil, nil
	switch r.IntN(5) {
	case 0:
		shortenLists(d.used)
		shareWithin(d.used)
		d.used.ResetProto()
		empty := expect(d.fresh(), proto.UnmarshalOptions{AllowPartial: true}, nil)
		empty.same("ResetProto", d.used, true)
		checkCleared(d.used)
	case 1:
		tangle(r, reflect.ValueOf(d.used).Elem(), 0)
	case 2:
		d.aliased = slices.Clone(base)
		_ = d.used.UnmarshalProtoAlias(d.aliased) // whatever is in the message then
	case 3:
		if len(base)%2 == 0 { // afterwards, the message is as any other one
			d.used.ResetProto()
			_ = d.used.MergeProto(base)
		}
		d.shared = share(d.used)
	}
}

// errorText returns the text of an error, or <nil>.
func errorText(err error) string {
	if err == nil {
		return "<nil>"
	}
	return err.Error()
}

// compare calls a method on a copy of the input, and compares the result. alias says that the message may use the copy, and used that the
// message is not new.
func (x *expectation) compare(what string, m message, method func(message, []byte) error, alias, used bool) {
	behind := []byte{0x62, 0x01, 'x', 0x80}
	if x.skip {
		return
	}
	n := len(x.input)
	buf := slices.Concat(x.input, behind)
	err := method(m, buf[:n])
	if (err == nil) != (x.err == nil) {
		fail("%s: error %s, want %v, of %x", what, shorten(errorText(err), 400), x.err, x.input)
	}
	if !bytes.Equal(buf[:n], x.input) || !bytes.Equal(buf[n:], behind) {
		fail("%s changed the input: %x, was %x", what, buf, x.input)
	}
	if err != nil {
		return
	}
	x.same(what, m, used)
	if x.all {
		checkSharing(what, m, x.input)
	}
	if alias {
		return
	}
	for i := range buf {
		buf[i] ^= 0xFF
	}
	x.same(what+", after the input was overwritten", m, used)
}

// merge compares MergeProto with the reference, on two equal messages decoded from base.
func (d *decoding) merge(b, base []byte, all bool) {
	got, before := d.fresh(), d.fresh()
	for _, m := range []proto.Message{got, before} {
		if (proto.UnmarshalOptions{Resolver: noExtensions, AllowPartial: true}).Unmarshal(base, m) != nil {
			return
		}
	}
	want := expect(before, proto.UnmarshalOptions{Resolver: noExtensions, Merge: true}, b)
	want.all = all
	checkKept := keepStrings(got, all)
	want.compare("MergeProto", got, message.MergeProto, false, false)
	checkKept("MergeProto", b)
}
