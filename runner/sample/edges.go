package sample

import (
	"math"
	"reflect"
	"strings"
	"time"

	"bale/runner/inspect"
)

// Edge is an extreme value of a type.
type Edge struct {
	Name  string // what is special about the value, such as "nil element"; unique among the results of a call of Edges
	Value reflect.Value
	// Few is the value with a hundredth of the elements, if Value has many elements. It tells how long Value takes.
	Few reflect.Value
}

// longString is the length of the long string in bytes.
const longString = 5_000_000

// Edges returns values of t that test a round trip, in a fixed order. It leaves out edges that do not apply to t, such as "nan" without
// a float or "zone" without a time. The values must not be modified: the elements of "many elements" may share one pointer.
func Edges(t reflect.Type, seed uint64, unions ...inspect.Union) []Edge {
	e := &edger{m: newMaker(t, unions...), typ: t, seed: seed}
	e.fit()
	e.add("zero", reflect.Zero(t))
	v := reflect.New(t).Elem()
	if setEmpty(e.m.Info(t), v) {
		e.add("empty", v)
	}
	e.numbers()
	e.times()
	e.elements()
	e.strings()
	e.many()
	e.deep()
	return e.edges
}

type edger struct {
	m      *maker
	typ    reflect.Type
	seed   uint64
	levels int // of all fillers: see fit
	edges  []Edge
}

// edgeBudget limits the size of an edge value. Only large types that refer to each other exceed it: the number of their parts is
// exponential.
const edgeBudget = 1 << 16

// maxLevels is the maximum depth of the edge values of a type whose full value exceeds the budget.
const maxLevels = 8

// fit limits the depth of edge values if a full value exceeds the budget. Without this limit the first fields would use up the budget.
func (e *edger) fit() {
	for {
		f := e.filler()
		f.value(reflect.New(e.typ).Elem())
		switch {
		case f.budget > 0 || e.levels == 1:
			return
		case e.levels == 0:
			e.levels = maxLevels
		default:
			e.levels--
		}
	}
}

func (e *edger) add(name string, v reflect.Value) {
	e.edges = append(e.edges, Edge{Name: name, Value: v})
}

// filler returns a filler with random numbers of its own for the next edge.
func (e *edger) filler() *filler {
	f := newFiller(e.m, e.seed, uint64(1+len(e.edges)))
	f.full = true
	f.limit = 2
	f.maxBudget = edgeBudget
	f.levels = e.levels
	return f
}

// fill adds an edge that f makes, if the hooks of f have set used.
func (e *edger) fill(name string, f *filler, used *bool) {
	v := reflect.New(e.typ).Elem()
	f.value(v)
	if *used {
		e.add(name, v)
	}
}

// leaves adds an edge whose basic values and times, except in map keys, are set by set if it returns true.
func (e *edger) leaves(name string, set func(i *inspect.Info, v reflect.Value) bool) {
	f := e.filler()
	used := false
	f.leaf = func(i *inspect.Info, v reflect.Value, key bool) bool {
		if key || !set(i, v) {
			return false
		}
		used = true
		return true
	}
	e.fill(name, f, &used)
}

// setEmpty sets all slices and maps in v to empty ones and all pointers to pointers to zero values. It reports whether there are any.
func setEmpty(i *inspect.Info, v reflect.Value) bool {
	if i.Class != inspect.Plain {
		return false
	}
	found := false
	switch i.Kind {
	case reflect.Struct:
		for _, fd := range i.Fields {
			if fd.Settable && setEmpty(fd.Info, inspect.Accessible(v.Field(fd.Index))) {
				found = true
			}
		}
		return found
	case reflect.Array:
		for k := 0; k < v.Len() && (k == 0 || found); k++ {
			found = setEmpty(i.Elem, v.Index(k))
		}
		return found
	case reflect.Slice:
		v.Set(reflect.MakeSlice(i.Type, 0, 0))
	case reflect.Map:
		v.Set(reflect.MakeMap(i.Type))
	case reflect.Pointer:
		v.Set(reflect.New(i.Type.Elem()).Convert(i.Type))
	default:
		return false
	}
	return true
}

func (e *edger) numbers() {
	e.leaves("max", func(i *inspect.Info, v reflect.Value) bool {
		bits := numberBits(v)
		switch {
		case bits == 0:
			return false
		case v.CanInt():
			v.SetInt(1<<(bits-1) - 1)
		case v.CanUint():
			v.SetUint(1<<bits - 1)
		case v.CanFloat():
			v.SetFloat(maxFloat(bits))
		default:
			v.SetComplex(complex(maxFloat(bits/2), maxFloat(bits/2)))
		}
		return true
	})
	e.leaves("min", func(i *inspect.Info, v reflect.Value) bool {
		bits := numberBits(v)
		switch {
		case bits == 0:
			return false
		case v.CanInt():
			v.SetInt(-1 << (bits - 1))
		case v.CanUint():
			v.SetUint(0)
		case v.CanFloat():
			v.SetFloat(-maxFloat(bits))
		default:
			v.SetComplex(complex(-maxFloat(bits/2), -maxFloat(bits/2)))
		}
		return true
	})
	e.leaves("negative", func(i *inspect.Info, v reflect.Value) bool {
		switch {
		case i.Class == inspect.Timestamp:
			return false
		case v.CanInt():
			v.SetInt(-1)
		case v.CanFloat():
			v.SetFloat(-1.5)
		case v.CanComplex():
			v.SetComplex(complex(-1.5, -2.5))
		default:
			return false
		}
		return true
	})
	for _, x := range []struct {
		name  string
		value float64
	}{
		{"nan", math.NaN()},
		{"negative zero", math.Copysign(0, -1)},
		{"infinity", math.Inf(1)},
		{"negative infinity", math.Inf(-1)},
	} {
		e.leaves(x.name, func(i *inspect.Info, v reflect.Value) bool {
			switch {
			case v.CanFloat():
				v.SetFloat(x.value)
			case v.CanComplex():
				v.SetComplex(complex(x.value, x.value))
			default:
				return false
			}
			return true
		})
	}
}

// numberBits returns the size of a number in bits, or 0 if v is not a number.
func numberBits(v reflect.Value) int {
	if v.CanInt() || v.CanUint() || v.CanFloat() || v.CanComplex() {
		return v.Type().Bits()
	}
	return 0
}

func maxFloat(bits int) float64 {
	if bits == 32 {
		return math.MaxFloat32
	}
	return math.MaxFloat64
}

func (e *edger) times() {
	whole := time.Date(2024, 2, 29, 23, 59, 58, 0, time.UTC)
	for _, x := range []struct {
		name string
		time time.Time
	}{
		{"zero time", time.Time{}},
		{"local time", whole.In(time.Local)},
		{"zone", whole.In(time.FixedZone("", -(3*3600 + 1800)))},
		{"far times: year 1", time.Date(1, 2, 3, 4, 5, 6, 0, time.UTC)},
		{"far times: year 9999", time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)},
		{"before 1970", time.Date(1969, 12, 31, 23, 59, 58, 500_000_000, time.UTC)},
		{"nanoseconds", whole.Add(123_456_789)},
	} {
		e.leaves(x.name, func(i *inspect.Info, v reflect.Value) bool {
			if i.Class != inspect.Timestamp {
				return false
			}
			*inspect.Instant(v) = x.time
			return true
		})
	}
}

func (e *edger) elements() {
	f := e.filler()
	used := false
	f.elem = func(c *inspect.Info, v reflect.Value, k int) {
		if k == 1 && (c.Elem.Kind == reflect.Pointer || c.Elem.Kind == reflect.Interface) {
			v.SetZero()
			used = true
		}
	}
	e.fill("nil element", f, &used)

	f = e.filler()
	used = false
	f.elem = func(c *inspect.Info, v reflect.Value, k int) {
		if c.Elem.Class == inspect.Validated || c.Elem.Class == inspect.AlwaysZero {
			return
		}
		switch c.Elem.Kind {
		case reflect.Pointer:
			if k == 1 && !v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()).Convert(v.Type()))
				used = true
			}
		case reflect.String, reflect.Struct, reflect.Slice, reflect.Map:
			if k == 1 {
				v.SetZero()
				used = true
			}
			if k == 2 && setEmpty(c.Elem, v) {
				used = true
			}
		}
	}
	e.fill("empty element", f, &used)

	f = e.filler()
	used = false
	f.fields = func(i *inspect.Info, v reflect.Value) {
		for k := len(i.Fields) - 1; k > 0; k-- {
			fd := i.Fields[k]
			if !fd.Settable || fd.Info.Class != inspect.Plain || fd.Info.Kind != reflect.String && fd.Info.Kind != reflect.Slice {
				break
			}
			inspect.Accessible(v.Field(fd.Index)).SetZero()
			used = true
		}
	}
	f.elem = func(c *inspect.Info, v reflect.Value, k int) {
		if k == 2 && c.Kind == reflect.Slice && c.Elem.Class == inspect.Plain &&
			(c.Elem.Kind == reflect.String || c.Elem.Kind == reflect.Slice) {
			v.SetZero()
			used = true
		}
	}
	e.fill("trailing empty", f, &used)
}

func (e *edger) strings() {
	set := func(s string) func(i *inspect.Info, v reflect.Value) bool {
		return func(i *inspect.Info, v reflect.Value) bool {
			if !isText(i) {
				return false
			}
			v.SetString(s)
			return true
		}
	}
	e.leaves("invalid utf-8", set("a\xff\xc3(\xed\xa0\x80z"))
	e.leaves("multi-byte", set("Grüße, 世界 🙂 \u2028 e\u0301 \ufffd"))
	e.leaves("control characters", set("\x00\t\r\n\"\\</&>\x1b\x7f"))
	first := true
	e.leaves("long string", func(i *inspect.Info, v reflect.Value) bool {
		if !first || !isText(i) {
			return false
		}
		first = false
		v.SetString(strings.Repeat("0123456789", longString/10))
		return true
	})
}

// isText reports whether values of i are texts of any characters.
func isText(i *inspect.Info) bool { return i.Kind == reflect.String && i.Type != numberType }

// deepest is the number of values of one type that the "deep" edge nests.
const deepest = 60

func (e *edger) deep() {
	used := leadsToRecursion(e.m.World, e.m.Info(e.typ), map[*inspect.Info]bool{})
	f := e.filler()
	f.full = false
	f.chain = true
	f.maxBudget = budget
	f.limit = deepest
	e.fill("deep", f, &used)
}

// leadsToRecursion reports whether i, or a type that it contains, is recursive.
func leadsToRecursion(w *inspect.World, i *inspect.Info, seen map[*inspect.Info]bool) bool {
	if i == nil || seen[i] || i.Class != inspect.Plain {
		return false
	}
	seen[i] = true
	for _, fd := range i.Fields {
		if fd.Settable && leadsToRecursion(w, fd.Info, seen) {
			return true
		}
	}
	for _, m := range i.Members {
		if leadsToRecursion(w, m, seen) {
			return true
		}
	}
	return w.Recursive(i) || leadsToRecursion(w, i.Elem, seen)
}
