package harness

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"unicode/utf8"
)

const (
	attackedValues = 16       // sample values, of which the messages to damage are chosen
	attackedLength = 3        // elements of a slice type at most: the damage is the same, and more of it fits
	damaged        = 3        // messages: the shortest, the longest and the middle one
	damagedBytes   = 32 << 20 // of all damaged messages together: of a long message there are fewer
	deep           = 30_000   // bytes of a deeply nested input: a decoder whose time is quadratic still ends
	veryDeep       = 1_000_000
)

// The number of inputs of each kind: of one message, and at last of all.
const (
	truncations = 200
	flips       = 300
	blownUp     = 400
	edits       = 60
	nestings    = 40
	randoms     = 60
)

// An input is a hostile message, which is made when it is needed.
type input struct{ make func() []byte }

// hostileInputs are the inputs that are made of some messages: the same for the same messages and seed, in a mixed order.
func hostileInputs(messages [][]byte, seed uint64) []input {
	m := &mangler{rnd: rand.New(rand.NewPCG(seed, 0xba1e))}
	for _, b := range chosen(messages) {
		m.message(b)
	}
	m.add(func() []byte { return nil })
	for i := range randoms {
		b := make([]byte, 1+m.rnd.IntN(8<<(i%5)))
		for k := range b {
			b[k] = byte(m.rnd.Uint32())
		}
		m.add(func() []byte { return b })
	}
	for _, unit := range nestedBinary {
		m.add(func() []byte { return bytes.Repeat(unit, veryDeep/len(unit)) })
	}
	for _, unit := range nestedText {
		m.add(func() []byte { return bytes.Repeat([]byte(unit), veryDeep/len(unit)) })
	}
	m.rnd.Shuffle(len(m.inputs), func(i, k int) { m.inputs[i], m.inputs[k] = m.inputs[k], m.inputs[i] })
	return m.inputs
}

// chosen are the shortest, the middle and the longest message, each once.
func chosen(messages [][]byte) [][]byte {
	list := slices.Clone(messages)
	slices.SortStableFunc(list, func(a, b []byte) int { return len(a) - len(b) })
	list = slices.CompactFunc(list, bytes.Equal)
	if len(list) > damaged {
		list = [][]byte{list[0], list[len(list)/2], list[len(list)-1]}
	}
	return list
}

type mangler struct {
	rnd    *rand.Rand
	inputs []input
}

func (m *mangler) add(make func() []byte) { m.inputs = append(m.inputs, input{make}) }

// some adds count of the n inputs that make has, spread evenly, or all if they are fewer. For a long message it adds fewer.
func (m *mangler) some(n, count, length int, make func(i int) []byte) {
	count = min(n, count, max(8, damagedBytes/damaged/6/max(length, 1)))
	for k := range count {
		i := k * n / count
		m.add(func() []byte { return make(i) })
	}
}

// message adds what is made of one message.
func (m *mangler) message(b []byte) {
	n := len(b)
	if n == 0 {
		return
	}
	m.some(n, truncations, n, func(i int) []byte { return b[:i] })
	m.some(8*n, flips, n, func(i int) []byte {
		out := bytes.Clone(b)
		out[i/8] ^= 1 << (i % 8)
		return out
	})
	lengths, nested := binaryLengths, nestedBinary
	if isText(b) {
		lengths, nested = slices.Concat(textLengths, binaryLengths[:2]), nil
		for _, unit := range nestedText {
			nested = append(nested, []byte(unit))
		}
	}
	places := m.rnd.Perm(n * len(lengths)) // each pattern meets other places
	m.some(len(places), blownUp, n, func(i int) []byte {
		l := lengths[places[i]%len(lengths)]
		at := places[i] / len(lengths)
		return splice(b, at, l.replaces, l.bytes)
	})
	m.edits(b)
	at := m.rnd.Perm(n)
	m.some(nestings, nestings, n+deep, func(i int) []byte {
		unit := b[at[i%n]:] // a part of the message itself, or what nests in its format
		unit = unit[:min(len(unit), 1+i%12)]
		if i%2 == 0 {
			unit = nested[i/2%len(nested)]
		}
		return splice(b, at[i%n], 0, bytes.Repeat(unit, deep/len(unit)))
	})
}

// edits adds messages with a part removed, doubled or moved.
func (m *mangler) edits(b []byte) {
	m.some(edits, edits, len(b), func(i int) []byte {
		rnd := rand.New(rand.NewPCG(uint64(i), uint64(len(b))))
		from := rnd.IntN(len(b))
		part := b[from : from+1+rnd.IntN(min(len(b)-from, 16))]
		to := rnd.IntN(len(b) + 1)
		switch i % 3 {
		case 0:
			return splice(b, from, len(part), nil)
		case 1:
			return splice(b, to, 0, part)
		}
		return splice(b, min(to, len(b)-1), len(part), part)
	})
}

// splice is b with n bytes at a place replaced by others.
func splice(b []byte, at, n int, by []byte) []byte {
	out := append([]byte(nil), b[:at]...)
	out = append(out, by...)
	return append(out, b[min(at+n, len(b)):]...)
}

// isText reports whether a message looks like JSON.
func isText(b []byte) bool {
	return (b[0] == '{' || b[0] == '[') && utf8.Valid(b) && bytes.IndexByte(b, 0) < 0
}

// A hugeLength is what a length or a count becomes: bytes that stand for a large number, in place of some others.
type hugeLength struct {
	replaces int
	bytes    []byte
}

// binaryLengths are large numbers as binary formats write them.
var binaryLengths = hugeLengths()

func hugeLengths() []hugeLength {
	list := []hugeLength{{1, []byte{0xff}}, {1, []byte{0x7f}}, {2, []byte{0xff, 0xff}}, {2, []byte{0x7f, 0xff}}, {2, []byte{0xff, 0x7f}}}
	for _, n := range []uint32{1<<32 - 1, 1<<31 - 1, 1 << 28, 1 << 24} {
		list = append(list, hugeLength{4, binary.BigEndian.AppendUint32(nil, n)}, hugeLength{4, binary.LittleEndian.AppendUint32(nil, n)})
	}
	for _, n := range []uint64{1<<64 - 1, 1<<63 - 1, 1 << 34, 1 << 28} {
		list = append(list, hugeLength{8, binary.BigEndian.AppendUint64(nil, n)}, hugeLength{8, binary.LittleEndian.AppendUint64(nil, n)})
		// In place of a varint of one byte, and the same with zigzag.
		list = append(list, hugeLength{1, binary.AppendUvarint(nil, n)}, hugeLength{1, binary.AppendUvarint(nil, 2*n)})
	}
	for _, head := range []byte{
		0xdd, 0xdf, 0xdb, 0xc6, // MessagePack: array, map, string, bytes
		0x9a, 0xba, 0x7a, 0x5a, // CBOR: array, map, string, bytes
		0xfc, // gob: a number of four bytes
	} {
		for _, n := range []uint32{1<<32 - 1, 1<<31 - 1, 1 << 24} {
			list = append(list, hugeLength{1, binary.BigEndian.AppendUint32([]byte{head}, n)})
		}
	}
	for _, head := range []byte{0x9b, 0xbb, 0x7b, 0x5b, 0xf8} { // CBOR and gob with eight bytes
		list = append(list, hugeLength{1, binary.BigEndian.AppendUint64([]byte{head}, 1<<40)})
	}
	return list
}

// textLengths are large numbers, and what else is large in text.
var textLengths = []hugeLength{
	{1, []byte("9999999999")}, {1, []byte("99999999999999999999999")}, {1, []byte("1e999999999")}, {1, []byte("-1e-999999999")},
	{1, []byte("1e9")}, {0, []byte("\\ud800")}, {0, []byte("\"")}, {1, []byte("null")}, {1, []byte("[]")}, {1, []byte("{}")},
	{0, bytes.Repeat([]byte("0"), 10000)}, {0, bytes.Repeat([]byte("\\"), 9999)},
}

// nestedText and nestedBinary are beginnings of values that hold one more of the same.
var (
	nestedText   = []string{"[", `{"a":`, `[{"":`, "{"}
	nestedBinary = [][]byte{
		{0x91}, {0x81, 0xa1, 'a'}, // MessagePack: array, map; the first is an array of CBOR's, too, of 17 elements
		{0x81}, {0xa1, 0x61, 'a'}, {0xc1}, {0x9f}, // CBOR: array, map, tag, array without a length
		{0x0b}, {0x0a, 0x7f}, // protobuf: group, field with a length; thrift: nested struct
		{0x0c, 0x00, 0x01}, {0x03, 'a', 0x00}, // thrift: field of a struct; BSON: document
	}
)
