package schema

import "go/types"

// samplesPrefix starts the name of a package's sample functions.
const samplesPrefix = "BaleSamples"

// samples finds the function that makes sample values of r: the one with its name
// first, then the general one, or nil. A function that is clearly meant for r and
// cannot be called is an error; one that makes values of another type is not for r.
func (l *loader) samples(r *asked) *Samples {
	if r.name != "" {
		if fn := l.function(samplesPrefix + r.name); fn != nil {
			return l.ownSamples(r, fn)
		}
	}
	fn := l.function(samplesPrefix)
	if fn == nil {
		return nil
	}
	elements, ok := resultFor(r.typ, fn.Signature())
	if !ok {
		return nil
	}
	return l.callable(r, fn, elements)
}

// function is the package's function of that name; methods and variables are none.
func (l *loader) function(name string) *types.Func {
	fn, _ := l.pkg.Types.Scope().Lookup(name).(*types.Func)
	return fn
}

// ownSamples is fn, which bears the name of r.
func (l *loader) ownSamples(r *asked, fn *types.Func) *Samples {
	elements, ok := resultFor(r.typ, fn.Signature())
	if ok {
		return l.callable(r, fn, elements)
	}
	// Pair[int,string] and Pair[int,bool] share the name but not the samples.
	if !otherInstance(r.typ, fn.Signature()) {
		l.wrongSamples(r, fn)
	}
	return nil
}

// callable is fn when a runner can call it; its result is known to be right.
func (l *loader) callable(r *asked, fn *types.Func, elements bool) *Samples {
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

func (l *loader) wrongSamples(r *asked, fn *types.Func) {
	l.fail(l.places.of(fn), "", "%s has the wrong signature: declare it as func %s(r *rand.Rand, n int) []%s, with the Rand of math/rand or math/rand/v2",
		fn.Name(), fn.Name(), r.expr)
}

// randPackage is the import path of the *rand.Rand that t is, or "".
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

// resultFor reports whether the result of sig is values of t, or elements of t where t
// is a slice.
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

// resultSlice is the slice that sig returns as its only result, under whatever name.
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
