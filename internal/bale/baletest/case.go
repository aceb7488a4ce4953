package baletest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// A Case is a type and its methods for one format.
type Case[T any] struct {
	Append           func(*T, []byte) ([]byte, error)
	Marshal          func(*T) ([]byte, error)
	Size             func(*T) int
	Unmarshal, Alias func(*T, []byte) error
	Decode           func(*T, []byte) (int, error)
	Samples          string // name of the file with messages of this layout; "" if messages are not kept
	Ignored          Ignored
	RejectsNil       bool   // elements of lists and maps, and values in interfaces, must not be nil
	Unterminated     bool   // a message may end before its last field
	SizeVaries       bool   // the length of a message differs between calls
	Stamp            []byte // stamp at the start of a message; nil if it has none
	Stream           Stream[T]
	Reads            []ReadCase[T] // parts
	portable         bool          // values fit on 32-bit machines, too
}

// An Ignored lists differences that a format does not preserve.
type Ignored struct {
	NilIsEmpty bool // nil and empty slices and maps are equal
	DropsZone  bool // times are equal if they are the same instant
	fillsNil   bool // nil is equal to all values of its type
	ownMethods bool // the values are compared by their contents even if their type is custom; their parts are not
	trail      *Trail
}

// Values returns up to n values of T, which depend only on the seed. The first is the zero value. Values that the methods of a
// custom type cannot encode and decode are left out: for some types, the zero value is one.
func (c Case[T]) Values(seed uint64, n int) (values []*T) {
	for i := range n {
		v := new(T)
		f := Filler{r: rand.New(rand.NewPCG(seed, uint64(i-1))), left: 300, rejectsNil: c.RejectsNil, portable: c.portable}
		if i > 0 {
			f.fill(reflect.ValueOf(v).Elem(), 0, 0)
		}
		f.completeParts(reflect.ValueOf(v).Elem())
		if Fits(reflect.ValueOf(v).Elem()) {
			values = append(values, v)
		}
	}
	return values
}

// message returns the encoding of v.
func (c Case[T]) message(t testing.TB, v *T) []byte {
	b, err := c.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// NoValues returns the reason why a test is skipped: the custom types for which no value is known.
func NoValues() string {
	var names []string
	for _, m := range about.Customs {
		v := reflect.New(m.Of).Elem()
		if Settle(v); !Fits(v) {
			names = append(names, m.Of.String())
		}
	}
	return fmt.Sprintf("no values can be generated: the methods of %s refuse the zero value and all that was tried. Write a test with your own values", strings.Join(names, ", "))
}

// Test runs all tests of a type in a format.
func Test[T any](t *testing.T, c Case[T]) {
	if err := Stale(); err != nil {
		t.Fatal(err)
	}
	if len(about.Customs) > 0 {
		t.Run("deep", func(t *testing.T) { Deep(t, c.guarded(t)) })
		if len(c.Values(1, 100)) == 0 {
			if fault := PanicFaults(); fault != "" {
				t.Fatal(fault)
			}
			t.Skip(NoValues())
		}
	}
	run := func(name string, test func(t *testing.T, c Case[T])) {
		t.Run(name, func(t *testing.T) { test(t, c.guarded(t)) })
	}
	run("roundtrip", func(t *testing.T, c Case[T]) { RoundTrips(t, c, c.Values(1, 100)) })
	if c.Stamp != nil {
		run("stamp", func(t *testing.T, c Case[T]) { Stamps(t, c, c.Values(6, 5)) })
	}
	run("truncated", func(t *testing.T, c Case[T]) { Truncations(t, c, c.Values(2, 20), 1000) })
	run("corrupted", func(t *testing.T, c Case[T]) { Corruptions(t, c, c.Values(3, 20), 100) })
	if c.Stream.Reader != nil {
		t.Run("stream", c.streams)
	}
	for _, part := range c.Reads {
		run(part.Name, func(t *testing.T, c Case[T]) {
			part.Read = Guard(t, part.Read)
			ReadPart(t, c, part, c.Values(8, 100))
		})
	}
	if c.Samples != "" {
		run("samples", Samples)
	}
}
