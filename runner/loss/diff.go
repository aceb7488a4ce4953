package loss

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"sort"
	"strconv"
	"time"

	"bale/runner/inspect"
)

// Diff returns the differences between want and got, which must have the same type, and nil if they are equal. Each pair of path and
// kind is reported once. Diff returns at most max losses, or all if max is 0. It skips the kinds and fields in ignore.
//
// Numbers of predeclared types in interfaces are equal if their values are. NaN equals NaN. Times are compared by instant and by offset
// from UTC, not by the name of the zone. Values of other modules' types with a marshaled form are equal if their method Equal or Cmp
// reports so, or if their forms are equal. Structs that have only exported fields are compared by the fields instead. Values may be
// cyclic. Parts below [inspect.MaxDepth] levels are not compared, which is a loss.
func Diff(want, got reflect.Value, max int, ignore ...string) []Loss {
	return NewComparer(want.Type(), max, ignore...).Diff(want, got)
}

// A Comparer finds the differences of many values of a type. It keeps what it learns about types, which takes longer than comparing small values. It
// is not safe for concurrent use.
type Comparer struct {
	w      *inspect.World
	max    int
	ignore ignored
}

// NewComparer returns a Comparer for values of type t. The other arguments are as in [Diff].
func NewComparer(t reflect.Type, max int, ignore ...string) *Comparer {
	return &Comparer{inspect.NewWorld(t), max, ignoring(ignore)}
}

// Diff is the function [Diff] for two values.
func (c *Comparer) Diff(want, got reflect.Value) []Loss {
	if want.Type() != got.Type() {
		return []Loss{{Kind: KindType, Before: want.Type().String(), After: got.Type().String()}}
	}
	d := differ{w: c.w, max: c.max, seen: map[string]bool{}, ignore: c.ignore}
	d.value(d.w.Info(want.Type()), inspect.Addressable(want), inspect.Addressable(got))
	return Merge(nil, d.losses...)
}

type differ struct {
	w      *inspect.World
	max    int
	losses []Loss
	path   []string // ".Orders", "[]", "{}", ...
	key    []byte   // scratch: path and kind of a loss
	seen   map[string]bool
	trail  inspect.Trail
	ignore ignored
}

func (d *differ) done() bool { return d.max > 0 && len(d.losses) >= d.max }

// add records a loss at the current path and returns it for the caller to fill in. It returns nil if there are enough losses or this
// one is already recorded, so that the caller need not print the values.
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

// addValues records a loss with the two values.
func (d *differ) addValues(kind string, a, b reflect.Value) {
	if l := d.add(kind); l != nil {
		l.Before, l.After = d.print(a), d.print(b)
	}
}

// addTexts records a loss with two texts.
func (d *differ) addTexts(kind, before, after string) {
	if l := d.add(kind); l != nil {
		l.Before, l.After = short(before), short(after)
	}
}

func (d *differ) push(step string) { d.path = append(d.path, step) }
func (d *differ) pop()             { d.path = d.path[:len(d.path)-1] }

// value compares a and b, which are addressable.
func (d *differ) value(i *inspect.Info, a, b reflect.Value) {
	switch i.Class {
	case inspect.Timestamp:
		d.time(*inspect.Instant(a), *inspect.Instant(b))
		return
	case inspect.Custom:
		if inspect.SameMemory(a, b) {
			return
		}
		if i.HasHiddenParts() {
			if d.sameForm(i, a, b) {
				return
			}
		} else if equal(inspect.Accessible(a), inspect.Accessible(b)) {
			return
		}
	}
	switch i.Kind {
	case reflect.Bool:
		if a.Bool() != b.Bool() {
			d.addValues(KindBool, a, b)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if a.Int() != b.Int() {
			d.addValues(KindInteger, a, b)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if a.Uint() != b.Uint() {
			d.addValues(KindInteger, a, b)
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
		if inspect.SameMemory(a, b) {
			return
		}
		for k := range i.Fields {
			f := &i.Fields[k]
			if d.ignore.field(i.Type, f.Name) {
				continue
			}
			d.path = append(d.path, ".", f.Name)
			d.value(f.Info, a.Field(f.Index), b.Field(f.Index))
			d.path = d.path[:len(d.path)-2]
		}
	case reflect.Array:
		if inspect.SameMemory(a, b) {
			return
		}
		if i.IsBytes() {
			d.addValues(KindBytes, a, b)
			return
		}
		d.elements(i, a, b)
	case reflect.Slice:
		d.slice(i, a, b)
	case reflect.Map:
		d.mapping(i, inspect.Accessible(a), inspect.Accessible(b))
	case reflect.Pointer:
		if a.Pointer() != b.Pointer() && d.compareNil(a, b) && d.enter(a, b) {
			d.value(i.Elem, a.Elem(), b.Elem())
			d.trail.Leave()
		}
	case reflect.Interface:
		a, b = inspect.Accessible(a), inspect.Accessible(b)
		if d.compareNil(a, b) && d.enter(a, b) {
			d.held(inspect.Addressable(a.Elem()), inspect.Addressable(b.Elem()))
			d.trail.Leave()
		}
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		d.compareNil(a, b)
	}
}

// held compares a and b, the values of two interfaces.
func (d *differ) held(a, b reflect.Value) {
	if a.Type() == b.Type() {
		d.value(d.w.Info(a.Type()), a, b)
		return
	}
	if x, y := number(a), number(b); x != nil && y != nil {
		if x.Cmp(y) != 0 {
			d.addValues(KindFloat, a, b)
		}
		return
	}
	d.addTexts(KindType, a.Type().String(), b.Type().String())
}

// enter reports whether what a and b refer to is to be compared. If it is, d.trail.Leave must be called afterwards.
func (d *differ) enter(a, b reflect.Value) bool {
	if d.trail.TooDeep() {
		d.addTexts(KindValue, "not compared", fmt.Sprintf("more than %d levels of nesting", inspect.MaxDepth))
		return false
	}
	return d.trail.Enter(a, b)
}

// compareNil compares whether a and b are nil. It reports whether neither is.
func (d *differ) compareNil(a, b reflect.Value) bool {
	switch {
	case a.IsNil() && b.IsNil():
		return false
	case b.IsNil():
		d.addValues(KindValueNil, a, b)
		return false
	case a.IsNil():
		kind := KindNilValue
		if b.Kind() == reflect.Pointer && b.Elem().IsZero() {
			kind = KindNilZero
		}
		d.addValues(kind, a, b)
		return false
	}
	return true
}

// compareLen compares whether a and b, slices or maps, are nil, and their lengths. It reports whether their elements have to be
// compared.
func (d *differ) compareLen(a, b reflect.Value) bool {
	switch {
	case a.Len() != b.Len():
		d.addTexts(KindLength, count(a), count(b))
		return false
	case a.IsNil() && !b.IsNil():
		d.addTexts(KindNilEmpty, count(a), count(b))
	case !a.IsNil() && b.IsNil():
		d.addTexts(KindEmptyNil, count(a), count(b))
	}
	return a.Len() > 0
}

func count(v reflect.Value) string {
	if v.IsNil() {
		return "nil"
	}
	if v.Len() == 1 {
		return "1 element"
	}
	return fmt.Sprintf("%d elements", v.Len())
}

func (d *differ) slice(i *inspect.Info, a, b reflect.Value) {
	if i.IsBytes() && a.Len() > 0 && b.Len() > 0 {
		if !bytes.Equal(inspect.ElementMemory(a), inspect.ElementMemory(b)) {
			d.addValues(KindBytes, a, b)
		}
		return
	}
	if d.compareLen(a, b) && !bytes.Equal(inspect.ElementMemory(a), inspect.ElementMemory(b)) && d.enter(a, b) {
		d.elements(i, a, b)
		d.trail.Leave()
	}
}

func (d *differ) elements(i *inspect.Info, a, b reflect.Value) {
	d.push("[]")
	for k := 0; k < a.Len() && !d.done(); k++ {
		d.value(i.Elem, a.Index(k), b.Index(k))
	}
	d.pop()
}

// mapping compares maps entry by entry, in an order that is the same in every run.
func (d *differ) mapping(i *inspect.Info, a, b reflect.Value) {
	if a.IsNil() != b.IsNil() || a.Len()+b.Len() == 0 {
		d.compareLen(a, b)
		return
	}
	if !d.enter(a, b) {
		return
	}
	defer d.trail.Leave()
	as, bs := d.sorted(i, a), d.sorted(i, b)
	d.push("{}")
	defer d.pop()
	for len(as) > 0 || len(bs) > 0 {
		switch {
		case len(bs) == 0 || len(as) > 0 && as[0].hash < bs[0].hash:
			if l := d.add(KindEntryLost); l != nil {
				l.Before = d.print(as[0].Key)
			}
			as = as[1:]
		case len(as) == 0 || bs[0].hash < as[0].hash:
			if l := d.add(KindEntryAdded); l != nil {
				l.After = d.print(bs[0].Key)
			}
			bs = bs[1:]
		default:
			d.value(i.Elem, as[0].Value, bs[0].Value)
			as, bs = as[1:], bs[1:]
		}
	}
}

type hashed struct {
	inspect.Entry
	hash uint64 // of the key
}

// sorted returns the entries of m, of type i, sorted by the hash of their keys.
func (d *differ) sorted(i *inspect.Info, m reflect.Value) []hashed {
	all := make([]hashed, 0, m.Len())
	for _, e := range inspect.Entries(m) {
		all = append(all, hashed{e, d.w.Hash(i.Key, e.Key)})
	}
	sort.Slice(all, func(x, y int) bool { return all[x].hash < all[y].hash })
	return all
}

func (d *differ) float(a, b float64) {
	switch {
	case a == b && math.Signbit(a) == math.Signbit(b), a != a && b != b:
	case a != a:
		d.addTexts(KindNaN, fmt.Sprint(a), fmt.Sprint(b))
	case a == 0 && math.Signbit(a) && b == 0:
		d.addTexts(KindNegativeZero, "-0", "0")
	default:
		d.addTexts(KindFloat, fmt.Sprint(a), fmt.Sprint(b))
	}
}

// granularities lists the units to which serializers truncate times, the finest first.
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
		d.addTexts(truncation(a, b), a.Format(time.RFC3339Nano), b.Format(time.RFC3339Nano))
	}
	_, x := a.Zone()
	_, y := b.Zone()
	if x != y {
		d.addTexts(KindZone, a.Format(time.RFC3339Nano), b.Format(time.RFC3339Nano))
	}
}

// truncation returns the kind of the loss between two different instants: a truncation of a to a unit, or KindTime.
func truncation(a, b time.Time) string {
	for _, g := range granularities {
		if off := a.Sub(b).Abs(); off < g.unit && b.Nanosecond()%int(g.unit) == 0 {
			return KindPrecision + g.name
		}
	}
	return KindTime
}
