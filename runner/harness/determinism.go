package harness

import (
	"bytes"
	"reflect"

	"bale/runner/inspect"
)

const (
	repeatedValues = 16
	repeats        = 16 // a map of two entries is iterated in each order half of the time
)

// determinism encodes each of some sample values repeatedly. It returns false if messages of the same value differ, true if they do not and
// the values have maps with several entries, and nil otherwise.
func (a *adapter) determinism(src source) (*bool, error) {
	src.Count = repeatedValues
	values, err := a.values(src)
	if err != nil {
		return nil, err
	}
	l := a.newCoder()
	maps := false
	for i := range values.Len() {
		maps = maps || hasMap(values.Index(i))
		var first []byte
		for k := range repeats {
			b, err := l.encode(values.Index(i))
			if err != nil {
				return nil, err
			}
			if k == 0 {
				first = bytes.Clone(b)
			} else if !bytes.Equal(first, b) {
				return new(bool), nil
			}
		}
	}
	if !maps {
		return nil, nil
	}
	same := true
	return &same, nil
}

// hasMap reports whether v contains a map with at least two entries, which can be iterated in different orders.
func hasMap(v reflect.Value) (has bool) {
	inspect.Walk(v, func(v reflect.Value) (into bool) {
		has = has || v.Kind() == reflect.Map && v.Len() > 1
		return !has
	})
	return has
}
