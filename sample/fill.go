package sample

import (
	"math/rand/v2"
	"reflect"
)

// filler fills values of one world's types at random, or as an edge case asks for.
type filler struct {
	w *world
	r *rand.Rand

	simple bool // as approved tries it: numbers are 0 or 1, and half of the byte slices are nil
	full   bool // nothing is nil or empty, within the budget
	chain  bool // recursive types become one long chain
	limit  int  // how often a type may hold itself
	whole  int  // the budget of a whole value
	levels int  // how many pointers, lists and maps may be around a value in a full one; 0 sets no limit

	// Hooks of edge cases, each nil or asked for every value it is about.
	leaf   func(i *info, v reflect.Value, key bool) bool // sets a basic value or time; false leaves it to chance
	elem   func(c *info, v reflect.Value, k int)         // changes element k of c, after it was filled
	fields func(i *info, v reflect.Value)                // changes a struct, after it was filled

	budget int           // values that may yet be made before containers stay empty
	nest   int           // containers around the current value
	level  int           // pointers and containers around the current value
	depth  int           // lists and maps around the current value, in an interface without a union
	active map[*info]int // the types around the current value
	asked  methods       // those of the type around it that are asked whether they accept the value
}

// budget bounds one sample value, whatever its type: containers in containers would grow
// exponentially.
const budget = 4000

func newFiller(w *world, seed, stream uint64) *filler {
	return &filler{w: w, r: rand.New(rand.NewPCG(seed, stream)), limit: 3, whole: budget, active: map[*info]int{}}
}

// value fills v, which is addressable and zero, as one whole sample value.
func (f *filler) value(v reflect.Value) {
	f.budget = f.whole
	f.fill(f.w.info(v.Type()), v, false, false)
}

// fill sets v. With must, v is an element, or what a pointer points to, and is not to be
// nil; with key, it is a map's key.
func (f *filler) fill(i *info, v reflect.Value, must, key bool) {
	f.budget--
	switch i.class {
	case shut:
		return
	case sealed:
		if !i.byFields() {
			f.form(i, v)
			return
		}
	case clock, checked:
		f.basic(i, v, key)
		return
	}
	f.active[i]++
	defer func() { f.active[i]-- }()
	switch i.kind {
	case reflect.Struct:
		if i.class == sealed && !i.ours {
			f.approved(i, v, key)
		} else {
			f.structure(i, v, key)
		}
	case reflect.Array:
		f.array(i, v, key)
	case reflect.Pointer:
		if f.draw(i, must, 5) {
			p := reflect.New(i.typ.Elem())
			f.level++
			f.fill(i.elem, p.Elem(), true, key) // a pointer to nil is often taken for nil
			f.level--
			v.Set(p.Convert(i.typ))
		}
	case reflect.Slice:
		f.slice(i, v, must)
	case reflect.Map:
		f.mapping(i, v, must)
	case reflect.Interface:
		switch {
		case len(i.members) > 0:
			f.union(i, v, must || key, key)
		case !i.onlyNil():
			f.anything(v, must || key, key)
		}
	default:
		f.basic(i, v, key)
	}
}

// draw decides whether container i is to hold something: not when it would exceed a
// limit, and by chance not one time in odds.
func (f *filler) draw(i *info, must bool, odds int) bool {
	switch {
	case !f.room(i.elem, i.kind == reflect.Pointer):
		return false
	case must:
		return true
	case f.full:
		return f.budget > 0 && (f.levels == 0 || f.level < f.levels)
	case f.chain && f.w.recursive(i):
		return f.budget > budget-edgeBudget // the chain goes on where all else ends
	}
	return f.r.IntN(odds) > 0 && f.budget > 0
}

// maxRoom is how many lists and maps, each behind a pointer in the one before, room looks into: type T []*T has no end.
const maxRoom = 16

// room reports whether a value of i can be made: no type may hold itself beyond the limit. What is pointed at is not nil.
func (f *filler) room(i *info, pointed bool) bool {
	for range maxRoom {
		for n := 0; i.kind == reflect.Pointer && n < 8; n++ {
			i, pointed = i.elem, true
		}
		if i.onlyNil() || f.w.refusesAll(i) || f.active[i] >= f.limit {
			return false
		}
		if !pointed || i.class != open || i.kind != reflect.Slice && i.kind != reflect.Map {
			return true
		}
		i, pointed = i.elem, false
	}
	return true
}

// length is how many elements container i gets, at most max when by chance.
func (f *filler) length(i *info, max int) int {
	switch {
	case f.chain && f.w.recursive(i):
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

func (f *filler) structure(i *info, v reflect.Value, key bool) {
	followed := false
	for _, fd := range i.fields {
		if !fd.ours {
			continue
		}
		if f.chain && (fd.info == i || f.w.reaches(fd.info, i)) {
			if followed {
				continue
			}
			followed = true
		}
		x := reach(v.Field(fd.index))
		f.fill(fd.info, x, fd.must, key)
		if fd.must && fd.info.kind == reflect.Pointer && x.IsNil() { // where a limit was met
			x.Set(reflect.New(x.Type().Elem()))
		}
	}
	if f.fields != nil && !key {
		f.fields(i, v)
	}
}

func (f *filler) array(i *info, v reflect.Value, key bool) {
	if i.isBytes() && f.leaf == nil {
		fillBytes(f.r, memory(v.Addr().UnsafePointer(), i.typ.Size()))
		return
	}
	for k := 0; k < v.Len(); k++ {
		if k > 0 && f.chain && f.w.recursive(i) {
			return // a second link of the chain would be a tree, and a deep one
		}
		f.fill(i.elem, v.Index(k), true, key)
		if f.elem != nil && !key {
			f.elem(i, v.Index(k), k)
		}
	}
}

func (f *filler) slice(i *info, v reflect.Value, must bool) {
	if !f.draw(i, must, 10) {
		return
	}
	if i.isBytes() {
		if f.simple && !must && f.r.IntN(2) == 0 {
			return
		}
		n := f.r.IntN(41)
		if n == 0 && !must && !f.full {
			return
		}
		n = max(n, 1)
		s := reflect.MakeSlice(i.typ, n, n)
		fillBytes(f.r, memory(s.UnsafePointer(), uintptr(n)))
		v.Set(s)
		return
	}
	n := f.length(i, 8)
	if n == 0 && !must {
		return // nil: sample values hold no empty slices, which many serializers cannot tell from it
	}
	n = max(n, 1)
	s := reflect.MakeSlice(i.typ, n, n)
	f.elements(i, s)
	v.Set(s)
}

// elements fills all of s, a slice of type i.
func (f *filler) elements(i *info, s reflect.Value) {
	f.nest++
	f.level++
	for k := 0; k < s.Len(); k++ {
		f.fill(i.elem, s.Index(k), true, false)
		if f.elem != nil {
			f.elem(i, s.Index(k), k)
		}
	}
	f.nest--
	f.level--
}

func (f *filler) mapping(i *info, v reflect.Value, must bool) {
	if !keyable(i.key) || !f.draw(i, must, 10) {
		return
	}
	n := f.length(i, 6)
	if n == 0 && !must {
		return
	}
	n = max(n, 1)
	m := reflect.MakeMapWithSize(i.typ, n)
	f.nest++
	f.level++
	for k := 0; k < n; k++ {
		key, value := reflect.New(i.typ.Key()).Elem(), reflect.New(i.typ.Elem()).Elem()
		f.fill(i.key, key, true, true)
		f.fill(i.elem, value, true, false)
		if f.elem != nil {
			f.elem(i, value, k)
		}
		m.SetMapIndex(key, value)
	}
	f.nest--
	f.level--
	v.Set(m)
}

// keyable reports whether equal keys of type i are found again after a round trip: what
// holds a pointer is not.
func keyable(i *info) bool { return keyableBut(i, map[*info]bool{}) }

// keyableBut takes the types in open for keyable: they are being looked at.
func keyableBut(i *info, open map[*info]bool) bool {
	switch {
	case open[i], i.class == clock, i.class == checked:
		return true
	case i.class == shut:
		return false
	}
	open[i] = true
	switch i.kind {
	case reflect.Pointer:
		return false
	case reflect.Array:
		return keyableBut(i.elem, open)
	case reflect.Interface:
		for _, m := range i.members {
			if !keyableBut(m, open) {
				return false
			}
		}
	case reflect.Struct:
		if i.class == sealed {
			return true
		}
		for _, f := range i.fields {
			if !keyableBut(f.info, open) {
				return false
			}
		}
	}
	return !i.onlyNil()
}

// basic sets a time, or a value of a basic kind.
func (f *filler) basic(i *info, v reflect.Value, key bool) {
	if i.class == checked && !i.allowed().free {
		valid := i.texts.valid
		v.Set(valid[f.r.IntN(len(valid))])
		return
	}
	if f.simple && numberBits(v) > 0 {
		v.Set(reflect.ValueOf(f.r.IntN(2)).Convert(v.Type()))
		return
	}
	if f.leaf != nil && f.leaf(i, v, key) {
		return
	}
	if numbers := i.enum(); len(numbers) > 0 {
		v.SetInt(numbers[f.r.IntN(len(numbers))])
		return
	}
	if i.class != clock {
		random(f.r, v)
		return
	}
	t := moment(f.r)
	if key { // as a key, a time is compared with its zone
		t = t.UTC()
	}
	*instant(v) = t
}

// form sets v, of a sealed type, through one of the forms that the type takes. Without any, it stays zero.
func (f *filler) form(i *info, v reflect.Value) {
	all := i.accepted()
	if len(all) == 0 {
		return
	}
	fm := all[f.r.IntN(len(all))]
	if fm.random == nil || !i.parse(v, fm.random(f.r)) {
		i.parse(v, fm.fixed)
	}
}
