package tests

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// A Case is a type and its methods for one format.
type Case[T any] struct {
	append           func(*T, []byte) ([]byte, error)
	marshal          func(*T) ([]byte, error)
	size             func(*T) int
	unmarshal, alias func(*T, []byte) error
	decode           func(*T, []byte) (int, error)
	samples          string // the file of messages of this layout; none if no messages are kept
	ignored          Ignored
	rejectsNil       bool   // nothing in a list, map or interface is nil
	unterminated     bool   // a message's end may be left out
	sizeVaries       bool   // a message has another length each time
	stamp            []byte // what a message begins with, if it has a stamp
	portable         bool   // values are made that machines of 32 bits have, too
}

// An Ignored is what a format does not tell apart.
type Ignored struct {
	nilIsEmpty bool // what is nil and what is empty
	dropsZone  bool // times of the same instant
}

// values makes up to n values of T, the same ones for the same seed. The first is the zero value. Those are left out in which a
// custom type's methods do not write and read what it holds: some types do so not even with zero.
func (c Case[T]) values(seed uint64, n int) (values []*T) {
	for i := range n {
		v := new(T)
		if i > 0 {
			f := Filler{r: rand.New(rand.NewPCG(seed, uint64(i-1))), left: 300, rejectsNil: c.rejectsNil, portable: c.portable}
			f.fill(reflect.ValueOf(v).Elem(), 0, 0)
		}
		if Fits(reflect.ValueOf(v).Elem()) {
			values = append(values, v)
		}
	}
	return values
}

// NoValues is why there is nothing to test.
const NoValues = "no values can be made: a type in them has methods that do not write and read its zero value. Write a test with values of your own"

// Test runs everything that holds for every type.
func Test[T any](t *testing.T, c Case[T]) {
	if len(c.values(1, 100)) == 0 {
		t.Skip(NoValues)
	}
	t.Run("roundtrip", func(t *testing.T) { RoundTrips(t, c, c.values(1, 100)) })
	t.Run("stamp", func(t *testing.T) { Stamps(t, c, c.values(6, 5)) })
	t.Run("truncated", func(t *testing.T) { Truncations(t, c, c.values(2, 20), 1000) })
	t.Run("corrupted", func(t *testing.T) { Corruptions(t, c, c.values(3, 20), 100) })
	if c.samples != "" {
		t.Run("samples", func(t *testing.T) { Samples(t, c) })
	}
}
