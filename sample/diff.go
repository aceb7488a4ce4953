package sample

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"sort"
	"strconv"
	"time"
)

// Diff says what of want is different in got, which are of one type: nothing when they are
// equal. A path and a kind are reported together once, however often they occur; at most
// max losses, or all if max is 0. What ignore leaves out is not compared.
//
// Numbers of predeclared types that interfaces hold are equal if their values are.
// NaN equals NaN. Times are compared by instant and by offset from UTC, not by the name of
// their zone. Values of other modules' types with a marshalled form of their own are equal if their
// method Equal or Cmp says so, or if their form is; structs with exported fields only are compared
// by these in place of the form. Values must not be cyclic.
func Diff(want, got reflect.Value, max int, ignore ...string) []Loss {
	if want.Type() != got.Type() {
		return []Loss{{Kind: KindType, Before: want.Type().String(), After: got.Type().String()}}
	}
	d := differ{w: newWorld(want.Type()), max: max, seen: map[string]bool{}, ignore: ignoring(ignore)}
	d.value(d.w.info(want.Type()), addressable(want), addressable(got))
	return Merge(nil, d.losses...)
}

type differ struct {
	w      *world
	max    int
	losses []Loss
	path   []string // ".Orders", "[]", "{}", ...
	key    []byte   // scratch: path and kind of a loss
	seen   map[string]bool
	ignore ignored
}

func (d *differ) done() bool { return d.max > 0 && len(d.losses) >= d.max }

// add records a loss at the current path, for the caller to fill in. It returns nil when there are enough losses, or this one is
// known: then no value need be printed.
func (d *differ) add(kind string) *Loss {
	if d.done() || d.ignore.kind(kind) {
		return nil
	}
	d.key = d.key[:0]
	for _, p := range d.path {
		d.key = append(d.key, p...)
	}
	n := len(d.key)
	d.key = append(append(d.key, 0), kind...)
	if d.seen[string(d.key)] {
		return nil
	}
	d.seen[string(d.key)] = true
	d.losses = append(d.losses, Loss{Path: string(bytes.TrimPrefix(d.key[:n], []byte("."))), Kind: kind})
	return &d.losses[len(d.losses)-1]
}

// lose records a loss with the two values.
func (d *differ) lose(kind string, a, b reflect.Value) {
	if l := d.add(kind); l != nil {
		l.Before, l.After = d.print(a), d.print(b)
	}
}

// say records a loss with two texts.
func (d *differ) say(kind, before, after string) {
	if l := d.add(kind); l != nil {
		l.Before, l.After = short(before), short(after)
	}
}

func (d *differ) push(step string) { d.path = append(d.path, step) }
func (d *differ) pop()             { d.path = d.path[:len(d.path)-1] }

// value compares a and b, which are addressable.
func (d *differ) value(i *info, a, b reflect.Value) {
	switch i.class {
	case clock:
		d.time(*instant(a), *instant(b))
		return
	case sealed:
		if sameMemory(a, b) {
			return
		}
		if i.hidesParts() {
			if d.sameForm(i, a, b) {
				return
			}
		} else if equal(reach(a), reach(b)) {
			return
		}
	}
	switch i.kind {
	case reflect.Bool:
		if a.Bool() != b.Bool() {
			d.lose(KindBool, a, b)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if a.Int() != b.Int() {
			d.lose(KindInteger, a, b)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if a.Uint() != b.Uint() {
			d.lose(KindInteger, a, b)
		}
	case reflect.Float32, reflect.Float64:
		d.float(a.Float(), b.Float())
	case reflect.Complex64, reflect.Complex128:
		d.float(real(a.Complex()), real(b.Complex()))
		d.float(imag(a.Complex()), imag(b.Complex()))
	case reflect.String:
		if a.String() != b.String() {
			if l := d.add(KindString); l != nil {
				l.Before, l.After = around(strconv.Quote(a.String()), strconv.Quote(b.String()))
			}
		}
	case reflect.Struct:
		if sameMemory(a, b) {
			return
		}
		for k := range i.fields {
			f := &i.fields[k]
			if d.ignore.field(i.typ, f.name) {
				continue
			}
			d.path = append(d.path, ".", f.name)
			d.value(f.info, a.Field(f.index), b.Field(f.index))
			d.path = d.path[:len(d.path)-2]
		}
	case reflect.Array:
		if sameMemory(a, b) {
			return
		}
		if i.isBytes() {
			d.lose(KindBytes, a, b)
			return
		}
		d.elements(i, a, b)
	case reflect.Slice:
		d.slice(i, a, b)
	case reflect.Map:
		d.mapping(i, reach(a), reach(b))
	case reflect.Pointer:
		if a.Pointer() != b.Pointer() && d.compareNil(a, b) {
			d.value(i.elem, a.Elem(), b.Elem())
		}
	case reflect.Interface:
		a, b = reach(a), reach(b)
		if !d.compareNil(a, b) {
			return
		}
		a, b = addressable(a.Elem()), addressable(b.Elem())
		if a.Type() != b.Type() {
			if x, y := number(a), number(b); x != nil && y != nil {
				if x.Cmp(y) != 0 {
					d.lose(KindFloat, a, b)
				}
				return
			}
			d.say(KindType, a.Type().String(), b.Type().String())
			return
		}
		d.value(d.w.info(a.Type()), a, b)
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		d.compareNil(a, b)
	}
}

// compareNil compares whether a and b are nil, and reports whether neither is.
func (d *differ) compareNil(a, b reflect.Value) bool {
	switch {
	case a.IsNil() && b.IsNil():
		return false
	case b.IsNil():
		d.lose(KindValueNil, a, b)
		return false
	case a.IsNil():
		kind := KindNilValue
		if b.Kind() == reflect.Pointer && b.Elem().IsZero() {
			kind = KindNilZero
		}
		d.lose(kind, a, b)
		return false
	}
	return true
}

// compareLen compares whether a and b, slices or maps, are nil and how many elements they
// have. It reports whether their elements are to be compared.
func (d *differ) compareLen(a, b reflect.Value) bool {
	switch {
	case a.Len() != b.Len():
		d.say(KindLength, count(a), count(b))
		return false
	case a.IsNil() && !b.IsNil():
		d.say(KindNilEmpty, count(a), count(b))
	case !a.IsNil() && b.IsNil():
		d.say(KindEmptyNil, count(a), count(b))
	}
	return a.Len() > 0
}

func count(v reflect.Value) string {
	if v.IsNil() {
		return "nil"
	}
	return fmt.Sprintf("%d elements", v.Len())
}

func (d *differ) slice(i *info, a, b reflect.Value) {
	if i.isBytes() && a.Len() > 0 && b.Len() > 0 {
		if !bytes.Equal(content(a), content(b)) {
			d.lose(KindBytes, a, b)
		}
		return
	}
	if d.compareLen(a, b) && !bytes.Equal(content(a), content(b)) {
		d.elements(i, a, b)
	}
}

// content is the memory of a slice's elements. Where that is the same, they are equal.
func content(v reflect.Value) []byte {
	return memory(v.UnsafePointer(), uintptr(v.Len())*v.Type().Elem().Size())
}

func (d *differ) elements(i *info, a, b reflect.Value) {
	d.push("[]")
	for k := 0; k < a.Len() && !d.done(); k++ {
		d.value(i.elem, a.Index(k), b.Index(k))
	}
	d.pop()
}

// mapping compares maps entry by entry, in an order that does not change from run to run.
func (d *differ) mapping(i *info, a, b reflect.Value) {
	if a.IsNil() != b.IsNil() || a.Len()+b.Len() == 0 {
		d.compareLen(a, b)
		return
	}
	as, bs := d.sorted(i, a), d.sorted(i, b)
	d.push("{}")
	defer d.pop()
	for len(as) > 0 || len(bs) > 0 {
		switch {
		case len(bs) == 0 || len(as) > 0 && as[0].hash < bs[0].hash:
			if l := d.add(KindEntryLost); l != nil {
				l.Before = d.print(as[0].key)
			}
			as = as[1:]
		case len(as) == 0 || bs[0].hash < as[0].hash:
			if l := d.add(KindEntryAdded); l != nil {
				l.After = d.print(bs[0].key)
			}
			bs = bs[1:]
		default:
			d.value(i.elem, as[0].value, bs[0].value)
			as, bs = as[1:], bs[1:]
		}
	}
}

type hashed struct {
	entry
	hash uint64 // of the key
}

// sorted is the entries of m, of type i, by the hash of their keys.
func (d *differ) sorted(i *info, m reflect.Value) []hashed {
	all := make([]hashed, 0, m.Len())
	for _, e := range entries(m) {
		h := hasher{d.w, fnvOffset}
		h.value(i.key, e.key)
		all = append(all, hashed{e, h.sum})
	}
	sort.Slice(all, func(x, y int) bool { return all[x].hash < all[y].hash })
	return all
}

func (d *differ) float(a, b float64) {
	switch {
	case a == b && math.Signbit(a) == math.Signbit(b), a != a && b != b:
	case a != a:
		d.say(KindNaN, fmt.Sprint(a), fmt.Sprint(b))
	case a == 0 && math.Signbit(a) && b == 0:
		d.say(KindNegativeZero, "-0", "0")
	default:
		d.say(KindFloat, fmt.Sprint(a), fmt.Sprint(b))
	}
}

// granularities are what serializers cut times to, the finest first.
var granularities = []struct {
	unit time.Duration
	name string
}{
	{100, "100ns"},
	{time.Microsecond, "µs"},
	{time.Millisecond, "ms"},
	{time.Second, "s"},
}

func (d *differ) time(a, b time.Time) {
	if !a.Equal(b) {
		d.say(truncation(a, b), a.Format(time.RFC3339Nano), b.Format(time.RFC3339Nano))
	}
	_, x := a.Zone()
	_, y := b.Zone()
	if x != y {
		d.say(KindZone, a.Format(time.RFC3339Nano), b.Format(time.RFC3339Nano))
	}
}

// truncation is the kind of loss that made b of a, which are different instants.
func truncation(a, b time.Time) string {
	for _, g := range granularities {
		if off := a.Sub(b).Abs(); off < g.unit && b.Nanosecond()%int(g.unit) == 0 {
			return KindPrecision + g.name
		}
	}
	return KindTime
}
