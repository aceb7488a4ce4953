// Package tiny stands in for package harness in a program that is built to see how large it is: adapters compile with it, and it needs
// nothing of the standard library. The program is never run.
package tiny

// State is what the loops of an adapter work with: see State of package harness.
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

// Spec joins a type to a codec: see Spec of package harness.
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
	New            func(s *State[T, C]) map[string]func(n int) error
}

// Samples stands for a package's own source of sample values.
type Samples struct{}

// Own leaves a package's own source of sample values out of the program.
func Own(bool, func(seed uint64, n int) any) *Samples { return nil }

// Skipped are fields of a struct that are left out: see Skipped of package harness.
type Skipped struct {
	Of     any
	Fields []string
}

// Members stands for what an interface may hold.
type Members struct{}

// Union leaves out what an interface may hold: the codec's code says it again.
func Union(string, ...any) Members { return Members{} }

// Unions makes a list.
func Unions(list ...Members) []Members { return list }

// Adapter is a Spec without its types.
type Adapter interface{ run() error }

type adapter[T, C any] struct{ Spec[T, C] }

// Make is the Adapter of a Spec.
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

// Main refers to everything that the adapters call, so that the linker keeps it.
func Main(lists ...[]Adapter) {
	for _, list := range lists {
		for _, a := range list {
			if err := a.run(); err != nil {
				println(err.Error())
			}
		}
	}
}
