// Package tiny replaces package harness in programs that are built only to measure their size. Adapters compile with it, and it imports
// nothing. The programs are never run.
package tiny

// State is the data of an adapter's loops: see [bale/runner/harness.State].
type State[T, C any] struct {
	Values     []T
	Carriers   []C
	Bytes      [][]byte
	Next       int
	Buf        []byte
	Value      T
	OutBytes   []byte
	OutValue   *T
	OutCarrier *C
}

// Spec describes an adapter: see [bale/runner/harness.Spec].
type Spec[T, C any] struct {
	Shape          string
	Codec          string
	Home           string
	Own, Addresses bool
	To             func(*C, *T)
	From           func(*C, *T)
	Samples        *Samples
	Unions         []Members
	Skipped        []Skipped
	Encode         func(*T) ([]byte, error)
	Decode         func([]byte, *T) error
	Explain        func(*T) error
	New            func(s *State[T, C]) map[string]func(n int) error
}

// Samples replaces harness.Samples.
type Samples struct{}

// Own returns nil, so that the package's own sample values are not linked.
func Own(bool, func(seed uint64, n int) any) *Samples { return nil }

// Skipped lists fields of a struct that are left out: see [bale/runner/harness.Skipped].
type Skipped struct {
	Of     any
	Fields []string
}

// Members replaces inspect.Union.
type Members struct{}

// Union ignores the members of a union: the codec's code refers to them itself.
func Union(string, ...any) Members { return Members{} }

// Unions returns its arguments as a list.
func Unions(list ...Members) []Members { return list }

// Adapter is a Spec without its type parameters.
type Adapter interface{ run() error }

type adapter[T, C any] struct{ Spec[T, C] }

// Make returns the Adapter of a Spec.
func Make[T, C any](s Spec[T, C]) Adapter { return &adapter[T, C]{s} }

func (a *adapter[T, C]) run() error {
	s := &State[T, C]{Values: make([]T, 1), Carriers: make([]C, 1), Bytes: make([][]byte, 1)}
	for _, loop := range a.New(s) {
		if err := loop(1); err != nil {
			return err
		}
	}
	return nil
}

// Main refers to everything that the adapters call, so that the linker links it.
func Main(lists ...[]Adapter) {
	for _, list := range lists {
		for _, a := range list {
			if err := a.run(); err != nil {
				println(err.Error())
			}
		}
	}
}
