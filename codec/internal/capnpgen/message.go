package capnpgen

import "encoding/binary"

// An object is a struct of a Cap'n Proto message that is being built.
type object struct {
	data     []byte // the data section, in whole words of 8 bytes
	pointers []any  // each a *object, a string for a Text, a []*object for a list of structs of the same size, or nil
}

func newObject(words, pointers int) *object {
	return &object{make([]byte, 8*words), make([]any, pointers)}
}

// put16, put32 and put64 store a number at a byte of the data section.
func (o *object) put16(at int, v uint16) { binary.LittleEndian.PutUint16(o.data[at:], v) }
func (o *object) put32(at int, v uint32) { binary.LittleEndian.PutUint32(o.data[at:], v) }
func (o *object) put64(at int, v uint64) { binary.LittleEndian.PutUint64(o.data[at:], v) }

// encode returns a message of one segment with the given root: a header of 8 bytes, a pointer to the root, and the objects.
func encode(root *object) []byte {
	m := message{make([]byte, 16)}
	m.pointer(8, root)
	binary.LittleEndian.PutUint32(m.b[4:], uint32(len(m.b)/8-1))
	return m.b
}

type message struct{ b []byte }

// The kinds of pointers, in their lowest two bits, and the codes of element sizes.
const (
	toStruct = 0
	toList   = 1

	bytesCode  = 2
	structCode = 7
)

// alloc appends memory for size bytes, in whole words, and returns its position.
func (m *message) alloc(size int) int {
	at := len(m.b)
	m.b = append(m.b, make([]byte, (size+7)/8*8)...)
	return at
}

// link stores a pointer to the position to. high is its upper half.
func (m *message) link(at, to int, kind, high uint64) {
	offset := uint32((to-at)/8 - 1)
	binary.LittleEndian.PutUint64(m.b[at:], uint64(offset<<2)|kind|high<<32)
}

// pointer stores a pointer at a position, and what it points to at the end of the message.
func (m *message) pointer(at int, target any) {
	switch t := target.(type) {
	case *object:
		to := m.alloc(t.size())
		m.link(at, to, toStruct, t.sizes())
		m.fill(to, t)
	case string:
		to := m.alloc(len(t) + 1)
		copy(m.b[to:], t)
		m.link(at, to, toList, bytesCode|uint64(len(t)+1)<<3)
	case []*object:
		size := t[0].size()
		to := m.alloc(8 + len(t)*size)
		m.link(at, to, toList, structCode|uint64(len(t)*size/8)<<3)
		binary.LittleEndian.PutUint64(m.b[to:], uint64(len(t))<<2|t[0].sizes()<<32)
		for i, o := range t {
			m.fill(to+8+i*size, o)
		}
	}
}

// fill stores an object at a position.
func (m *message) fill(at int, o *object) {
	copy(m.b[at:], o.data)
	for i, p := range o.pointers {
		m.pointer(at+len(o.data)+8*i, p)
	}
}

// size returns the number of bytes of the object.
func (o *object) size() int { return len(o.data) + 8*len(o.pointers) }

// sizes returns the sizes of the two sections, as in a pointer to the object.
func (o *object) sizes() uint64 { return uint64(len(o.data)/8) | uint64(len(o.pointers))<<16 }
