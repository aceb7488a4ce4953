package build

import (
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/gob"
	"bale/codec/json"
)

func TestChoose(t *testing.T) {
	two := &codec.Codec{Name: "two", Variants: []*codec.Variant{{Name: "a"}, {Name: "b"}}}
	codecs := []*codec.Codec{gob.Codec, two, json.Codec}
	for _, c := range []struct{ patterns, want, err string }{
		{"", "gob two/a two/b json", ""},
		{"json", "json", ""},
		{"json,gob", "gob json", ""},
		{"two", "two/a two/b", ""},
		{"two/b", "two/b", ""},
		{"two/*", "two/a two/b", ""},
		{"*o*", "gob two/a two/b json", ""},
		{"json,three", "", `no codec matches "three"`},
		{"[", "", `no codec matches "["`},
	} {
		choices, err := Choose(codecs, strings.FieldsFunc(c.patterns, func(r rune) bool { return r == ',' }))
		var got []string
		for _, choice := range choices {
			for _, v := range choice.Variants {
				got = append(got, choice.Codec.FullName(v))
			}
		}
		if strings.Join(got, " ") != c.want || (err != nil) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %v, %v; want %s %s", c.patterns, got, err, c.want, c.err)
		}
	}
}

// TestSimplestFirst checks that a codec that needs only the standard library is built first, and that each codec is built once.
func TestSimplestFirst(t *testing.T) {
	other := &Choice{Codec: &codec.Codec{Name: "other", Module: "example.com/other"}}
	simple := &Choice{Codec: gob.Codec}
	for _, c := range []struct {
		choices []*Choice
		want    []int
	}{
		{nil, []int{}},
		{[]*Choice{other}, []int{0}},
		{[]*Choice{simple, other}, []int{0, 1}},
		{[]*Choice{other, other, simple, simple}, []int{2, 1, 0, 3}},
	} {
		if got := simplestFirst(c.choices); !slices.Equal(got, c.want) {
			t.Errorf("%d choices: %v, want %v", len(c.choices), got, c.want)
		}
	}
}
