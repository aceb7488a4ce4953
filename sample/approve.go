package sample

import "reflect"

// A struct, list or map of another module that has marshal methods is filled part by part, unless its unmarshal method accepts a kind of
// text that can be random (see forms). The methods may refuse the result: those of go-ethereum's Receipt accept only a few statuses.
// Therefore each value is passed to the methods.

// trial is the result of testing which values a type's own methods accept.
type trial struct {
	random, simple bool          // the methods accept some values of attempt or attemptSimple
	always         bool          // they accept all values of attempt
	accepted       reflect.Value // an accepted value, zero if possible; invalid if there is none
	done           bool
}

// Limits of a trial: the number of values of each kind, their budget, and the number of attempts to make an accepted value.
const (
	trials      = 8
	trialBudget = 400
	randomTries = 3
	simpleTries = 6
)

// byParts reports whether values of i, which is custom, are filled part by part. Of structs of other modules, only exported fields are
// filled.
func (i *info) byParts() bool {
	for _, fm := range i.acceptedForms() {
		if i.inHome || fm.random != nil {
			return false
		}
	}
	if i.kind != reflect.Struct {
		return true
	}
	for _, f := range i.fields {
		if f.settable {
			return true
		}
	}
	return false
}

// fillAccepted fills v part by part such that its own methods accept it. If that fails, v is made from a text, or set to another
// accepted value, or to zero.
func (f *filler) fillAccepted(i *info, v reflect.Value, must, key bool) {
	t := f.w.try(i)
	switch {
	case !t.done, // v is part of the values of this trial
		t.always && f.testedBy.cover(i.methods): // v is part of a value whose own methods test v as well
		f.parts(i, v, must, key)
	case t.random && f.attempt(i, v, must, key, randomTries), t.simple && f.attemptSimple(i, v, must, key):
	case len(i.acceptedForms()) > 0:
		f.form(i, v)
	case t.accepted.IsValid():
		v.Set(Clone(t.accepted))
	default:
		v.SetZero()
	}
}

// attempt fills v until its methods accept it, at most tries times.
func (f *filler) attempt(i *info, v reflect.Value, must, key bool, tries int) bool {
	defer func(testedBy methods) { f.testedBy = testedBy }(f.testedBy)
	f.testedBy = i.methods
	for k := 0; k == 0 || k < tries && f.budget > 0; k++ {
		v.SetZero()
		f.parts(i, v, must, key)
		if i.accepts(v) {
			return true
		}
	}
	return false
}

// attemptSimple fills v with values that methods are most likely to accept: no list, map or pointer is nil, and numbers are 0 or 1.
func (f *filler) attemptSimple(i *info, v reflect.Value, must, key bool) bool {
	simple, full := f.simple, f.full
	defer func() { f.simple, f.full = simple, full }()
	f.simple, f.full = true, true
	return f.attempt(i, v, must, key, simpleTries)
}

// try tests which values the methods of i accept. While i is being tested, it returns the unfinished trial.
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
	if i.class == custom && i.byParts() {
		n := count(func(v reflect.Value) bool { return f.attempt(i, v, false, false, 1) })
		t.random, t.always = n > 0, n == trials
		t.simple = !t.always && count(func(v reflect.Value) bool { return f.attemptSimple(i, v, false, false) }) > 0
	}
	if zero := reflect.New(i.typ).Elem(); i.accepts(zero) {
		t.accepted = zero
	}
	t.done = true
	return t
}

// refusesAll reports whether the type's own methods refuse all values that this package can make; those of go-ethereum's Transaction
// panic. Lists, maps and pointers then hold no such values, so only types with a field of the type have values that cannot be encoded.
func (w *world) refusesAll(i *info) bool {
	switch i.class {
	case custom:
		if i.inHome || len(i.acceptedForms()) > 0 {
			return false
		}
	case validated:
		if i.allowed().free || len(i.probe.valid) > 1 {
			return false
		}
	default:
		return false
	}
	t := w.try(i)
	return t.done && !t.accepted.IsValid()
}
