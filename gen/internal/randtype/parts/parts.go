// Package parts has types of another package, for those that are written at random.
package parts

import (
	"encoding/binary"
	"errors"
	"time"
)

type (
	Code  uint16
	Names []string
	Point struct {
		X, Y  int32
		Label string
	}
	Deep struct {
		Points []Point
		By     map[string]*Point
		When   time.Time
		Codes  [3]Code
		Down   *Deep
	}
	Box[T any] struct {
		In   T
		More []T
	}
)

// Sealed is written by its own methods, and is good as a key.
type Sealed struct{ a, b uint32 }

func (s Sealed) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

func (s Sealed) AppendBinary(b []byte) ([]byte, error) {
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(s.a)), uint64(s.b)), nil
}

func (s *Sealed) UnmarshalBinary(b []byte) error {
	x, n := binary.Uvarint(b)
	if n <= 0 || x > 1<<32-1 {
		return errors.New("no first number")
	}
	y, m := binary.Uvarint(b[n:])
	if m <= 0 || y > 1<<32-1 || n+m < len(b) {
		return errors.New("no second number")
	}
	s.a, s.b = uint32(x), uint32(y)
	return nil
}

// Word is written as text by its own methods, for its field is nobody else's.
type Word struct{ text string }

func (w Word) MarshalText() ([]byte, error) { return []byte(w.text), nil }

func (w *Word) UnmarshalText(b []byte) error {
	w.text = string(b)
	return nil
}

// Tone is text to others, and a number to who can see it.
type Tone uint8

func (t Tone) MarshalText() ([]byte, error) { return []byte{'a' + byte(t)&15, 'a' + byte(t)>>4}, nil }

func (t *Tone) UnmarshalText(b []byte) error {
	if len(b) != 2 || b[0]-'a' > 15 || b[1]-'a' > 15 {
		return errors.New("want two letters up to p")
	}
	*t = Tone(b[0] - 'a' | (b[1]-'a')<<4)
	return nil
}
