package harness

import (
	"errors"
	"fmt"
	"reflect"

	"bale/runner/inspect"
)

// An adapter is a Spec without its type parameters. It handles values of the user's type T as reflect.Values, and lists of them as reflect.Values
// of type []T.
type adapter struct {
	shape, codec   string
	own, addresses bool
	typ            reflect.Type // T
	samples        *Samples
	unions         []inspect.Union
	state          func() state // returns a new, empty State
}

// A state is a State without its type parameters. The compiler instantiates typed for every type and codec: 141 times for three codecs and the
// types of package feature. When the whole package had type parameters, building these took 78 s of processor time instead of 7 s.
type state interface {
	start(n int)                           // sets Next
	setBytes(list [][]byte)                // sets the inputs of decoding
	setValues(list reflect.Value)          // sets the inputs of encoding
	setCarriers(list reflect.Value)        // sets the inputs of native encoding to converted values
	setValue(v reflect.Value, native bool) // sets the only input of encoding to a copy of v, or of native encoding to its carrier

	loops() map[string]func(n int) error        // returns new loops
	encodeOnce(v reflect.Value) ([]byte, error) // calls Spec.Encode
	decodeOnce(b []byte) (reflect.Value, error) // calls Spec.Decode
	explain(v reflect.Value) error              // returns the reason why v failed, or nil if it is not known

	bytes() []byte                   // returns the last encoded message
	value(native bool) reflect.Value // returns the last decoded value; if native, it is converted from the carrier
	forget()                         // removes the last decoded value
}

// typed implements state for the types T and C.
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

func (s *typed[T, C]) decodeOnce(b []byte) (reflect.Value, error) {
	v := new(T)
	err := s.spec.Decode(b, v)
	return reflect.ValueOf(v).Elem(), err
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

// A coder encodes and decodes single values with the loops of one state.
type coder struct {
	state
	byKey    map[string]func(int) error
	enc, dec string // keys of the default loops, or ""
}

// newCoder returns a coder with a new state.
func (a *adapter) newCoder() *coder { return newCoder(a.state()) }

// newCoder returns a coder with new loops of the state s.
func newCoder(s state) *coder {
	c := &coder{state: s, byKey: s.loops()}
	var keys []string
	for k := range c.byKey {
		keys = append(keys, k)
	}
	c.enc, c.dec = encodeKey(keys), decodeKey(keys)
	return c
}

// errOnlyEncodes is the error for a task that examines the decoder of a serializer that has none.
var errOnlyEncodes = errors.New("the serializer only encodes")

func (c *coder) encode(v reflect.Value) ([]byte, error)       { return c.encodeBy(c.enc, v) }
func (c *coder) decode(b []byte) (v reflect.Value, err error) { return c.decodeBy(c.dec, b) }

// failureReason returns the reason why v cannot be encoded or decoded, or nil if the codec does not know it.
func (c *coder) failureReason(v reflect.Value) (reason error) {
	defer func() {
		if recover() != nil { // explain also converts v, which may be the step that failed
			reason = nil
		}
	}()
	return c.explain(v)
}

// withReason returns err, the failure of v, with the reason in front if the codec knows it.
func (c *coder) withReason(v reflect.Value, err error) error {
	if reason := c.failureReason(v); reason != nil {
		return fmt.Errorf("%w (%w)", reason, err)
	}
	return err
}

// withReason returns err, the failure of a loop, with the reason in front if the codec knows it for one of the sample values.
func (a *adapter) withReason(src source, err error) error {
	values, failed := a.values(src)
	if failed != nil {
		return err
	}
	c := a.newCoder()
	for i := range values.Len() {
		if reason := c.failureReason(values.Index(i)); reason != nil {
			return fmt.Errorf("value %d: %w (%w)", i, reason, err)
		}
	}
	return err
}

// encodeBy encodes v, which must be addressable, with the loop that has the key, or with Spec.Encode if key is "".
func (c *coder) encodeBy(key string, v reflect.Value) (b []byte, err error) {
	defer recovered(&err)
	if key == "" {
		return c.encodeOnce(v)
	}
	c.setValue(v, isNative(key))
	err = c.byKey[key](1)
	return c.bytes(), err
}

// decodeBy decodes b with the loop that has the key, or with Spec.Decode if key is "".
func (c *coder) decodeBy(key string, b []byte) (v reflect.Value, err error) {
	defer recovered(&err)
	if key == "" {
		return c.decodeOnce(b)
	}
	c.setBytes([][]byte{b})
	if err := c.byKey[key](1); err != nil {
		return v, err
	}
	return c.value(isNative(key)), nil
}
