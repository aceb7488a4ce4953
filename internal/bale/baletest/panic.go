package baletest

import (
	"fmt"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A PanicError is a panic as an error.
type PanicError struct{ error }

// Try returns the error of a call. A panic, which methods of users may cause, is a PanicError.
func Try(call func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = &PanicError{fmt.Errorf("panic: %v%s", x, Panicked())}
		}
	}()
	return call()
}

// OwnMethods are the names of the methods of custom types.
var OwnMethods = []string{"MarshalBinary", "UnmarshalBinary", "MarshalText", "UnmarshalText", "MarshalJSON", "UnmarshalJSON", "GobEncode", "GobDecode"}

// Panicked returns in which method the code panicked, as " in the method UnmarshalText of money.Price, price.go:17", or "". Only a deferred function
// may call it.
func Panicked() string {
	pcs := make([]uintptr, 100)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for panicked := false; ; {
		f, more := frames.Next()
		name := f.Function[strings.LastIndexByte(f.Function, '.')+1:]
		if panicked && slices.Contains(OwnMethods, name) {
			of := strings.NewReplacer("(*", "", ")", "").Replace(path.Base(strings.TrimSuffix(f.Function, "."+name)))
			return fmt.Sprintf(" in the method %s of %s, %s:%d", name, of, filepath.Base(f.File), f.Line)
		}
		if panicked = panicked || strings.HasPrefix(f.Function, "runtime.") && strings.Contains(f.Function, "panic"); !more {
			return ""
		}
	}
}

// Guard returns a function that decodes by decode. If it panics, which a method of a custom type may do, the test fails.
func Guard[T any](t testing.TB, decode func(*T, []byte) error) func(*T, []byte) error {
	return func(v *T, b []byte) error {
		err := Try(func() error { return decode(v, b) })
		if fault, ok := err.(*PanicError); ok {
			t.Helper()
			t.Fatalf("decoding ends the program: %v; let the method return an error; the message is %x", fault, b)
		}
		return err
	}
}

// guarded returns c with functions whose panics fail the test.
func (c Case[T]) guarded(t testing.TB) Case[T] {
	if len(about.Customs) > 0 {
		decode := c.Decode
		c.Unmarshal, c.Alias = Guard(t, c.Unmarshal), Guard(t, c.Alias)
		c.Decode = func(v *T, b []byte) (n int, err error) {
			err = Guard(t, func(v *T, b []byte) (err error) {
				n, err = decode(v, b)
				return err
			})(v, b)
			return n, err
		}
	}
	return c
}

// PanicIn returns the panic of a method of a custom type in v, or nil. The zero value of a type may be invalid.
func PanicIn(v reflect.Value) (fault *PanicError) {
	EachCustom(v, func(x reflect.Value) bool {
		m, _ := MethodsOf(x.Type())
		if !x.IsZero() {
			fault = m.panics(x)
		}
		return fault == nil
	})
	return fault
}

// panics returns the panic of the methods for v, or nil.
func (m Methods) panics(v reflect.Value) *PanicError {
	b, err := TryEncode(v, m.By)
	if err == nil {
		_, err = TryDecode(m.Of, b, m.By)
	}
	fault, _ := err.(*PanicError)
	return fault
}

// PanicFault returns an error text if the methods accept none of some values, and panic for one.
func (m Methods) PanicFault() string {
	zero := reflect.New(m.Of).Elem()
	fault := m.panics(zero)
	for _, v := range append(m.samples(), zero) {
		if Settle(v); Fits(v) {
			return ""
		}
		if fault == nil {
			fault = m.panics(v)
		}
	}
	if fault == nil {
		return ""
	}
	return fmt.Sprintf("%s: the methods of %v accept no value: %v; let them return an error, or name an encoding that they decode, in an init function of a test file, as in baletest.Valid[reflect.TypeFor[%v]()] = []byte(\"1\")", m.Path, m.Of, fault, m.Of)
}

// PanicFaults returns the error texts of all custom types.
func PanicFaults() string {
	var list []string
	for _, m := range about.Customs {
		if fault := m.PanicFault(); fault != "" {
			list = append(list, fault)
		}
	}
	return strings.Join(list, "\n")
}
