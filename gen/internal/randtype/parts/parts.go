// Package parts has types of another package for random types.
package parts

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
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

// Sealed is a custom type that can be a map key.
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

// Word is a custom type that is encoded as text, since its field is unexported.
type Word struct{ text string }

func (w Word) MarshalText() ([]byte, error) { return []byte(w.text), nil }

func (w *Word) UnmarshalText(b []byte) error {
	w.text = string(b)
	return nil
}

// Tone has text methods. It is encoded as a number, since its underlying type is accessible.
type Tone uint8

func (t Tone) MarshalText() ([]byte, error) { return []byte{'a' + byte(t)&15, 'a' + byte(t)>>4}, nil }

func (t *Tone) UnmarshalText(b []byte) error {
	if len(b) != 2 || b[0]-'a' > 15 || b[1]-'a' > 15 {
		return errors.New("want two letters up to p")
	}
	*t = Tone(b[0] - 'a' | (b[1]-'a')<<4)
	return nil
}

// Grade, Rank, Key, Quad, Ratio and Sum are custom numbers, arrays and a struct. Their methods do not encode them like their
// underlying types, so code that uses the underlying type is wrong.
type (
	Grade uint8
	Rank  int
	Ratio float64
	Key   [4]byte
	Quad  [3]int32
	Sum   struct{ n int }
)

func (g Grade) MarshalBinary() ([]byte, error) { return []byte{'g', ^byte(g)}, nil }

func (g *Grade) UnmarshalBinary(b []byte) error {
	if len(b) != 2 || b[0] != 'g' {
		return errors.New("want a grade")
	}
	*g = Grade(^b[1])
	return nil
}

func (r Rank) MarshalBinary() ([]byte, error) { return fmt.Append(nil, int(r)), nil }

func (r *Rank) UnmarshalBinary(b []byte) error {
	n, err := strconv.Atoi(string(b))
	*r = Rank(n)
	return err
}

func (r Ratio) MarshalBinary() ([]byte, error) {
	return binary.BigEndian.AppendUint64([]byte{'r'}, math.Float64bits(float64(r))), nil
}

func (r *Ratio) UnmarshalBinary(b []byte) error {
	if len(b) != 9 || b[0] != 'r' {
		return errors.New("want a ratio")
	}
	*r = Ratio(math.Float64frombits(binary.BigEndian.Uint64(b[1:])))
	return nil
}

func (k Key) MarshalBinary() ([]byte, error) { return []byte{'k', k[3], k[2], k[1], k[0]}, nil }

func (k *Key) UnmarshalBinary(b []byte) error {
	if len(b) != 5 || b[0] != 'k' {
		return errors.New("want a key")
	}
	*k = Key{b[4], b[3], b[2], b[1]}
	return nil
}

func (q Quad) MarshalBinary() ([]byte, error) {
	return fmt.Append(nil, q[0], " ", q[1], " ", q[2]), nil
}

func (q *Quad) UnmarshalBinary(b []byte) error {
	_, err := fmt.Sscan(string(b), &q[0], &q[1], &q[2])
	return err
}

func (s Sum) MarshalBinary() ([]byte, error) { return fmt.Append(nil, s.n), nil }

func (s *Sum) UnmarshalBinary(b []byte) (err error) {
	s.n, err = strconv.Atoi(string(b))
	return err
}
