package build

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestLoadNames checks the names of shapes, and that no two shapes have the same name or the same type.
func TestLoadNames(t *testing.T) {
	dir := t.TempDir()
	if err := WriteFiles(dir, map[string][]byte{
		"go.mod": []byte("module example.com/m\n\ngo 1.24\n"),
		"m.go": []byte(`package m

type Order struct{ ID int }
type Alias = Order
type Defined Order
type Pair[K, V any] struct { Key K; Value V }
`),
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ types, want string }{
		{"Order|Defined|Pair[int,string]", "Order Defined Pair-int-string"},
		{"Order|*Order|[]Order|map[string]Order", "Order *Order []Order-5 map[string]Order"},
		{"Pair[int,Order]|Pair[int,*Order]", "Pair-int-Order Pair[int,*Order]"},
		{"Order|Order|Pair[int,int]|Pair[int, int]", "Order Pair-int-int"},
		{"Order|Alias", "Order and Alias are the same type: leave out one of them"},
		{"Pair[Alias,int]|Pair[Order,int]", "Pair[Alias,int] and Pair[Order,int] are the same type: leave out one of them"},
	} {
		shapes, err := Load(t.Context(), dir, ".", strings.Split(c.types, "|"), "", []int{5})
		var names []string
		for _, s := range shapes {
			names = append(names, s.Name)
		}
		got := strings.Join(names, " ")
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.types, got, c.want)
		}
	}
}

// TestGiven checks whether the sample values of a shape count as the user's own.
func TestGiven(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "values.json")
	if err := WriteFiles(dir, map[string][]byte{
		"go.mod": []byte("module example.com/m\n\ngo 1.24\n"),
		"m.go": []byte(`package m

import "math/rand/v2"

type Made struct{ ID int }
type Own []Made

func BaleSamples(r *rand.Rand, n int) []Own { return make([]Own, n) }
`),
		"values.json": []byte(`{"ID": 1}`),
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, data string
		given, own bool
	}{
		{"Made", "", false, false}, {"Made", data, true, false}, {"Own", "", true, true},
	} {
		shapes, err := Load(t.Context(), dir, ".", []string{c.name}, c.data, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s := shapes[0]; s.Given != c.given || s.OwnSamples() != c.own {
			t.Errorf("%s %q: given %v, own %v; want %v, %v", c.name, c.data, s.Given, s.OwnSamples(), c.given, c.own)
		}
	}
}

// TestBuiltinSamples checks that the results of checks of built-in shapes, which have functions for sample values that read no files, are kept.
func TestBuiltinSamples(t *testing.T) {
	shapes, err := (&Builder{Cache: t.TempDir()}).Builtin(t.Context(), []string{"small", "nested"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shapes {
		if s.Model.Roots[s.Root].Samples == nil || s.OwnSamples() || s.Given {
			t.Errorf("%s: the results of checks are not kept, or the values count as the user's own", s.Name)
		}
	}
}

// TestBuiltinLengths checks the lengths of built-in shapes: those in a name, those that are requested, and their own.
func TestBuiltinLengths(t *testing.T) {
	b := &Builder{Cache: t.TempDir()}
	for _, c := range []struct {
		names   []string
		lengths []int
		want    string
	}{
		{[]string{"candles-1000", "small", "nested-100"}, nil, "small nested-100 candles-1000"},
		{[]string{"nested"}, nil, "nested-1 nested-100 nested-10000"},
		{[]string{"words", "logs"}, nil, "words-10000 logs-1000"},
		{[]string{"nested", "small", "words-7"}, []int{5, 2}, "small nested-2 nested-5 words-7"},
		{[]string{"nested-5", "nested-2", "nested-5"}, nil, "nested-2 nested-5"},
		{[]string{"small-2"}, nil, `no built-in shape is called "small-2"`},
	} {
		shapes, err := b.Builtin(t.Context(), c.names, c.lengths)
		var got []string
		for _, s := range shapes {
			got = append(got, s.Name)
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%v at %v: %s, want %s", c.names, c.lengths, text, c.want)
		}
	}
}
