package main

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
)

// A mutator changes encodings.
type mutator struct {
	*rand.Rand
	others [][]byte // encodings of messages of the same type
}

// A part is one field of an encoding.
type part struct {
	number uint64
	wire   int
	value  []byte // without tag and length
}

// parse returns the fields of an encoding. ok is false if it is none, or has groups.
func parse(b []byte) (parts []part, ok bool) {
	for len(b) > 0 {
		tag, n := binary.Uvarint(b)
		if n <= 0 || tag>>3 == 0 || tag>>3 > 1<<29 {
			return nil, false
		}
		b = b[n:]
		size := 0
		switch tag & 7 {
		case 0:
			_, size = binary.Uvarint(b)
		case 1:
			size = 8
		case 5:
			size = 4
		case 2:
			length, n := binary.Uvarint(b)
			if n <= 0 || length > uint64(len(b)-n) {
				return nil, false
			}
			b, size = b[n:], int(length)
		default:
			return nil, false
		}
		if size > len(b) || size == 0 && tag&7 != 2 || size < 0 {
			return nil, false
		}
		parts = append(parts, part{tag >> 3, int(tag & 7), b[:size]})
		b = b[size:]
	}
	return parts, true
}

// join returns the encoding of fields.
func (m *mutator) join(parts []part) (b []byte) {
	for _, p := range parts {
		b = m.uvarint(b, p.number<<3|uint64(p.wire))
		if p.wire == 2 {
			b = m.uvarint(b, uint64(len(p.value)))
		}
		b = append(b, p.value...)
	}
	return b
}

// uvarint appends x to b, rarely with more bytes than needed.
func (m *mutator) uvarint(b []byte, x uint64) []byte {
	if m.IntN(300) > 0 {
		return binary.AppendUvarint(b, x)
	}
	return append(b, m.overlong(x)...)
}

// overlong returns x as a varint with more bytes than it needs.
func (m *mutator) overlong(x uint64) []byte {
	b := binary.AppendUvarint(nil, x)
	last := len(b) - 1
	b[last] |= 0x80
	for len(b) < 9 && m.IntN(3) > 0 {
		b = append(b, 0x80)
	}
	return append(b, []byte{0, 1, 2, 0x7f, 0x80}[m.IntN(5)])
}

// change changes an encoding one to three times.
func (m *mutator) change(b []byte) []byte {
	for range 1 + m.IntN(3) {
		switch m.IntN(6) {
		case 0:
			b = m.bytes(b)
		case 1:
			other := m.others[m.IntN(len(m.others))]
			b = slices.Concat(b[:m.IntN(len(b)+1)], other[m.IntN(len(other)+1):])
		default:
			b = m.fields(b, 0)
		}
	}
	return b
}

// fields changes a field of a message, or of a message inside, whose lengths are then corrected.
func (m *mutator) fields(b []byte, depth int) []byte {
	parts, ok := parse(b)
	k := &maker{Rand: m.Rand}
	if !ok || len(parts) == 0 {
		return m.bytes(b)
	}
	at := m.IntN(len(parts))
	p := &parts[at]
	if inner, ok := parse(p.value); p.wire == 2 && ok && len(inner) > 0 && depth < 20 && m.IntN(4) > 0 {
		p.value = m.fields(p.value, depth+1)
		return m.join(parts)
	}
	switch m.IntN(12) {
	case 0:
		parts = slices.Delete(parts, at, at+1)
	case 1:
		parts = slices.Insert(parts, m.IntN(len(parts)+1), *p)
	case 2:
		other := m.IntN(len(parts))
		parts[at], parts[other] = parts[other], parts[at]
	case 3:
		return slices.Concat(m.join(parts[:at]), k.unknown(nil, 0), m.join(parts[at:]))
	case 4: // another wire type
		p.wire = m.IntN(8)
	case 5: // another number
		p.number = []uint64{0, 1, 2, 3, p.number + 1, p.number | 1<<32, 1<<29 - 1, 1 << 29, 1<<31 - 1, 1 << 31}[m.IntN(10)]
	case 6: // a number or a length with more bytes
		text := binary.AppendUvarint(nil, p.number<<3|uint64(p.wire))
		switch p.wire {
		case 0:
			x, _ := binary.Uvarint(p.value)
			text = append(text, m.overlong(x)...)
		case 2:
			text = append(append(text, m.overlong(uint64(len(p.value)))...), p.value...)
		}
		return slices.Concat(m.join(parts[:at]), text, m.join(parts[at+1:]))
	case 7: // a wrong length
		if p.wire == 2 {
			length := []uint64{uint64(len(p.value)) + 1, uint64(max(0, len(p.value)-1)), math.MaxInt32, 1 << 32, math.MaxInt64, 1 << 63, math.MaxUint64}[m.IntN(7)]
			text := binary.AppendUvarint(binary.AppendUvarint(nil, p.number<<3|2), length)
			return slices.Concat(m.join(parts[:at]), text, p.value, m.join(parts[at+1:]))
		}
	case 8: // packed
		if p.wire != 2 {
			p.value, p.wire = slices.Concat(p.value, p.value)[:len(p.value)*m.IntN(3)], 2
		}
	case 9:
		if p.wire == 0 {
			p.value = binary.AppendUvarint(nil, k.bits())
		} else {
			p.value = m.bytes(p.value)
		}
	case 10: // all fields of two messages, in any order
		if more, ok := parse(m.others[m.IntN(len(m.others))]); ok && depth == 0 {
			parts = append(parts, more...)
			m.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		}
	default: // an empty message, or half of one
		if p.wire == 2 {
			p.value = p.value[:m.IntN(len(p.value)+1)]
		}
	}
	return m.join(parts)
}
