package harness

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"

	"bale/runner/inspect"
	"bale/runner/measure"
	"bale/runner/sample"
)

// Limits for the number of sample values. A branch predictor learns a loop over some dozens of messages, and then predicts every branch on the
// length of an integer or a string; docs/internal/method.md has the measured curve. The number of leaves of all values is decisive, because each leaf can
// have such a branch.
const (
	knownValues     = 64       // maximum number of known values, which a branch predictor learns
	minVariedLeaves = 24 << 10 // number of leaves of all values from which the curve is flat
	maxVariedValues = 4096     // maximum number of values
	maxVariedBytes  = 2 << 20  // maximum size of all values if there are more than knownValues: larger ones do not fit into the second-level cache
	maxSampleBytes  = 16 << 20 // maximum size of all values: with a larger live heap, blocks would have fewer garbage collections
)

// values returns the sample values. Their number is a power of two.
func (a *adapter) values(src source) (reflect.Value, error) {
	switch {
	case src.Data != "":
		return a.fromFile(src)
	case src.Count != 0:
		return a.make(src, powerOfTwo(src.Count))
	}
	return a.variedValues(src)
}

// variedValues returns so many values that a branch predictor does not learn them. It makes a large value once, and not again for each of its questions.
func (a *adapter) variedValues(src source) (reflect.Value, error) {
	first, err := a.make(src, 1)
	if err != nil {
		return reflect.Value{}, err
	}
	size := inspect.Size(first.Index(0))
	few := knownValues
	for few > 1 && size*int64(few) > maxSampleBytes {
		few /= 2
	}
	if few > 1 {
		if first, err = a.make(src, few); err != nil {
			return reflect.Value{}, err
		}
		if distinct(first) == 1 { // all values are equal, and more values would be equal, too
			return first, nil
		}
	}
	if n := valueCount(meanLeaves(first), size); n != few {
		return a.make(src, n)
	}
	return first, nil
}

// valueCount returns the number of values, with the given leaves and bytes each, that a branch predictor does not learn.
func valueCount(leaves float64, size int64) int {
	n := 1
	for n < maxVariedValues && leaves*float64(n) < minVariedLeaves && (n < knownValues && size*int64(2*n) <= maxSampleBytes || size*int64(2*n) <= maxVariedBytes) {
		n *= 2
	}
	return n
}

// powerOfTwo returns the smallest power of two that is at least n.
func powerOfTwo(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}

// meanLeaves returns the mean number of leaves of the values.
func meanLeaves(values reflect.Value) float64 {
	n := 0
	for i := range values.Len() {
		n += inspect.Leaves(values.Index(i))
	}
	return float64(n) / float64(values.Len())
}

// distinct returns the number of different values.
func distinct(values reflect.Value) int {
	seen := map[uint64]bool{}
	for _, h := range inspect.Hashes(values) {
		seen[h] = true
	}
	return len(seen)
}

// describe returns the numbers of values, and the hash of all values.
func (a *adapter) describe(src source, values reflect.Value) (measure.Counts, string) {
	s := measure.Counts{Values: values.Len(), Known: min(values.Len(), knownValues), Leaves: meanLeaves(values), Distinct: distinct(values)}
	s.Learned = s.Distinct < s.Values/2 || s.Distinct == 1 && s.Leaves < minVariedLeaves
	size := inspect.Size(values) / int64(values.Len())
	if n := 4 * max(s.Values, valueCount(s.Leaves, size)); !s.Learned && s.Leaves < minVariedLeaves && size*int64(n) <= maxSampleBytes && src.Data == "" {
		s.Fourfold = n
	}
	return s, fmt.Sprintf("%016x", inspect.Hash(values))
}

// make makes n values.
func (a *adapter) make(src source, n int) (reflect.Value, error) {
	t := a.typ
	switch {
	case a.samples != nil && a.samples.elements:
		length := max(src.Length, 1)
		made, err := a.call(src.Seed, n*length)
		if err != nil {
			return made, err
		}
		return sample.SplitElements(t, made, length), nil
	case src.Length > 0 && t.Kind() == reflect.Slice:
		return sample.Slices(t, src.Seed, n, src.Length, a.unions...), nil
	case a.samples != nil:
		made, err := a.call(src.Seed, n)
		if err != nil {
			return made, err
		}
		list := reflect.MakeSlice(reflect.SliceOf(t), n, n)
		for i := range n {
			list.Index(i).Set(made.Index(i).Convert(t))
		}
		return list, nil
	}
	return sample.Values(t, src.Seed, n, a.unions...), nil
}

// call calls the package's own function for n values. It returns an error if the function panics or returns another number of values.
func (a *adapter) call(seed uint64, n int) (made reflect.Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("BaleSamples of %s panicked%s: %v", a.typ, panicPlace(), p)
		}
	}()
	made = reflect.ValueOf(a.samples.make(seed, n))
	if made.Len() != n {
		err = fmt.Errorf("BaleSamples of %s returned a slice of length %d for n = %d: it has to return n values", a.typ, made.Len(), n)
	}
	return made, err
}

// panicPlace returns the file and line of the code that panicked, as " at file:line", or "". Only a deferred function may call it.
func panicPlace() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for panicked, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		internal := strings.HasPrefix(f.Function, "runtime.") || strings.HasPrefix(f.Function, "internal/runtime/")
		if panicked && !internal {
			return fmt.Sprintf(" at %s:%d", f.File, f.Line)
		}
		panicked = panicked || internal
	}
	return ""
}

// callAgain returns an error if the package's own function does not return the same values again. The blocks would measure other values
// than the round-trip check.
func (a *adapter) callAgain(src source, values reflect.Value) error {
	if a.samples == nil || src.Data != "" {
		return nil
	}
	again, err := a.make(src, values.Len())
	if err == nil && inspect.Hash(again) != inspect.Hash(values) {
		err = fmt.Errorf("BaleSamples of %s returned other values for the same r when it was called again: "+
			"it has to use r alone, and no clock, other random numbers or variables that change", a.typ)
	}
	return err
}

// fromFile reads sample values. Their number is that of the source, or the largest power of two up to the number in the file, but at least
// knownValues and at most as many as fit into maxSampleBytes. If the file has fewer values, they are repeated.
func (a *adapter) fromFile(src source) (reflect.Value, error) {
	data, err := os.ReadFile(src.Data)
	if err != nil {
		return reflect.Value{}, fmt.Errorf("-data: %w", err)
	}
	given, err := sample.FromJSON(a.typ, data, a.unions...)
	if err != nil {
		return given, fmt.Errorf("-data: %s: %w", src.Data, err)
	}
	size := inspect.Size(given)/int64(given.Len()) + 1
	n := powerOfTwo(src.Count)
	if src.Count == 0 {
		n = knownValues
		for n*2 <= given.Len() {
			n *= 2
		}
		for n > 1 && size*int64(n) > maxSampleBytes {
			n /= 2
		}
	}
	list := reflect.MakeSlice(given.Type(), n, n)
	for i := range n {
		list.Index(i).Set(given.Index(i % given.Len()))
	}
	return list, nil
}
