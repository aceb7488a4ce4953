package profile

import (
	"testing"

	"bale/codec/facts"
)

// FuzzSymbol checks that any name of a function ends in a symbol and a match.
func FuzzSymbol(f *testing.F) {
	for _, name := range []string{"encoding/json.(*Decoder).Decode", "/abs/path.F", "main.F[a/b.T[c]].func1", "main.(*T", "a.[", "%zz/b%2e.F", "main.V.val-fm", "..", "/", "a/vendor/b.F", "main.func1.", "main.baleCompactAppend_"} {
		f.Add(name, "x_bale.go")
	}
	m := newMatcher(facts.Entries(), &Source{})
	f.Fuzz(func(_ *testing.T, name, file string) {
		s := parseSymbol(name, file)
		m.find(s)
		namedArg(s.Args)
	})
}
