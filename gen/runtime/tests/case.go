package tests

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// A Case is a type and its methods for one format.
type Case[T any] struct {
	append           func(*T, []byte) ([]byte, error)
	marshal          func(*T) ([]byte, error)
	size             func(*T) int
	unmarshal, alias func(*T, []byte) error
	decode           func(*T, []byte) (int, error)
	samples          string // name of the file with messages of this layout; "" if messages are not kept
	ignored          Ignored
	rejectsNil       bool   // elements of lists and maps, and values in interfaces, must not be nil
	unterminated     bool   // a message may end before its last field
	sizeVaries       bool   // the length of a message differs between calls
	stamp            []byte // stamp at the start of a message; nil if it has none
	stream           Stream[T]
	reads            []ReadCase[T] // parts
	portable         bool          // values fit on 32-bit machines, too
}

// An Ignored lists differences that a format does not preserve.
type Ignored struct {
	nilIsEmpty bool // nil and empty slices and maps are equal
	dropsZone  bool // times are equal if they are the same instant
	fillsNil   bool // nil is equal to all values of its type
	ownMethods bool // the values are compared by their contents even if their type is custom; their parts are not
	trail      *Trail
}

// values returns up to n values of T, which depend only on the seed. The first is the zero value. Values that the methods of a
// custom type cannot encode and decode are left out: for some types, the zero value is one.
func (c Case[T]) values(seed uint64, n int) (values []*T) {
	for i := range n {
		v := new(T)
		f := Filler{r: rand.New(rand.NewPCG(seed, uint64(i-1))), left: 300, rejectsNil: c.rejectsNil, portable: c.portable}
		if i > 0 {
			f.fill(reflect.ValueOf(v).Elem(), 0, 0)
		}
		if HasPresent {
			f.completeParts(reflect.ValueOf(v).Elem())
		}
		if !HasCustom || Fits(reflect.ValueOf(v).Elem()) {
			values = append(values, v)
		}
	}
	return values
}

// message returns the encoding of v.
func (c Case[T]) message(t testing.TB, v *T) []byte {
	b, err := c.marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// NoValues returns the reason why a test is skipped: the custom types for which no value is known.
func NoValues() string {
	var names []string
	for _, m := range Custom {
		v := reflect.New(m.of).Elem()
		if Settle(v); !Fits(v) {
			names = append(names, m.of.String())
		}
	}
	return fmt.Sprintf("no values can be generated: the methods of %s refuse the zero value and all that was tried. Write a test with your own values", strings.Join(names, ", "))
}

// Test runs all tests of a type in a format.
func Test[T any](t *testing.T, c Case[T]) {
	if err := Stale(); err != nil {
		t.Fatal(err)
	}
	if HasCustom {
		t.Run("deep", func(t *testing.T) { Deep(t, c.guarded(t)) })
		if len(c.values(1, 100)) == 0 {
			if fault := PanicFaults(); fault != "" {
				t.Fatal(fault)
			}
			t.Skip(NoValues())
		}
	}
	run := func(name string, test func(t *testing.T, c Case[T])) {
		t.Run(name, func(t *testing.T) { test(t, c.guarded(t)) })
	}
	run("roundtrip", func(t *testing.T, c Case[T]) { RoundTrips(t, c, c.values(1, 100)) })
	if HasStamps {
		run("stamp", func(t *testing.T, c Case[T]) { Stamps(t, c, c.values(6, 5)) })
	}
	run("truncated", func(t *testing.T, c Case[T]) { Truncations(t, c, c.values(2, 20), 1000) })
	run("corrupted", func(t *testing.T, c Case[T]) { Corruptions(t, c, c.values(3, 20), 100) })
	if HasStreams && c.stream.reader != nil {
		t.Run("stream", c.streams)
	}
	if HasReads {
		for _, part := range c.reads {
			run(part.name, func(t *testing.T, c Case[T]) {
				part.read = Guard(t, part.read)
				ReadPart(t, c, part, c.values(8, 100))
			})
		}
	}
	if c.samples != "" {
		run("samples", Samples)
	}
}
