package harness

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"unicode/utf8"
)

const (
	hostileValues   = 16       // number of sample values whose messages may be damaged
	hostileLength   = 3        // maximum length of values of a slice type; in short messages, the damage reaches more of the positions
	damagedMessages = 3        // number of messages that are damaged: the shortest, the longest and the middle one
	damagedBytes    = 32 << 20 // maximum number of bytes of all inputs together; a long message has fewer inputs
	deepBytes       = 30_000   // number of bytes of a deeply nested part; a decoder with quadratic time still ends
	veryDeepBytes   = 1_000_000
)

// The maximum number of inputs of each kind for one message. There are randoms random inputs for all messages together.
const (
	truncations = 200
	flips       = 300
	lengthEdits = 400
	edits       = 60
	nestings    = 40
	randoms     = 60
)

// An input is a hostile message. It is made when it is needed.
type input struct{ make func() []byte }

// hostileInputs returns inputs that are made from messages, in random order. The result depends only on the arguments.
func hostileInputs(messages [][]byte, seed uint64) []input {
	m := &inputMaker{rnd: rand.New(rand.NewPCG(seed, 0xba1e))}
	for _, b := range pickMessages(messages) {
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
		m.add(func() []byte { return bytes.Repeat(unit, veryDeepBytes/len(unit)) })
	}
	for _, unit := range nestedText {
		m.add(func() []byte { return bytes.Repeat([]byte(unit), veryDeepBytes/len(unit)) })
	}
	m.rnd.Shuffle(len(m.inputs), func(i, k int) { m.inputs[i], m.inputs[k] = m.inputs[k], m.inputs[i] })
	return m.inputs
}

// pickMessages returns the shortest, the middle and the longest message, without duplicates.
func pickMessages(messages [][]byte) [][]byte {
	list := slices.Clone(messages)
	slices.SortStableFunc(list, func(a, b []byte) int { return len(a) - len(b) })
	list = slices.CompactFunc(list, bytes.Equal)
	if len(list) > damagedMessages {
		list = [][]byte{list[0], list[len(list)/2], list[len(list)-1]}
	}
	return list
}

// An inputMaker collects inputs.
type inputMaker struct {
	rnd    *rand.Rand
	inputs []input
}

func (m *inputMaker) add(make func() []byte) { m.inputs = append(m.inputs, input{make}) }

// addSpread adds count of the n inputs that make can return, evenly spread, or all n if count is larger. It adds fewer for a large length, which
// is that of the message.
func (m *inputMaker) addSpread(n, count, length int, make func(i int) []byte) {
	count = min(n, count, max(8, damagedBytes/damagedMessages/6/max(length, 1)))
	for k := range count {
		i := k * n / count
		m.add(func() []byte { return make(i) })
	}
}

// message adds the inputs that are made from one message.
func (m *inputMaker) message(b []byte) {
	n := len(b)
	if n == 0 {
		return
	}
	m.addSpread(n, truncations, n, func(i int) []byte { return b[:i] })
	m.addSpread(8*n, flips, n, func(i int) []byte {
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
	places := m.shuffled(n * len(lengths)) // every pattern is used at different positions
	m.addSpread(n*len(lengths), lengthEdits, n, func(i int) []byte {
		at, l := places(i)/len(lengths), lengths[places(i)%len(lengths)]
		return splice(b, at, l.replaces, l.bytes)
	})
	m.editParts(b)
	at := m.shuffled(n)
	m.addSpread(nestings, nestings, n+deepBytes, func(i int) []byte {
		unit := b[at(i%n):] // repeat a part of the message, or the beginning of a nested value in its format
		unit = unit[:min(len(unit), 1+i%12)]
		if i%2 == 0 {
			unit = nested[i/2%len(nested)]
		}
		return splice(b, at(i%n), 0, bytes.Repeat(unit, deepBytes/len(unit)))
	})
}

// maxShuffled is the maximum number of places that are used in random order, each once. A permutation of the 36 million places in a message of 1 MiB
// would take 3 s and 290 MB in each process.
const maxShuffled = 1 << 16

// shuffled returns a function that returns the numbers below n in random order, for arguments below n. Some are repeated if n is large.
func (m *inputMaker) shuffled(n int) func(i int) int {
	if n <= maxShuffled {
		order := m.rnd.Perm(n)
		return func(i int) int { return order[i] }
	}
	seed := m.rnd.Uint64()
	return func(i int) int { return rand.New(rand.NewPCG(seed, uint64(i))).IntN(n) }
}

// editParts adds messages in which a part is removed, inserted elsewhere, or overwrites another part.
func (m *inputMaker) editParts(b []byte) {
	m.addSpread(edits, edits, len(b), func(i int) []byte {
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

// splice returns a copy of b in which n bytes at a position are replaced by others.
func splice(b []byte, at, n int, by []byte) []byte {
	out := append([]byte(nil), b[:at]...)
	out = append(out, by...)
	return append(out, b[min(at+n, len(b)):]...)
}

// isText reports whether a message looks like JSON.
func isText(b []byte) bool {
	return (b[0] == '{' || b[0] == '[') && utf8.Valid(b) && bytes.IndexByte(b, 0) < 0
}

// A hugeLength is an encoding of a large number that replaces bytes of a message, in the hope that they are a length or a count.
type hugeLength struct {
	replaces int
	bytes    []byte
}

// binaryLengths has encodings of large numbers in binary formats.
var binaryLengths = hugeLengths()

// hugeLengths returns the value of binaryLengths.
func hugeLengths() []hugeLength {
	list := []hugeLength{{1, []byte{0xff}}, {1, []byte{0x7f}}, {2, []byte{0xff, 0xff}}, {2, []byte{0x7f, 0xff}}, {2, []byte{0xff, 0x7f}}}
	for _, n := range []uint32{1<<32 - 1, 1<<31 - 1, 1 << 28, 1 << 24} {
		list = append(list, hugeLength{4, binary.BigEndian.AppendUint32(nil, n)}, hugeLength{4, binary.LittleEndian.AppendUint32(nil, n)})
	}
	for _, n := range []uint64{1<<64 - 1, 1<<63 - 1, 1 << 34, 1 << 28} {
		list = append(list, hugeLength{8, binary.BigEndian.AppendUint64(nil, n)}, hugeLength{8, binary.LittleEndian.AppendUint64(nil, n)})
		// A varint replaces one of one byte, without and with zigzag.
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

// textLengths has large numbers and other unusual text for JSON.
var textLengths = []hugeLength{
	{1, []byte("9999999999")}, {1, []byte("99999999999999999999999")}, {1, []byte("1e999999999")}, {1, []byte("-1e-999999999")},
	{1, []byte("1e9")}, {0, []byte("\\ud800")}, {0, []byte("\"")}, {1, []byte("null")}, {1, []byte("[]")}, {1, []byte("{}")},
	{0, bytes.Repeat([]byte("0"), 10000)}, {0, bytes.Repeat([]byte("\\"), 9999)},
}

// nestedText and nestedBinary have beginnings of values that contain a value. Repeated, they make deeply nested values.
var (
	nestedText   = []string{"[", `{"a":`, `[{"":`, "{"}
	nestedBinary = [][]byte{
		{0x91}, {0x81, 0xa1, 'a'}, // MessagePack: array, map; the first is also a CBOR array of 17 elements
		{0x81}, {0xa1, 0x61, 'a'}, {0xc1}, {0x9f}, // CBOR: array, map, tag, array without a length
		{0x0b}, {0x0a, 0x7f}, // protobuf: group, field with a length; thrift: nested struct
		{0x0c, 0x00, 0x01}, {0x03, 'a', 0x00}, // thrift: field of a struct; BSON: document
	}
)
