// Package harness is the source that every runner is built with: it makes the sample
// values, proves round trips, and times one block when it is told to.
//
// It is compiled inside the measured module, under another import path, beside packages measure
// and sample: so it imports these and the standard library only, and needs no Go newer than 1.22.
package harness

import (
	"fmt"
	"reflect"

	"bale/measure"
	"bale/sample"
)

// State is what one goroutine works with. Its slices have lengths that are powers of two.
type State[T, C any] struct {
	Values   []T      // inputs of encoding
	Carriers []C      // inputs of native encoding
	Bytes    [][]byte // inputs of decoding
	Next     int      // number of the next input, modulo how many there are: a loop goes on where the last one ended

	Buf   []byte // kept between reusing encodes
	Value T      // kept between reusing decodes

	// Where the loops leave their last result: nothing that is timed is dead code.
	OutBytes   []byte
	OutValue   *T
	OutCarrier *C
}

// Spec joins the user's type T, by way of the carrier C, to a codec.
type Spec[T, C any] struct {
	Shape string
	Codec string
	Home  string // import path of the package that T was named in; "" for the one that declares it
	Own   bool   // T and C are one
	// Addresses says that messages hold addresses of what the values lead to: no other process can decode them, and the values have
	// to outlive them.
	Addresses bool
	To        func(*C, *T)
	From      func(*C, *T)
	Samples   *Samples
	Unions    []sample.Union           // what interfaces in T hold
	Skipped   []Skipped                // fields of structs in T that are left out
	Encode    func(*T) ([]byte, error) // makes the messages to decode, where no loop encodes
	Explain   func(*T) error           // says why a value has failed, if it knows; nil never does
	// New makes one goroutine's loops, by "op/form,memory,strings". They belong to s.
	New func(s *State[T, C]) map[string]func(n int) error
}

// Samples is a package's own source of sample values.
type Samples struct {
	elements bool
	make     func(seed uint64, n int) any
}

// Own wraps a package's BaleSamples; elements says that it makes the elements of a slice type.
func Own(elements bool, make func(seed uint64, n int) any) *Samples {
	return &Samples{elements, make}
}

// Union is what the interface at a place of a type may hold. Each member is a nil pointer to a type.
func Union(place string, members ...any) sample.Union {
	u := sample.Union{Place: place}
	for _, m := range members {
		u.Members = append(u.Members, reflect.TypeOf(m).Elem())
	}
	return u
}

// Unions makes a list of them.
func Unions(list ...sample.Union) []sample.Union { return list }

// Skipped are fields of a struct that are left out.
type Skipped struct {
	Of     any // a nil pointer to the struct
	Fields []string
}

// source says which values to take.
type source struct {
	Seed   uint64
	Length int    // of a slice type; 0 leaves it to the samples
	Data   string // file of sample values, "" for none
	Count  int    // of values; 0 leaves it to count
}

// bench is an adapter made ready for one operation: the loops of each goroutine.
type bench struct {
	loops []map[string]func(n int) error
	in    inputs
}

// inputs are what a decoder is given.
type inputs struct {
	messages [][]byte
	values   reflect.Value // that the messages hold addresses of, if they do
}

// Adapter is a Spec without its types.
type Adapter = *adapter

// Make is the Adapter of a Spec.
func Make[T, C any](spec Spec[T, C]) Adapter {
	for _, skip := range spec.Skipped {
		sample.Skip(reflect.TypeOf(skip.Of).Elem(), skip.Fields...)
	}
	if spec.Home != "" {
		sample.Home(reflect.TypeOf((*T)(nil)).Elem(), spec.Home)
	}
	a := &adapter{shape: spec.Shape, codec: spec.Codec, own: spec.Own, addresses: spec.Addresses, samples: spec.Samples, unions: spec.Unions,
		typ: reflect.TypeOf((*T)(nil)).Elem()}
	a.state = func() state { return &typed[T, C]{spec: &spec} }
	return a
}

// keys names the loops.
func (a *adapter) keys() []string {
	var list []string
	for k := range a.state().loops() {
		list = append(list, k)
	}
	return list
}

// prepare makes everything that a block of op and form needs, and no more, so that what is alive
// beside the block is its input alone. The loops begin with input number start.
func (a *adapter) prepare(src source, op measure.Op, form measure.Form, procs, start int) (*bench, error) {
	b := &bench{}
	var values reflect.Value
	var err error
	if op == measure.Decode {
		b.in, err = a.encoded(src)
	} else {
		values, err = a.values(src)
	}
	if err != nil {
		return nil, err
	}
	for range procs {
		s := a.state()
		s.start(start)
		switch {
		case op == measure.Decode:
			s.setBytes(b.in.messages)
		case form == measure.Native && !a.own:
			s.setCarriers(values)
		default:
			s.setValues(values)
		}
		b.loops = append(b.loops, s.loops())
	}
	return b, nil
}

// encoded are the sample values, encoded: many or large ones once for all processes of the runner.
func (a *adapter) encoded(src source) (in inputs, err error) {
	var file stored
	if !a.addresses && src.Data == "" {
		file = storedFor(a.shape, a.codec, src)
	}
	if in.messages = file.load(); in.messages != nil {
		return in, nil
	}
	values, err := a.values(src)
	if err != nil {
		return in, err
	}
	if in.messages, err = a.encodeAll(values); err == nil {
		file.save(in.messages)
	}
	if a.addresses && shares(values) {
		in.values = values
	}
	return in, err
}

// encodeAll encodes each value once, by the codec's plainest way.
func (a *adapter) encodeAll(values reflect.Value) (list [][]byte, err error) {
	c := a.fresh() // before there are values: the floor prepares those that it knows, and these have to be decoded
	list = make([][]byte, values.Len())
	for i := range list {
		b, err := c.encode(values.Index(i))
		if err != nil {
			return nil, fmt.Errorf("encode value %d: %w", i, c.explained(values.Index(i), err))
		}
		list[i] = append([]byte(nil), b...)
	}
	return list, nil
}
