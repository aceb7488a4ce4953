package sample

import (
	"reflect"

	"bale/runner/inspect"
)

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
func (m *maker) byParts(i *inspect.Info) bool {
	for _, fm := range m.acceptedForms(i) {
		if i.InHome || fm.random != nil {
			return false
		}
	}
	if i.Kind != reflect.Struct {
		return true
	}
	for _, f := range i.Fields {
		if f.Settable {
			return true
		}
	}
	return false
}

// fillAccepted fills v part by part such that its own methods accept it. If that fails, v is made from a text, or set to another
// accepted value, or to zero.
func (f *filler) fillAccepted(i *inspect.Info, v reflect.Value, must, key bool) {
	t := f.m.try(i)
	switch {
	case !t.done, // v is part of the values of this trial
		t.always && f.testedBy.Cover(i.Methods): // v is part of a value whose own methods test v as well
		f.parts(i, v, must, key)
	case t.random && f.attempt(i, v, must, key, randomTries), t.simple && f.attemptSimple(i, v, must, key):
	case len(f.m.acceptedForms(i)) > 0:
		f.form(i, v)
	case t.accepted.IsValid():
		v.Set(inspect.Clone(t.accepted))
	default:
		v.SetZero()
	}
}

// attempt fills v until its methods accept it, at most tries times.
func (f *filler) attempt(i *inspect.Info, v reflect.Value, must, key bool, tries int) bool {
	defer func(testedBy inspect.Methods) { f.testedBy = testedBy }(f.testedBy)
	f.testedBy = i.Methods
	for k := 0; k == 0 || k < tries && f.budget > 0; k++ {
		v.SetZero()
		f.parts(i, v, must, key)
		if i.Accepts(v) {
			return true
		}
	}
	return false
}

// attemptSimple fills v with values that methods are most likely to accept: no list, map or pointer is nil, and numbers are 0 or 1.
func (f *filler) attemptSimple(i *inspect.Info, v reflect.Value, must, key bool) bool {
	simple, full := f.simple, f.full
	defer func() { f.simple, f.full = simple, full }()
	f.simple, f.full = true, true
	return f.attempt(i, v, must, key, simpleTries)
}

// try tests which values the methods of i accept. While i is being tested, it returns the unfinished trial.
func (m *maker) try(i *inspect.Info) *trial {
	if t := m.trials[i]; t != nil {
		return t
	}
	t := &trial{}
	m.trials[i] = t
	f := newFiller(m, 1, 1)
	f.active[i]++
	count := func(attempt func(v reflect.Value) bool) (accepted int) {
		for k := 0; k < trials; k++ {
			f.budget = trialBudget
			if v := reflect.New(i.Type).Elem(); attempt(v) {
				t.accepted = v
				accepted++
			}
		}
		return accepted
	}
	if i.Class == inspect.Custom && m.byParts(i) {
		n := count(func(v reflect.Value) bool { return f.attempt(i, v, false, false, 1) })
		t.random, t.always = n > 0, n == trials
		t.simple = !t.always && count(func(v reflect.Value) bool { return f.attemptSimple(i, v, false, false) }) > 0
	}
	if zero := reflect.New(i.Type).Elem(); i.Accepts(zero) {
		t.accepted = zero
	}
	t.done = true
	return t
}

// refusesAll reports whether the type's own methods refuse all values that this package can make; those of go-ethereum's Transaction
// panic. Lists, maps and pointers then hold no such values, so only types with a field of the type have values that cannot be encoded.
func (m *maker) refusesAll(i *inspect.Info) bool {
	switch i.Class {
	case inspect.Custom:
		if i.InHome || len(m.acceptedForms(i)) > 0 {
			return false
		}
	case inspect.Validated:
		if p := m.allowed(i); p.free || len(p.valid) > 1 {
			return false
		}
	default:
		return false
	}
	t := m.try(i)
	return t.done && !t.accepted.IsValid()
}
