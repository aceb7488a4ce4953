package harness

import (
	"fmt"
	"os"
	"reflect"

	"bale/measure"
	"bale/sample"
)

// How many sample values there are. A branch predictor learns a loop over some dozens of messages by heart, and then guesses
// every branch on the length of an integer or a string right; docs/method.md has the curve. What counts is how many
// leaves the values have together, in all of which such a branch can depend on the data.
const (
	knownCount   = 64       // values that a processor learns
	variedLeaves = 24 << 10 // leaves of all values together, from which on the curve is flat
	variedCount  = 4096     // values at most, however few leaves each has
	variedBudget = 2 << 20  // bytes of all values together, beyond those of knownCount: more would leave the second cache
	sampleBudget = 16 << 20 // bytes of all values together, or there are fewer than knownCount: a larger live heap would put off the collections that a block has to pay for
)

// values makes the sample values: a number of them that is a power of two.
func (a *adapter) values(src source) (reflect.Value, error) {
	if src.Data != "" {
		return a.fromFile(src)
	}
	n, err := src.Count, error(nil)
	if n == 0 {
		n, err = a.count(src)
	}
	if err != nil {
		return reflect.Value{}, err
	}
	return a.make(src, powerOfTwo(n))
}

// count is how many values to make, so that a processor does not learn them.
func (a *adapter) count(src source) (int, error) {
	one, err := a.make(src, 1)
	if err != nil {
		return 0, err
	}
	size := sample.Size(one.Index(0))
	few := knownCount
	for few > 1 && size*int64(few) > sampleBudget {
		few /= 2
	}
	first, err := a.make(src, few)
	if err != nil {
		return 0, err
	}
	if distinct(first) == 1 && few > 1 {
		return few, nil // they are all alike: more of them would be, too
	}
	return enough(leaves(first), size), nil
}

// enough is the number of values, of so many leaves and bytes each, that a processor does not learn.
func enough(leaves float64, size int64) int {
	n := 1
	for n < variedCount && leaves*float64(n) < variedLeaves && (n < knownCount && size*int64(2*n) <= sampleBudget || size*int64(2*n) <= variedBudget) {
		n *= 2
	}
	return n
}

// powerOfTwo is the smallest one that is no smaller than n.
func powerOfTwo(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}

// leaves is the mean of those of the values.
func leaves(values reflect.Value) float64 {
	n := 0
	for i := range values.Len() {
		n += sample.Leaves(values.Index(i))
	}
	return float64(n) / float64(values.Len())
}

// distinct counts the values that differ from each other.
func distinct(values reflect.Value) int {
	seen := map[uint64]bool{}
	for _, h := range sample.Hashes(values) {
		seen[h] = true
	}
	return len(seen)
}

// describe says how many values there are, and gives the hash of them all.
func (a *adapter) describe(src source, values reflect.Value) (measure.Counts, string) {
	s := measure.Counts{Values: values.Len(), Known: min(values.Len(), knownCount), Leaves: leaves(values), Distinct: distinct(values)}
	s.Learned = s.Distinct < s.Values/2 || s.Distinct == 1 && s.Leaves < variedLeaves
	size := sample.Size(values) / int64(values.Len())
	if n := 4 * max(s.Values, enough(s.Leaves, size)); !s.Learned && s.Leaves < variedLeaves && size*int64(n) <= sampleBudget && src.Data == "" {
		s.Fourfold = n
	}
	return s, fmt.Sprintf("%016x", sample.Hash(values))
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
			err = fmt.Errorf("BaleSamples of %s panicked: %v", a.typ, p)
		}
	}()
	made = reflect.ValueOf(a.samples.make(seed, n))
	if made.Len() != n {
		err = fmt.Errorf("BaleSamples of %s returned %d values, want %d", a.typ, made.Len(), n)
	}
	return made, err
}

// callAgain returns an error if the package's own function does not return the same values again. The blocks would measure other values
// than the round-trip check.
func (a *adapter) callAgain(src source, values reflect.Value) error {
	if a.samples == nil || src.Data != "" {
		return nil
	}
	again, err := a.make(src, values.Len())
	if err == nil && sample.Hash(again) != sample.Hash(values) {
		err = fmt.Errorf("BaleSamples of %s returned other values for the same r when it was called again", a.typ)
	}
	return err
}

// fromFile reads sample values, repeated or cut to a power of two. All that are given are taken, as far as sampleBudget
// allows, and repeated ones where they are fewer than knownCount.
func (a *adapter) fromFile(src source) (reflect.Value, error) {
	data, err := os.ReadFile(src.Data)
	if err != nil {
		return reflect.Value{}, fmt.Errorf("-data: %w", err)
	}
	given, err := sample.FromJSON(a.typ, data, a.unions...)
	if err != nil {
		return given, fmt.Errorf("-data: %s: %w", src.Data, err)
	}
	size := sample.Size(given)/int64(given.Len()) + 1
	n := powerOfTwo(src.Count)
	if src.Count == 0 {
		n = knownCount
		for n*2 <= given.Len() {
			n *= 2
		}
		for n > 1 && size*int64(n) > sampleBudget {
			n /= 2
		}
	}
	list := reflect.MakeSlice(given.Type(), n, n)
	for i := range n {
		list.Index(i).Set(given.Index(i % given.Len()))
	}
	return list, nil
}
