package harness

import (
	"fmt"
	"os"
	"reflect"

	"bale/sample"
)

// fromFile reads sample values, repeated or cut to a power of two of at least sampleCount, as
// far as sampleBudget allows.
func fromFile[T any](t reflect.Type, name string) ([]T, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	v, err := sample.FromJSON(t, data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	given := v.Interface().([]T)
	size := sample.Size(v)/int64(len(given)) + 1
	n := sampleCount
	for n*2 <= len(given) {
		n *= 2
	}
	for n > 1 && size*int64(n) > sampleBudget {
		n /= 2
	}
	list := make([]T, n)
	for i := range list {
		list[i] = given[i%len(given)]
	}
	return list, nil
}
