package measure

import (
	"fmt"
	"slices"
	"strings"
)

// Mode is the declared class of a measurement. It has five axes. A ranking never mixes modes.
type Mode struct {
	Form    Form    `json:"form"`
	Memory  Memory  `json:"memory"`
	Strings Strings `json:"strings"`
	Procs   Procs   `json:"procs"`
	Values  Values  `json:"values"`
}

// Axes is a Mode whose JSON form is an object with a field for each axis. The JSON form of a Mode is a string.
type Axes Mode

// Form is the type at which an operation starts or ends.
type Form string

// The forms.
const (
	Convert Form = "convert" // the user's struct; conversions are timed
	Native  Form = "native"  // the serializer's own type, prepared outside the timing
)

// Memory is the memory that holds the result of an operation.
type Memory string

// The kinds of memory.
const (
	Fresh Memory = "fresh" // newly allocated
	Reuse Memory = "reuse" // kept and overwritten by the next operation
)

// Strings tells where the bytes of decoded strings and byte slices are.
type Strings string

// The kinds of strings.
const (
	Copy  Strings = "copy"  // in memory apart from the input
	Alias Strings = "alias" // possibly in the input

	// Copies of a row are one of these.
	Own    Strings = "own"    // each has its own memory
	Shared Strings = "shared" // those of a message may share memory: one that is kept keeps others alive
)

// Procs is the number of goroutines that run the operation at the same time.
type Procs string

// The numbers of goroutines.
const (
	Seq Procs = "seq" // one
	Par Procs = "par" // GOMAXPROCS
)

// Values selects the sample values that the operation gets in turn.
type Values string

// The kinds of sample values.
const (
	Varied Values = "varied" // too many for a processor's branch predictor to learn
	Known  Values = "known"  // at most 64, which a branch predictor learns
	// Fourfold is four times as many values as Varied. Its cells are never ranked. They check that there are enough varied
	// values.
	Fourfold Values = "fourfold"
)

// DefaultMode is the mode of a careful user who makes the documented call.
var DefaultMode = Mode{Convert, Fresh, Copy, Seq, Varied}

// axes holds the values of each axis of a mode, the default first.
var axes = [5][]string{
	{string(Convert), string(Native)}, {string(Fresh), string(Reuse)}, {string(Copy), string(Alias)},
	{string(Seq), string(Par)}, {string(Varied), string(Known), string(Fourfold)},
}

// stringsAxis is the index of Strings in a mode's words.
const stringsAxis = 2

// ModeWords returns the words of which ParseModes takes a list.
func ModeWords() []string {
	words := []string{"default", "all"}
	for i, values := range axes {
		words = append(words, values...)
		switch i {
		case stringsAxis:
			words = append(words, string(Own), string(Shared))
		case len(axes) - 1:
			words = words[:len(words)-1] // fourfold is for checks only
		}
	}
	return words
}

// Words returns the values of the mode's axes, in the order of its fields.
func (m Mode) Words() [5]string {
	return [5]string{string(m.Form), string(m.Memory), string(m.Strings), string(m.Procs), string(m.Values)}
}

func modeOf(w [5]string) Mode {
	return Mode{Form(w[0]), Memory(w[1]), Strings(w[2]), Procs(w[3]), Values(w[4])}
}

// String returns the mode as written in rounds.txt: "convert,fresh,copy,seq,varied".
func (m Mode) String() string {
	words := m.Words()
	return strings.Join(words[:], ",")
}

// ParseMode parses a mode in the form that String returns.
func ParseMode(s string) (Mode, error) {
	words := strings.Split(s, ",")
	if len(words) != len(axes) {
		return Mode{}, fmt.Errorf("mode %q: want form,memory,strings,procs,values", s)
	}
	for i, word := range words {
		if !slices.Contains(axes[i], word) {
			return Mode{}, fmt.Errorf("mode %q: part %d is %q, want one of %s", s, i+1, word, strings.Join(axes[i], ", "))
		}
	}
	return modeOf([5]string(words)), nil
}

// MarshalText returns the mode in the form of String.
func (m Mode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText parses text with ParseMode.
func (m *Mode) UnmarshalText(text []byte) error {
	var err error
	*m, err = ParseMode(string(text))
	return err
}

// Loop returns the key of the adapter's loop for the mode and an operation: "encode/convert,fresh,copy".
func (m Mode) Loop(op Op) string {
	words := m.Words()
	return string(op) + "/" + strings.Join(words[:3], ",")
}

// ParseModes parses a list of classes: "default", "all", or values of the axes of a Mode. If the list names several values of an axis, all of
// them are measured; if it names none, the default is. "all" selects every class of varied values; known has to be named.
//
// The words own and shared select copy. If one of them is named, and neither the other nor copy, only has it: only rows with such strings are to be measured.
// Else only is "".
func ParseModes(list string) (modes []Mode, only Strings, err error) {
	copies := map[Strings]bool{}
	var chosen [len(axes)][]string
	for _, word := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		if s := Strings(word); s == Own || s == Shared || s == Copy {
			copies[s] = true
			word = string(Copy)
		}
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
				return nil, "", fmt.Errorf("-modes: no class is called %q: take default, all, or a list of %s", word, strings.Join(ModeWords()[2:], " "))
			}
			chosen[i] = addOnce(chosen[i], word)
		}
	}
	modes = []Mode{{}}
	for i, values := range chosen {
		if len(values) == 0 {
			values = axes[i][:1]
		}
		modes = withEach(modes, i, values)
	}
	if len(copies) == 1 && !copies[Copy] {
		for only = range copies {
		}
	}
	return modes, only, nil
}

// withEach returns every combination of a mode with a value on one axis.
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

// addOnce returns list with s appended, unless list contains s.
func addOnce(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(slices.Clip(list), s)
}
