package sample

import "reflect"

// A struct of another module that marshals itself, and takes no texts but single ones of those that are tried on such types, is filled
// field by field. Its methods may refuse what comes of that: those of go-ethereum's Receipt know a few statuses only. So they are asked.

// trial is what was found out about a type by asking its methods.
type trial struct {
	random, simple bool          // its methods accept some values that attempt or attemptSimple makes
	always         bool          // they accept all that attempt makes
	accepted       reflect.Value // a value that they accept: the zero value, or else one of those; invalid if there is none
	done           bool
}

// How many values of each kind a trial makes, how large they are, and how often a value that was refused is made again.
const (
	trials      = 8
	trialBudget = 400
	randomTries = 3
	simpleTries = 6
)

// byFields reports whether values of i, which is sealed, are filled field by field: where it is of another module, its exported ones.
func (i *info) byFields() bool {
	if i.kind != reflect.Struct {
		return false
	}
	for _, fm := range i.accepted() {
		if i.ours || fm.random != nil {
			return false
		}
	}
	for _, f := range i.fields {
		if f.ours {
			return true
		}
	}
	return false
}

// approved fills v field by field such that its own methods accept it, if that can be. Otherwise it is made from a text, or is another value
// that they accept: zero where possible.
func (f *filler) approved(i *info, v reflect.Value, key bool) {
	t := f.w.try(i)
	switch {
	case !t.done, // this is a part of the values that are tried
		t.always && f.asked.cover(i.methods): // or of one whose methods are asked next, and see it, too
		f.structure(i, v, key)
	case t.random && f.attempt(i, v, key, randomTries), t.simple && f.attemptSimple(i, v, key):
	case len(i.accepted()) > 0:
		f.form(i, v)
	case t.accepted.IsValid():
		v.Set(Clone(t.accepted))
	default:
		v.SetZero()
	}
}

// attempt fills v until its methods accept it, so many times at most.
func (f *filler) attempt(i *info, v reflect.Value, key bool, tries int) bool {
	defer func(asked methods) { f.asked = asked }(f.asked)
	f.asked = i.methods
	for k := 0; k == 0 || k < tries && f.budget > 0; k++ {
		v.SetZero()
		f.structure(i, v, key)
		if i.accepts(v) {
			return true
		}
	}
	return false
}

// attemptSimple fills v with what methods are most likely to accept: no list, map or pointer is nil, and numbers are 0 or 1.
func (f *filler) attemptSimple(i *info, v reflect.Value, key bool) bool {
	simple, full := f.simple, f.full
	defer func() { f.simple, f.full = simple, full }()
	f.simple, f.full = true, true
	return f.attempt(i, v, key, simpleTries)
}

// try finds out which values the methods of i accept. What it returns is not done while i is being tried.
func (w *world) try(i *info) *trial {
	if i.trial != nil {
		return i.trial
	}
	t := &trial{}
	i.trial = t
	f := newFiller(w, 1, 1)
	f.active[i]++
	count := func(attempt func(v reflect.Value) bool) (accepted int) {
		for k := 0; k < trials; k++ {
			f.budget = trialBudget
			if v := reflect.New(i.typ).Elem(); attempt(v) {
				t.accepted = v
				accepted++
			}
		}
		return accepted
	}
	if i.class == sealed && i.byFields() {
		n := count(func(v reflect.Value) bool { return f.attempt(i, v, false, 1) })
		t.random, t.always = n > 0, n == trials
		t.simple = !t.always && count(func(v reflect.Value) bool { return f.attemptSimple(i, v, false) }) > 0
	}
	if zero := reflect.New(i.typ).Elem(); i.accepts(zero) {
		t.accepted = zero
	}
	t.done = true
	return t
}

// refusesAll reports whether the type's own methods refuse all values that can be made of it: those of go-ethereum's Transaction panic.
// No list, map or pointer holds it then, and values can be encoded but where a field holds it.
func (w *world) refusesAll(i *info) bool {
	switch i.class {
	case sealed:
		if i.ours || len(i.accepted()) > 0 {
			return false
		}
	case checked:
		if i.allowed().free || len(i.texts.valid) > 1 {
			return false
		}
	default:
		return false
	}
	t := w.try(i)
	return t.done && !t.accepted.IsValid()
}
