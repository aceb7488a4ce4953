// Package harness is the part of a runner that does not depend on the codec. It makes sample values, checks round trips, times blocks and
// examines aspects, as requested on standard input.
//
// It is compiled inside the measured module under another import path, together with packages measure and sample. Therefore it imports only
// these and the standard library, and uses no language features newer than Go 1.22.
package harness

import (
	"fmt"
	"reflect"
	"time"

	"bale/runner/inspect"
	"bale/runner/measure"
)

// State holds the data of one goroutine's loops. The lengths of its slices are powers of two.
type State[T, C any] struct {
	Values   []T      // inputs of encoding
	Carriers []C      // inputs of native encoding
	Bytes    [][]byte // inputs of decoding
	Next     int      // number of the next input, modulo the number of inputs: a loop continues after the input at which the last one stopped

	Buf   []byte // kept between encoding operations that reuse memory
	Value T      // kept between decoding operations that reuse memory

	// The last result of a loop. Storing it prevents the compiler from removing timed code.
	OutBytes   []byte
	OutValue   *T
	OutCarrier *C
}

// Spec connects the user's type T to a codec. The carrier C is the codec's own type.
type Spec[T, C any] struct {
	Shape string
	Codec string
	Home  string // import path of the package in which T was named, see inspect.Home; "" for the package that declares T
	Own   bool   // T and C are the same type
	// Addresses means that messages contain addresses of memory of the encoded values. No other process can decode them, and the values must
	// stay alive as long as the messages.
	Addresses bool
	To        func(*C, *T)
	From      func(*C, *T)
	Samples   *Samples
	Unions    []inspect.Union          // the types in interfaces in T
	Skipped   []Skipped                // fields of structs in T that are left out
	Encode    func(*T) ([]byte, error) // makes the messages to decode if no loop encodes
	Decode    func([]byte, *T) error   // reads messages to check them if no loop decodes
	Explain   func(*T) error           // returns the reason why a value failed, or nil if it is not known; may be nil
	// New makes one goroutine's loops, which use s. The keys are "op/form,memory,strings".
	New func(s *State[T, C]) map[string]func(n int) error
}

// Samples is a package's own function for sample values.
type Samples struct {
	elements bool
	make     func(seed uint64, n int) any
}

// Own returns Samples with a package's function BaleSamples. elements means that it makes elements of a slice type instead of values.
func Own(elements bool, make func(seed uint64, n int) any) *Samples {
	return &Samples{elements, make}
}

// Union returns the union of the interface at a place in a type. Each member is a nil pointer to a type that the interface may contain.
func Union(place string, members ...any) inspect.Union {
	u := inspect.Union{Place: place}
	for _, m := range members {
		u.Members = append(u.Members, reflect.TypeOf(m).Elem())
	}
	return u
}

// Unions returns its arguments as a list.
func Unions(list ...inspect.Union) []inspect.Union { return list }

// Skipped lists fields of a struct that are left out.
type Skipped struct {
	Of     any // a nil pointer to the struct
	Fields []string
}

// A source determines the sample values.
type source struct {
	Seed   uint64
	Length int    // length of values of a slice type; 0 for the default
	Data   string // file of sample values, or ""
	Count  int    // number of values; 0 for the default
}

// A bench is an adapter that is prepared for one operation. It has the loops of each goroutine.
type bench struct {
	loops []map[string]func(n int) error
	in    inputs
}

// inputs holds the inputs of decoding.
type inputs struct {
	messages [][]byte
	values   reflect.Value // if messages contain addresses: the values to which they belong
}

// Adapter is a Spec without its type parameters.
type Adapter = *adapter

// Make returns the Adapter of a Spec.
func Make[T, C any](spec Spec[T, C]) Adapter {
	for _, skip := range spec.Skipped {
		inspect.Skip(reflect.TypeOf(skip.Of).Elem(), skip.Fields...)
	}
	if spec.Home != "" {
		inspect.Home(reflect.TypeOf((*T)(nil)).Elem(), spec.Home)
	}
	a := &adapter{shape: spec.Shape, codec: spec.Codec, own: spec.Own, addresses: spec.Addresses, samples: spec.Samples, unions: spec.Unions,
		typ: reflect.TypeOf((*T)(nil)).Elem()}
	a.state = func() state { return &typed[T, C]{spec: &spec} }
	return a
}

// keys returns the keys of the loops.
func (a *adapter) keys() []string {
	var list []string
	for k := range a.state().loops() {
		list = append(list, k)
	}
	return list
}

// prepare makes the inputs of a block of op and form. It makes nothing else, so that the inputs are the only live memory during the block. The
// loops begin with input number start.
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

// encoded returns the encoded sample values. If they are many or large, the first process of a runner stores them, and others read them.
func (a *adapter) encoded(src source) (in inputs, err error) {
	var file messageFile
	if !a.addresses && src.Data == "" {
		file = messageFileFor(a.shape, a.codec, src)
	}
	if in.messages = file.load(); in.messages != nil {
		return in, nil
	}
	start := time.Now()
	values, err := a.values(src)
	if err != nil {
		return in, err
	}
	if in.messages, err = a.encodeAll(values); err == nil {
		file.save(in.messages, time.Since(start))
	}
	if a.addresses && sharesMemory(values) {
		in.values = values
	}
	return in, err
}

// encodeAll encodes each value once, with the codec's default loop.
func (a *adapter) encodeAll(values reflect.Value) (list [][]byte, err error) {
	c := a.newCoder() // without values: the floor would prepare them for copying, and its messages could not be decoded
	list = make([][]byte, values.Len())
	for i := range list {
		b, err := c.encode(values.Index(i))
		if err != nil {
			return nil, fmt.Errorf("encode value %d: %w", i, c.withReason(values.Index(i), err))
		}
		list[i] = append([]byte(nil), b...)
	}
	return list, nil
}
