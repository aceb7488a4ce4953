package harness

import (
	"fmt"
	"reflect"

	"bale/sample"
)

// An adapter is a Spec without its types. Values of the user's type are reflect.Values in it: a slice of them has the type []T.
type adapter struct {
	shape, codec   string
	own, addresses bool
	typ            reflect.Type // T
	samples        *Samples
	unions         []sample.Union
	state          func() state // makes a State with nothing in it
}

// A state is a State without its types. The compiler makes a copy of typed for every type and codec, 141 of them for three codecs and the
// types of package feature. With all of this package written for T and C, building them took 78 s of processor time instead of 7.
type state interface {
	start(n int) // sets Next
	setBytes(list [][]byte)
	setValues(list reflect.Value)
	setCarriers(list reflect.Value)        // converts values
	setValue(v reflect.Value, native bool) // sets a copy of one value, or its carrier

	loops() map[string]func(n int) error // makes the loops
	encodeOnce(v reflect.Value) ([]byte, error)
	explain(v reflect.Value) error // why v has failed, nil where that is not known

	bytes() []byte                   // what the last loop has encoded
	value(native bool) reflect.Value // what the last loop has decoded, by way of the carrier if native
	forget()                         // the last value
}

type typed[T, C any] struct {
	State[T, C]
	spec *Spec[T, C]
}

func (s *typed[T, C]) start(n int)                         { s.Next = n }
func (s *typed[T, C]) loops() map[string]func(n int) error { return s.spec.New(&s.State) }
func (s *typed[T, C]) setBytes(list [][]byte)              { s.Bytes = list }
func (s *typed[T, C]) setValues(list reflect.Value)        { s.Values = list.Interface().([]T) }
func (s *typed[T, C]) bytes() []byte                       { return s.OutBytes }
func (s *typed[T, C]) forget()                             { s.OutValue, s.OutCarrier = nil, nil }

func (s *typed[T, C]) setCarriers(list reflect.Value) {
	values := list.Interface().([]T)
	s.Carriers = make([]C, len(values))
	for i := range values {
		s.spec.To(&s.Carriers[i], &values[i])
	}
}

func (s *typed[T, C]) setValue(v reflect.Value, native bool) {
	p := v.Addr().Interface().(*T)
	if native {
		s.Carriers = make([]C, 1)
		s.spec.To(&s.Carriers[0], p)
	} else {
		s.Values = []T{*p}
	}
}

func (s *typed[T, C]) encodeOnce(v reflect.Value) ([]byte, error) {
	return s.spec.Encode(v.Addr().Interface().(*T))
}

func (s *typed[T, C]) explain(v reflect.Value) error {
	if s.spec.Explain == nil {
		return nil
	}
	return s.spec.Explain(v.Addr().Interface().(*T))
}

func (s *typed[T, C]) value(native bool) reflect.Value {
	p := s.OutValue
	if native {
		p = new(T)
		s.spec.From(s.OutCarrier, p)
	}
	return reflect.ValueOf(p).Elem()
}

// A coder encodes and decodes single values by the loops of one state: by the plainest ones, if nothing else is said.
type coder struct {
	state
	byKey    map[string]func(int) error
	enc, dec string
}

// fresh is a coder that nothing has been done with.
func (a *adapter) fresh() *coder { return newCoder(a.state()) }

// newCoder is a coder with a state, of which the loops are made.
func newCoder(s state) *coder {
	c := &coder{state: s, byKey: s.loops()}
	var keys []string
	for k := range c.byKey {
		keys = append(keys, k)
	}
	c.enc, c.dec = encodeKey(keys), decodeKey(keys)
	return c
}

func (c *coder) encode(v reflect.Value) ([]byte, error)       { return c.encodeBy(c.enc, v) }
func (c *coder) decode(b []byte) (v reflect.Value, err error) { return c.decodeBy(c.dec, b) }

// why is why v cannot be encoded or decoded, nil if the codec does not know.
func (c *coder) why(v reflect.Value) (reason error) {
	defer func() {
		if recover() != nil { // what has failed may be the conversion, which it needs, too
			reason = nil
		}
	}()
	return c.explain(v)
}

// explained is err, by which v has failed, with the reason before it if the codec knows that.
func (c *coder) explained(v reflect.Value, err error) error {
	if reason := c.why(v); reason != nil {
		return fmt.Errorf("%w (%w)", reason, err)
	}
	return err
}

// explained is err, by which a loop has failed on the sample values, with the reason before it if the codec knows that of one of them.
func (a *adapter) explained(src source, err error) error {
	values, failed := a.values(src)
	if failed != nil {
		return err
	}
	c := a.fresh()
	for i := range values.Len() {
		if reason := c.why(values.Index(i)); reason != nil {
			return fmt.Errorf("value %d: %w (%w)", i, reason, err)
		}
	}
	return err
}

// encodeBy encodes v, which can be addressed.
func (c *coder) encodeBy(key string, v reflect.Value) (b []byte, err error) {
	defer recovered(&err)
	if key == "" {
		return c.encodeOnce(v)
	}
	c.setValue(v, isNative(key))
	err = c.byKey[key](1)
	return c.bytes(), err
}

// decodeBy returns the decoded value.
func (c *coder) decodeBy(key string, b []byte) (v reflect.Value, err error) {
	defer recovered(&err)
	c.setBytes([][]byte{b})
	if err := c.byKey[key](1); err != nil {
		return v, err
	}
	return c.value(isNative(key)), nil
}
