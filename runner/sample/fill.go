package sample

import (
	"math/rand/v2"
	"reflect"

	"bale/runner/inspect"
)

// filler fills values of one maker's types with random values or with an edge case.
type filler struct {
	m *maker
	r *rand.Rand

	simple    bool // as attemptSimple needs it: numbers are 0 or 1, and half of the byte slices are nil
	full      bool // nothing is nil or empty, within the budget
	chain     bool // recursive types become one long chain
	limit     int  // how often a type may contain itself
	maxBudget int  // the budget of one value
	levels    int  // maximum number of pointers, lists and maps around a value with full; 0 means no limit

	// Hooks of edge cases, which may be nil.
	leaf   func(i *inspect.Info, v reflect.Value, key bool) bool // sets a basic value or time; a random value is used if it returns false
	elem   func(c *inspect.Info, v reflect.Value, k int)         // changes element k of c after it was filled
	fields func(i *inspect.Info, v reflect.Value)                // changes a struct after it was filled
	bytes  func() []byte                                         // makes byte slices

	budget   int                   // number of values that may still be made before containers stay empty
	nest     int                   // containers around the current value
	level    int                   // pointers and containers around the current value
	depth    int                   // lists and maps around the current value, in an interface without a union
	active   map[*inspect.Info]int // the types around the current value
	testedBy inspect.Methods       // the methods of an enclosing type that will test the value
}

// budget limits the size of a sample value of any type: nested containers would grow exponentially.
const budget = 4000

func newFiller(m *maker, seed, stream uint64) *filler {
	return &filler{m: m, r: rand.New(rand.NewPCG(seed, stream)), limit: 3, maxBudget: budget, active: map[*inspect.Info]int{}}
}

// value fills v, which is addressable and zero, as a sample value.
func (f *filler) value(v reflect.Value) {
	f.budget = f.maxBudget
	f.fill(f.m.Info(v.Type()), v, false, false)
}

// fill sets v. With must, v is an element or the target of a pointer, and must not be nil. With key, v is the key of a map.
func (f *filler) fill(i *inspect.Info, v reflect.Value, must, key bool) {
	f.budget--
	switch i.Class {
	case inspect.AlwaysZero:
		return
	case inspect.Custom:
		if !f.m.byParts(i) {
			f.form(i, v)
			return
		}
	case inspect.Timestamp, inspect.Validated:
		f.basic(i, v, key)
		return
	}
	f.active[i]++
	defer func() { f.active[i]-- }()
	if i.Class == inspect.Custom && !i.InHome {
		f.fillAccepted(i, v, must, key)
	} else {
		f.parts(i, v, must, key)
	}
}

// parts fills v by its kind: field by field, element by element. The parameters are those of fill.
func (f *filler) parts(i *inspect.Info, v reflect.Value, must, key bool) {
	switch i.Kind {
	case reflect.Struct:
		f.structure(i, v, key)
	case reflect.Array:
		f.array(i, v, key)
	case reflect.Pointer:
		if f.draw(i, must, 5) {
			p := reflect.New(i.Type.Elem())
			f.level++
			f.fill(i.Elem, p.Elem(), true, key) // many serializers decode a pointer to nil as nil
			f.level--
			v.Set(p.Convert(i.Type))
		}
	case reflect.Slice:
		f.slice(i, v, must)
	case reflect.Map:
		f.mapping(i, v, must)
	case reflect.Interface:
		switch {
		case len(i.Members) > 0:
			f.union(i, v, must || key, key)
		case !onlyNil(i):
			f.jsonValue(v, must || key, key)
		}
	default:
		f.basic(i, v, key)
	}
}

// draw decides whether container i gets contents. It gets none if that would exceed a limit. Without must, it also stays nil with
// probability 1/odds.
func (f *filler) draw(i *inspect.Info, must bool, odds int) bool {
	switch {
	case !f.canMake(i.Elem, i.Kind == reflect.Pointer):
		return false
	case must:
		return true
	case f.full:
		return f.budget > 0 && (f.levels == 0 || f.level < f.levels)
	case f.chain && f.m.Recursive(i):
		return f.budget > budget-edgeBudget // the chain continues where all other containers end
	}
	return f.r.IntN(odds) > 0 && f.budget > 0
}

// maxNesting is the number of nested lists and maps, each behind a pointer, that canMake inspects: type T []*T has no end.
const maxNesting = 16

// canMake reports whether a value of i can be made without a type that contains itself more often than limit. With pointed, the value
// is the target of a pointer and must not be nil.
func (f *filler) canMake(i *inspect.Info, pointed bool) bool {
	for range maxNesting {
		for n := 0; i.Kind == reflect.Pointer && n < 8; n++ {
			i, pointed = i.Elem, true
		}
		if onlyNil(i) || f.m.refusesAll(i) || f.active[i] >= f.limit {
			return false
		}
		if !pointed || i.Class != inspect.Plain || i.Kind != reflect.Slice && i.Kind != reflect.Map {
			return true
		}
		i, pointed = i.Elem, false
	}
	return true
}

// onlyNil reports whether nil is the only value of i that this package can make.
func onlyNil(i *inspect.Info) bool {
	switch i.Kind {
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	case reflect.Interface:
		return i.Type.NumMethod() > 0 && len(i.Members) == 0
	}
	return false
}

// length returns the number of elements of container i, at most max if it is random.
func (f *filler) length(i *inspect.Info, max int) int {
	switch {
	case f.chain && f.m.Recursive(i):
		return 1
	case f.chain:
		return f.r.IntN(2)
	case f.full && f.budget <= 0:
		return 1
	case f.full && f.nest < 2:
		return 3
	case f.full && f.nest < 4:
		return 2
	case f.full:
		return 1
	}
	for n := f.nest; n > 1 && max > 1; n-- {
		max /= 2
	}
	return f.r.IntN(max + 1)
}

func (f *filler) structure(i *inspect.Info, v reflect.Value, key bool) {
	followed := false
	for _, fd := range i.Fields {
		if !fd.Settable {
			continue
		}
		if f.chain && (fd.Info == i || f.m.Reaches(fd.Info, i)) {
			if followed {
				continue
			}
			followed = true
		}
		x := inspect.Accessible(v.Field(fd.Index))
		f.fill(fd.Info, x, fd.Required, key)
		if fd.Required && fd.Info.Kind == reflect.Pointer && x.IsNil() { // a limit was reached
			x.Set(reflect.New(x.Type().Elem()))
		}
	}
	if f.fields != nil && !key {
		f.fields(i, v)
	}
}

func (f *filler) array(i *inspect.Info, v reflect.Value, key bool) {
	if i.IsBytes() && f.leaf == nil {
		fillBytes(f.r, inspect.Memory(v.Addr().UnsafePointer(), i.Type.Size()))
		return
	}
	for k := 0; k < v.Len(); k++ {
		if k > 0 && f.chain && f.m.Recursive(i) {
			return // more links would make the chain a deep tree
		}
		f.fill(i.Elem, v.Index(k), true, key)
		if f.elem != nil && !key {
			f.elem(i, v.Index(k), k)
		}
	}
}

func (f *filler) slice(i *inspect.Info, v reflect.Value, must bool) {
	if !f.draw(i, must, 10) {
		return
	}
	if i.IsBytes() {
		if f.simple && !must && f.r.IntN(2) == 0 {
			return
		}
		n := f.r.IntN(41)
		if f.bytes != nil {
			v.SetBytes(f.bytes())
			return
		}
		if n == 0 && !must && !f.full {
			return
		}
		n = max(n, 1)
		s := reflect.MakeSlice(i.Type, n, n)
		fillBytes(f.r, inspect.Memory(s.UnsafePointer(), uintptr(n)))
		v.Set(s)
		return
	}
	n := f.length(i, 8)
	if n == 0 && !must {
		return // nil: sample values hold no empty slices, which many serializers decode as nil
	}
	n = max(n, 1)
	s := reflect.MakeSlice(i.Type, n, n)
	f.elements(i, s)
	v.Set(s)
}

// elements fills all elements of s, a slice of type i.
func (f *filler) elements(i *inspect.Info, s reflect.Value) {
	f.nest++
	f.level++
	for k := 0; k < s.Len(); k++ {
		f.fill(i.Elem, s.Index(k), true, false)
		if f.elem != nil {
			f.elem(i, s.Index(k), k)
		}
	}
	f.nest--
	f.level--
}

func (f *filler) mapping(i *inspect.Info, v reflect.Value, must bool) {
	if !keyable(i.Key) || !f.draw(i, must, 10) {
		return
	}
	n := f.length(i, 6)
	if n == 0 && !must {
		return
	}
	n = max(n, 1)
	m := reflect.MakeMapWithSize(i.Type, n)
	f.nest++
	f.level++
	for k := 0; k < n; k++ {
		key, value := reflect.New(i.Type.Key()).Elem(), reflect.New(i.Type.Elem()).Elem()
		f.fill(i.Key, key, true, true)
		f.fill(i.Elem, value, true, false)
		if f.elem != nil {
			f.elem(i, value, k)
		}
		m.SetMapIndex(key, value)
	}
	f.nest--
	f.level--
	v.Set(m)
}

// keyable reports whether a map lookup finds a key of type i again after a round trip. Keys that contain pointers are not found.
func keyable(i *inspect.Info) bool { return keyableExcept(i, map[*inspect.Info]bool{}) }

// keyableExcept is keyable for types that may refer to the types in visiting, which count as keyable.
func keyableExcept(i *inspect.Info, visiting map[*inspect.Info]bool) bool {
	switch {
	case visiting[i], i.Class == inspect.Timestamp, i.Class == inspect.Validated:
		return true
	case i.Class == inspect.AlwaysZero:
		return false
	}
	visiting[i] = true
	switch i.Kind {
	case reflect.Pointer, reflect.Slice, reflect.Map: // slices and maps are members of a union: a lookup with them panics
		return false
	case reflect.Array:
		return keyableExcept(i.Elem, visiting)
	case reflect.Interface:
		for _, m := range i.Members {
			if !keyableExcept(m, visiting) {
				return false
			}
		}
	case reflect.Struct:
		if i.Class == inspect.Custom {
			return true
		}
		for _, f := range i.Fields {
			if !keyableExcept(f.Info, visiting) {
				return false
			}
		}
	}
	return !onlyNil(i)
}

// basic sets a time, or a value of a basic kind.
func (f *filler) basic(i *inspect.Info, v reflect.Value, key bool) {
	if i.Class == inspect.Validated {
		if p := f.m.allowed(i); !p.free {
			v.Set(p.valid[f.r.IntN(len(p.valid))])
			return
		}
	}
	if f.simple && numberBits(v) > 0 {
		v.Set(reflect.ValueOf(f.r.IntN(2)).Convert(v.Type()))
		return
	}
	if f.leaf != nil && f.leaf(i, v, key) {
		return
	}
	if numbers := i.EnumNumbers(); len(numbers) > 0 {
		v.SetInt(numbers[f.r.IntN(len(numbers))])
		return
	}
	if i.Class != inspect.Timestamp {
		random(f.r, v)
		return
	}
	*inspect.Instant(v) = randomTime(f.r)
}

// form sets v, of a custom type, from one of the texts that the type accepts. If there are none, v stays zero.
func (f *filler) form(i *inspect.Info, v reflect.Value) {
	all := f.m.acceptedForms(i)
	if len(all) == 0 {
		return
	}
	fm := all[f.r.IntN(len(all))]
	if fm.random == nil || !parse(i, v, fm.random(f.r)) {
		parse(i, v, fm.fixed)
	}
}
