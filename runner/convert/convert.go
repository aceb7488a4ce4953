// Package convert converts stored messages from one format to another. It is compiled into the programs of bale convert, together with the
// adapters of two codecs for one type.
//
// The source of this package is compiled inside the user's module. So it imports only the standard library and the packages loss, sample,
// inspect and runner/convert/container, and needs no language version newer than Go 1.22.
package convert

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"bale/runner/convert/container"
	"bale/runner/inspect"
	"bale/runner/loss"
)

// A Converter converts records one at a time. One goroutine uses it.
//
// Decode decodes a record of the source format; the result is the current value. It returns the names of what a JSON text loses, if that is allowed. Encode returns the current value in the target format, which is
// valid until the next call of Encode.
// Verify decodes a message of the target format, and compares it with the current value. A difference that is not allowed is a *Difference, which
// names the field; Verify returns the names of those that are allowed. The record must not change until the next call of Decode, and the message
// not until the end of Verify.
//
// Restart makes the output independent of the records before: with the same records after Restart, Encode returns the same bytes.
type Converter interface {
	Decode(record []byte) (altered []string, err error)
	Encode() ([]byte, error)
	Verify(message []byte) (altered []string, err error)
	Restart()
}

// A Codec encodes and decodes values of T. One goroutine uses it.
type Codec[T any] struct {
	// Decode overwrites *v. The result may share memory with the message.
	Decode func(message []byte, v *T) error
	// Encode returns the message of v. It is valid until the next call.
	Encode func(v *T) ([]byte, error)
}

// A State is an argument of the code of some codecs.
type State[T, C any] struct {
	Bytes [][]byte // messages that are known before; none
}

// A Side is one end of a conversion.
type Side[T any] struct {
	Codec string // full name of the variant
	// New returns a new codec.
	New func() Codec[T]
	// Stateful means that messages depend on those before them, so that Restart needs a new codec.
	Stateful bool
	// Text means that records are JSON texts, which have to survive decoding and encoding.
	Text bool
}

// A Spec describes a conversion of messages of S to messages of T.
type Spec[S, T any] struct {
	Type    string // name of T, which begins the names of fields in errors
	Home    string // import path of the package in which T was named: see inspect.Home
	Source  Side[S]
	Target  Side[T]
	Carry   func(to *T, from *S) // nil if S is T
	Equal   func(a, b *T) bool   // reports true only if package loss finds no difference; may be nil
	Unions  []inspect.Union      // the types in interfaces in T
	Skipped []Skipped            // fields of structs in T that are left out
	// FromUnions and FromSkipped are the same for S, if that is not T.
	FromUnions  []inspect.Union
	FromSkipped []Skipped
	// Compressions and Containers are those that need modules.
	Compressions []*container.Compression
	Containers   []*container.Format
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

// A Program is a Spec without its type parameters.
type Program struct {
	Type           string // name of the type
	Source, Target string // full names of the variants
	Text           bool   // see Side.Text
	// New returns a new Converter. It allows the differences in allow, which have the form of Loss.Name.
	New func(allow []string) Converter
	// Losses returns the differences that sample values have when they come back, the names in ascending order.
	Losses func() []*Difference
}

// Make returns the Program of a Spec.
func Make[S, T any](spec Spec[S, T]) *Program {
	for _, skip := range append(spec.Skipped, spec.FromSkipped...) {
		inspect.Skip(reflect.TypeOf(skip.Of).Elem(), skip.Fields...)
	}
	if spec.Home != "" {
		inspect.Home(reflect.TypeOf((*T)(nil)).Elem(), spec.Home)
	}
	container.AddCompression(spec.Compressions...)
	container.Add(spec.Containers...)
	return &Program{
		Type: spec.Type, Source: spec.Source.Codec, Target: spec.Target.Codec, Text: spec.Source.Text,
		New:    func(allow []string) Converter { return newConverter(&spec, allow) },
		Losses: func() []*Difference { return newConverter(&spec, nil).losses() },
	}
}

// converter implements Converter.
type converter[S, T any] struct {
	spec   *Spec[S, T]
	allow  allowed
	source Codec[S]
	target Codec[T]
	check  Codec[T] // decodes the messages of target
	from   S
	value  *T // the current value
	back   T  // the current value as it was decoded again
	cmp    *loss.Comparer
	texts  *textComparer // nil unless records are checked as texts
}

func newConverter[S, T any](spec *Spec[S, T], allow []string) *converter[S, T] {
	c := &converter[S, T]{spec: spec, allow: allowing(allow), source: spec.Source.New(), target: spec.Target.New(), check: spec.Target.New(), cmp: loss.NewComparer(reflect.TypeFor[T](), 0)}
	if spec.Source.Text && !c.allow[AllowText] {
		c.texts = &textComparer{typ: spec.Type, of: reflect.TypeFor[S](), unknown: c.allow[AllowUnknown], types: map[reflect.Type]*textType{}}
	}
	if spec.Carry == nil {
		c.value = any(&c.from).(*T)
	} else {
		c.value = new(T)
	}
	return c
}

func (c *converter[S, T]) Restart() {
	if c.spec.Source.Stateful {
		c.source = c.spec.Source.New()
	}
	if c.spec.Target.Stateful {
		c.target, c.check = c.spec.Target.New(), c.spec.Target.New()
	}
}

func (c *converter[S, T]) Decode(record []byte) (altered []string, err error) {
	defer recovered(&err)
	if err := c.decode(record); err != nil || c.texts == nil {
		return nil, err
	}
	back, err := c.source.Encode(&c.from)
	if err != nil {
		return nil, fmt.Errorf("the value that was decoded is not encoded again: %w; accept records that are not checked with -allow %s", err, AllowText)
	}
	differences, err := c.texts.compare(record, back)
	for _, d := range differences {
		if !c.allow.difference(d.name) {
			return nil, d
		}
		if !slices.Contains(altered, d.name) {
			altered = append(altered, d.name)
		}
	}
	return altered, err
}

// decode decodes a record without looking at its text.
func (c *converter[S, T]) decode(record []byte) (err error) {
	defer recovered(&err)
	if err := c.source.Decode(record, &c.from); err != nil {
		return err
	}
	if c.spec.Carry != nil {
		c.spec.Carry(c.value, &c.from)
	}
	return nil
}

func (c *converter[S, T]) Encode() (message []byte, err error) {
	defer recovered(&err)
	return c.target.Encode(c.value)
}

func (c *converter[S, T]) Verify(message []byte) (altered []string, err error) {
	defer recovered(&err)
	if err := c.check.Decode(message, &c.back); err != nil {
		return nil, fmt.Errorf("the message that was written does not decode: %w", err)
	}
	if c.spec.Equal != nil && c.spec.Equal(c.value, &c.back) {
		return nil, nil
	}
	for _, l := range c.diff() {
		name := lossName(c.spec.Type, l)
		if !c.allow.difference(name) {
			return nil, &Difference{Name: name, Loss: l}
		}
		altered = append(altered, name)
	}
	return altered, nil
}

// diff returns all differences between the current value and the one that was decoded again: one that is not allowed may be the last.
func (c *converter[S, T]) diff() []loss.Loss {
	return c.cmp.Diff(reflect.ValueOf(c.value).Elem(), reflect.ValueOf(&c.back).Elem())
}

// A conversionError is the value with which a conversion of an adapter panics if a custom type's method returns an error.
type conversionError = struct{ Conversion error }

// recovered must be deferred. It sets err after a panic, for example of a custom type's method.
func recovered(err *error) {
	switch p := recover().(type) {
	case nil:
	case conversionError:
		*err = p.Conversion
	default:
		*err = errors.New(inspect.PanicText(p))
	}
}
