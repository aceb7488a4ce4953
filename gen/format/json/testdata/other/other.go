// Package other has types that the cases use from another package.
package other

import (
	"errors"
	"strconv"
)

// A Point has no methods.
type Point struct {
	X    int     `json:"x"`
	Y    float64 `json:"y,omitempty"`
	Note *string `json:"note,omitempty"`
	b    int
}

// A Hidden has an embedded struct whose name is not exported.
type Hidden struct {
	inner
	Name string
}

type inner struct {
	Depth int
	Tag   string `json:"tag"`
}

// HiddenValue returns a Hidden.
func HiddenValue() Hidden { return Hidden{inner{1, "t"}, "n"} }

// A Hides has exported fields of types whose names are not exported.
type Hides struct {
	L  []inner
	LL [][]inner
	LP []*inner
	A  [2]inner
	M  map[string]inner
	K  map[word]int
	P  *inner
	W  word
	LW []word
	AW [2]word
	PW *word
	S  []struct{ X inner }
	B  blob
}

type word string

type blob []byte

// HidesValue returns a Hides.
func HidesValue() Hides {
	x, w := inner{1, "t"}, word("w")
	return Hides{[]inner{x}, [][]inner{{x}}, []*inner{&x, nil}, [2]inner{x}, map[string]inner{"a": x}, map[word]int{"k": 1}, &x, w, []word{w}, [2]word{w}, &w, []struct{ X inner }{{x}}, blob("b")}
}

// A Level is encoded as text.
type Level int

// MarshalText fails for 13.
func (l Level) MarshalText() ([]byte, error) {
	if l == 13 {
		return nil, errors.New("no level 13")
	}
	return []byte("L" + strconv.Itoa(int(l))), nil
}

// UnmarshalText decodes a level.
func (l *Level) UnmarshalText(text []byte) error {
	if len(text) < 2 || text[0] != 'L' {
		return errors.New("no level: " + string(text))
	}
	n, err := strconv.Atoi(string(text[1:]))
	*l = Level(n)
	return err
}

// A Box is generic.
type Box[T any] struct {
	Value T       `json:"value"`
	More  []T     `json:"more,omitempty"`
	Next  *Box[T] `json:"next,omitempty"`
}
