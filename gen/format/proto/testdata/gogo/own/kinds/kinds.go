// Package kinds has the types that the options customtype, casttype, castkey and castvalue name, and a message with hand-written methods.
package kinds

import (
	"encoding/binary"
	"errors"
)

// Named types for casttype, castkey and castvalue.
type (
	Text   string
	Number int64
	Small  int32
	Blob   []byte
	Size   float64
	Flag   bool
)

// MarshalText is not called: casttype changes the type of a field, and not its encoding.
func (t Text) MarshalText() ([]byte, error) { panic("MarshalText was called") }

// UnmarshalText is not called.
func (t *Text) UnmarshalText([]byte) error { panic("UnmarshalText was called") }

// Pair is a customtype.
type Pair [2]uint32

// Calls is the number of calls of MarshalTo of a Pair.
var Calls int

// Size returns the number of bytes that MarshalTo writes.
func (p Pair) Size() int { return 8 }

// Marshal returns other bytes than MarshalTo writes: gogo calls MarshalTo.
func (p Pair) Marshal() ([]byte, error) { return []byte("not called"), nil }

// MarshalTo writes p to b.
func (p Pair) MarshalTo(b []byte) (int, error) {
	Calls++
	if p[0] == 13 {
		return 0, errors.New("13 is refused")
	}
	binary.LittleEndian.PutUint32(b, p[0])
	binary.LittleEndian.PutUint32(b[4:], p[1])
	return 8, nil
}

// Unmarshal decodes p. Without bytes, p stays as it is.
func (p *Pair) Unmarshal(b []byte) error {
	switch len(b) {
	case 0:
		return nil
	case 8:
		*p = Pair{binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])}
		return nil
	}
	return errors.New("a Pair has 8 bytes")
}

// Sized is a customtype that has only the methods that gogo calls.
type Sized struct{ N uint16 }

// Size returns the number of bytes that MarshalTo writes.
func (s Sized) Size() int { return 2 }

// MarshalTo writes s to b.
func (s *Sized) MarshalTo(b []byte) (int, error) {
	binary.LittleEndian.PutUint16(b, s.N)
	return 2, nil
}

// Unmarshal decodes s.
func (s *Sized) Unmarshal(b []byte) error {
	if len(b) != 2 {
		return errors.New("a Sized has 2 bytes")
	}
	s.N = binary.LittleEndian.Uint16(b)
	return nil
}
