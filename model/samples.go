package model

import "go/types"

// samplesPrefix is the beginning of the names of sample functions.
const samplesPrefix = "BaleSamples"

// samples returns the function that makes sample values of r, or nil: the one with the type's name, else the general one. A function
// that is meant for r but cannot be called is an error, and so is one that cannot make values of any type. A function that makes values of
// another type is ignored.
func (l *loader) samples(r *resolved) *Samples {
	if r.name != "" {
		if fn := l.function(samplesPrefix + r.name); fn != nil {
			return l.typeSamples(r, fn)
		}
	}
	fn := l.function(samplesPrefix)
	if fn == nil {
		return nil
	}
	elements, ok := resultFor(r.typ, fn.Signature())
	if !ok {
		if meantFor(r.typ, fn.Signature()) || makesNothing(fn.Signature()) {
			l.wrongSamples(r, fn)
		}
		return nil
	}
	return l.callable(r, fn, elements)
}

// meantFor reports whether the results of sig, which are not a single slice of t, contain a slice of t or of pointers to t.
func meantFor(t types.Type, sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		list, ok := v.Type().Underlying().(*types.Slice)
		if !ok {
			continue
		}
		elem := list.Elem()
		if p, ok := elem.Underlying().(*types.Pointer); ok {
			elem = p.Elem()
		}
		if types.Identical(elem, t) || types.Identical(list, t.Underlying()) {
			return true
		}
	}
	return false
}

// makesNothing reports whether a function with the signature sig cannot be meant for a particular type: it is generic, or returns no slice.
func makesNothing(sig *types.Signature) bool {
	if sig.TypeParams().Len() > 0 {
		return true
	}
	for v := range sig.Results().Variables() {
		if _, ok := v.Type().Underlying().(*types.Slice); ok {
			return false
		}
	}
	return true
}

// function returns the package's function with this name, or nil.
func (l *loader) function(name string) *types.Func {
	fn, _ := l.pkg.Types.Scope().Lookup(name).(*types.Func)
	return fn
}

// typeSamples checks fn, which has the name of r's type.
func (l *loader) typeSamples(r *resolved, fn *types.Func) *Samples {
	elements, ok := resultFor(r.typ, fn.Signature())
	if ok {
		return l.callable(r, fn, elements)
	}
	// Pair[int,string] and Pair[int,bool] share the function name, but not the samples.
	if !otherInstance(r.typ, fn.Signature()) {
		l.wrongSamples(r, fn)
	}
	return nil
}

// callable checks that a runner can call fn, whose result is known to be right.
func (l *loader) callable(r *resolved, fn *types.Func, elements bool) *Samples {
	sig := fn.Signature()
	params := sig.Params()
	if sig.TypeParams().Len() == 0 && params.Len() == 2 && !sig.Variadic() &&
		types.Identical(params.At(1).Type(), types.Typ[types.Int]) {
		if from := randPackage(params.At(0).Type()); from != "" {
			return &Samples{Func: fn.Name(), Rand: from, Elements: elements}
		}
	}
	l.wrongSamples(r, fn)
	return nil
}

func (l *loader) wrongSamples(r *resolved, fn *types.Func) {
	l.fail(l.places.of(fn), "", "%s has the wrong signature: declare it as func %s(r *rand.Rand, n int) []%s, with the Rand of math/rand or math/rand/v2",
		fn.Name(), fn.Name(), r.expr)
}

// randPackage returns the import path of the package of t if t is *rand.Rand, or "".
func randPackage(t types.Type) string {
	ptr, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return ""
	}
	named, ok := types.Unalias(ptr.Elem()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Name() != "Rand" {
		return ""
	}
	switch path := named.Obj().Pkg().Path(); path {
	case "math/rand", "math/rand/v2":
		return path
	}
	return ""
}

// resultFor reports whether the result of sig is a slice of t, or has the underlying type of t if t is a slice.
func resultFor(t types.Type, sig *types.Signature) (elements, ok bool) {
	list := resultSlice(sig)
	switch {
	case list == nil:
		return false, false
	case types.Identical(list.Elem(), t):
		return false, true
	}
	ok = types.Identical(list, t.Underlying())
	return ok, ok
}

// resultSlice returns the underlying slice type of the only result of sig, or nil.
func resultSlice(sig *types.Signature) *types.Slice {
	if sig.Results().Len() != 1 {
		return nil
	}
	list, _ := sig.Results().At(0).Type().Underlying().(*types.Slice)
	return list
}

// otherInstance reports whether sig returns values of another instance of t's generic type.
func otherInstance(t types.Type, sig *types.Signature) bool {
	list := resultSlice(sig)
	if list == nil {
		return false
	}
	want, ok := types.Unalias(t).(*types.Named)
	if !ok || want.TypeArgs().Len() == 0 {
		return false
	}
	for _, got := range []types.Type{list.Elem(), sig.Results().At(0).Type()} {
		if named, ok := types.Unalias(got).(*types.Named); ok && named.Origin() == want.Origin() {
			return true
		}
	}
	return false
}
