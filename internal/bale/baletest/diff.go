package baletest

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"
)

// Want fails the test if got and want, decoded from the i-th value, differ.
func (c Case[T]) Want(t *testing.T, i int, how string, got, want *T) {
	t.Helper()
	if d := Compare(reflect.ValueOf(got).Elem(), reflect.ValueOf(want).Elem(), c.Ignored); d != nil {
		t.Fatalf("value %d: %s: %v", i, how, d)
	}
}

// A Diff is the first difference between two values.
type Diff struct {
	path      string
	got, want any // the values at path
	why       string
}

// String returns the path and both values, at most 200 characters of each, and an explanation if there is one.
func (d *Diff) String() string {
	return fmt.Sprintf("%s: got %.200s, want %.200s%s", d.path, GoText(d.got), GoText(d.want), d.why)
}

// below adds a step to the front of the path.
func (d *Diff) below(step string) *Diff {
	if d != nil {
		d.path = step + d.path
	}
	return d
}

// Compare compares two settable values of the type of a case. It returns nil if they are equal.
func Compare(got, want reflect.Value, ignored Ignored) *Diff {
	ignored.ownMethods = true
	return CompareAt(got, want, ignored).below(got.Type().Name())
}

// CompareAt compares two settable values, and ignores what the format does not preserve. It compares custom types by their encodings, floats
// by their bits, times by instant and offset, and nil as different from empty. Elements of size 0 are equal: a damaged message can have millions, and
// comparing them took 5 s.
func CompareAt(a, b reflect.Value, ignored Ignored) *Diff {
	if !ignored.ownMethods {
		if x, p, ok := Encoded(a); ok {
			return CompareEncodings(x, p, b, ignored)
		}
	}
	ignored.ownMethods = false
	if ignored.trail == nil {
		ignored.trail = new(Trail)
	}
	defer ignored.trail.leave()
	if !ignored.trail.enter(a, b) {
		return nil
	}
	if ignored.trail.depth > MostNested {
		return &Diff{got: "a deep value", want: "the same", why: fmt.Sprintf(": more than %d values inside each other cannot be compared", MostNested)}
	}
	same := true
	if ignored.fillsNil && slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map}, b.Kind()) && b.IsNil() {
		return nil
	}
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		same = math.Float64bits(a.Float()) == math.Float64bits(b.Float())
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		same = math.Float64bits(real(x)) == math.Float64bits(real(y)) && math.Float64bits(imag(x)) == math.Float64bits(imag(y))
	case reflect.Pointer:
		if same = a.IsNil() == b.IsNil(); same && !a.IsNil() {
			return CompareAt(a.Elem(), b.Elem(), ignored)
		}
	case reflect.Interface:
		if same = a.IsNil() == b.IsNil() && (a.IsNil() || a.Elem().Type() == b.Elem().Type()); same && !a.IsNil() {
			return CompareAt(Settable(a.Elem()), Settable(b.Elem()), ignored).below(".(" + a.Elem().Type().String() + ")")
		}
	case reflect.Slice, reflect.Array:
		if a.Kind() == reflect.Slice {
			same = a.Len() == b.Len() && (ignored.NilIsEmpty || a.IsNil() == b.IsNil())
		}
		for i := 0; same && i < a.Len() && a.Type().Elem().Size() > 0; i++ {
			if d := CompareAt(a.Index(i), b.Index(i), ignored); d != nil {
				return d.below(fmt.Sprintf("[%d]", i))
			}
		}
	case reflect.Map:
		if same = a.Len() == b.Len() && (ignored.NilIsEmpty || a.IsNil() == b.IsNil()); same {
			return Maps(a, b, ignored)
		}
	case reflect.Struct:
		return Structs(a, b, ignored)
	default:
		same = reflect.DeepEqual(a.Interface(), b.Interface())
	}
	if same {
		return nil
	}
	return &Diff{got: a.Interface(), want: b.Interface()}
}

// CompareEncodings compares the encoding x of a value and its decoding p, as Encoded returns them, with those of b.
func CompareEncodings(x []byte, p, b reflect.Value, ignored Ignored) *Diff {
	y, q, _ := Encoded(b)
	ignored.ownMethods = true
	if bytes.Equal(x, y) || p.IsValid() && q.IsValid() && CompareAt(p, q, ignored) == nil { // encodings of maps may differ in order
		return nil
	}
	return &Diff{path: " (encoded by its own method)", got: x, want: y, why: Varying(b)}
}

// Maps compares two maps. Keys that hold pointers or NaN cannot be looked up, so they are compared with each key of b.
func Maps(a, b reflect.Value, ignored Ignored) *Diff {
	for x := a.MapRange(); x.Next(); {
		if y := b.MapIndex(x.Key()); y.IsValid() && CompareParts(x.Value(), y, ignored) == nil {
			continue
		}
		d := &Diff{got: Settable(x.Value()).Interface(), want: "no such key"}
		for y := b.MapRange(); d != nil && y.Next(); {
			if CompareParts(x.Key(), y.Key(), ignored) == nil {
				d = CompareParts(x.Value(), y.Value(), ignored)
			}
		}
		if d != nil {
			return d.below("[" + GoText(Settable(x.Key()).Interface()) + "]")
		}
	}
	return nil
}

// CompareParts is CompareAt for keys or elements of maps. If they differ, others may be equal.
func CompareParts(a, b reflect.Value, ignored Ignored) *Diff {
	return ignored.trail.try(func() *Diff { return CompareAt(Settable(a), Settable(b), ignored) })
}

// Settable returns a settable copy of v.
func Settable(v reflect.Value) reflect.Value {
	x := reflect.New(v.Type()).Elem()
	x.Set(v)
	return x
}

// Structs compares two structs.
func Structs(a, b reflect.Value, ignored Ignored) *Diff {
	if x, ok := a.Addr().Interface().(*time.Time); ok {
		y := b.Addr().Interface().(*time.Time)
		_, from := x.Zone()
		_, to := y.Zone()
		if x.Equal(*y) && (ignored.DropsZone || from == to) {
			return nil
		}
		return &Diff{got: *x, want: *y}
	}
	for i, p := range Parts(a.Type()) {
		if p.field.Name != "_" && !p.internal {
			if d := CompareAt(Open(a, i), Open(b, i), ignored); d != nil {
				return d.below("." + p.field.Name)
			}
		}
	}
	return nil
}
