package measure

import (
	"fmt"
	"slices"
	"strings"
)

// Mode is the declared class of a measurement; classes are never mixed in a ranking. It has five axes.
type Mode struct {
	Form    Form    `json:"form"`
	Memory  Memory  `json:"memory"`
	Strings Strings `json:"strings"`
	Procs   Procs   `json:"procs"`
	Values  Values  `json:"values"`
}

// Axes is a Mode that JSON has as a field for each axis. It has a Mode as one word.
type Axes Mode

// Form is where an operation starts and ends.
type Form string

// The forms.
const (
	Convert Form = "convert" // at the user's struct; conversions are timed
	Native  Form = "native"  // at the serializer's own type, prepared outside the timing
)

// Memory is where a result goes.
type Memory string

// The kinds of memory.
const (
	Fresh Memory = "fresh" // newly allocated
	Reuse Memory = "reuse" // kept between operations
)

// Strings is what the strings and byte slices of a decoded value point to.
type Strings string

// The kinds of strings.
const (
	Copy  Strings = "copy"  // memory of their own
	Alias Strings = "alias" // possibly the input
)

// Procs is how many goroutines run the operation at the same time.
type Procs string

// The numbers of goroutines.
const (
	Seq Procs = "seq" // one
	Par Procs = "par" // GOMAXPROCS
)

// Values is which sample values the operation gets in turn.
type Values string

// The kinds of sample values.
const (
	Varied Values = "varied" // so many that a processor cannot learn them
	Known  Values = "known"  // at most 64, which it learns
	// Fourfold is four times as many as Varied. Cells of these are never ranked: they check that varied values
	// are enough.
	Fourfold Values = "fourfold"
)

// DefaultMode is what a careful user gets from the documented call.
var DefaultMode = Mode{Convert, Fresh, Copy, Seq, Varied}

// axes are the values of the axes of a mode, each axis with its default first.
var axes = [5][]string{
	{string(Convert), string(Native)}, {string(Fresh), string(Reuse)}, {string(Copy), string(Alias)},
	{string(Seq), string(Par)}, {string(Varied), string(Known), string(Fourfold)},
}

// Words are the values of the mode's axes, in the order of its fields.
func (m Mode) Words() [5]string {
	return [5]string{string(m.Form), string(m.Memory), string(m.Strings), string(m.Procs), string(m.Values)}
}

func modeOf(w [5]string) Mode {
	return Mode{Form(w[0]), Memory(w[1]), Strings(w[2]), Procs(w[3]), Values(w[4])}
}

// String is the mode as rounds.txt has it: "convert,fresh,copy,seq,varied".
func (m Mode) String() string {
	words := m.Words()
	return strings.Join(words[:], ",")
}

// ParseMode reads what String writes.
func ParseMode(s string) (Mode, error) {
	words := strings.Split(s, ",")
	switch len(words) {
	case len(axes):
	case len(axes) - 1:
		return Mode{}, fmt.Errorf("mode %q is of an older bale, which measured 64 sample values only: measure again", s)
	default:
		return Mode{}, fmt.Errorf("mode %q: want form,memory,strings,procs,values", s)
	}
	for i, word := range words {
		if !slices.Contains(axes[i], word) {
			return Mode{}, fmt.Errorf("mode %q: part %d is %q, want one of %s", s, i+1, word, strings.Join(axes[i], ", "))
		}
	}
	return modeOf([5]string(words)), nil
}

// MarshalText is String.
func (m Mode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText is ParseMode.
func (m *Mode) UnmarshalText(text []byte) error {
	var err error
	*m, err = ParseMode(string(text))
	return err
}

// Loop is what the mode and an operation have to do with the adapter: the key of its loop, "encode/convert,fresh,copy".
func (m Mode) Loop(op Op) string {
	words := m.Words()
	return string(op) + "/" + strings.Join(words[:3], ",")
}

// ParseModes reads a list of classes: "default", "all", or values of the axes of a Mode. Of an axis that
// several are named of, all are measured; of one that none is named of, the default. All is every class of
// varied values: known ones have to be named.
func ParseModes(list string) ([]Mode, error) {
	var chosen [len(axes)][]string
	for _, word := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		switch {
		case word == "all":
			copy(chosen[:4], axes[:4])
		case word == "default":
			for i := range chosen {
				chosen[i] = addOnce(chosen[i], axes[i][0])
			}
		default:
			i := slices.IndexFunc(axes[:], func(values []string) bool { return slices.Contains(values, word) })
			if i < 0 || word == string(Fourfold) {
				return nil, fmt.Errorf("-modes: no class is called %q: take default, all, or a list of convert native fresh reuse copy alias seq par varied known", word)
			}
			chosen[i] = addOnce(chosen[i], word)
		}
	}
	modes := []Mode{{}}
	for i, values := range chosen {
		if len(values) == 0 {
			values = axes[i][:1]
		}
		modes = withEach(modes, i, values)
	}
	return modes, nil
}

// withEach is each of the modes with each of the values on one axis.
func withEach(modes []Mode, axis int, values []string) []Mode {
	var list []Mode
	for _, m := range modes {
		words := m.Words()
		for _, v := range values {
			words[axis] = v
			list = append(list, modeOf(words))
		}
	}
	return list
}

func addOnce(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(slices.Clip(list), s)
}
