package main

import (
	"slices"
	"testing"

	"bale/codec/all"
)

// TestPopular: each name of the preset is a codec's or a variant's, is there once, and needs no program beside Go.
func TestPopular(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range all.Popular {
		choices, err := choose([]string{name})
		if err != nil {
			t.Error(err)
		}
		for _, c := range choices {
			for _, v := range c.Variants {
				full := c.Codec.FullName(v)
				if seen[full] || c.Codec.Name != name && full != name {
					t.Errorf("%s stands for %s, seen before: %v", name, full, seen[full])
				}
				seen[full] = true
				if len(v.Needs) > 0 {
					t.Errorf("%s needs %s", full, v.Needs[0].Program)
				}
			}
		}
	}
	for _, c := range all.Codecs {
		if c.Name == all.PopularWord || c.Name == all.AllWord {
			t.Errorf("a codec is called %s, which stands for several", c.Name)
		}
	}
}

// TestChooseWords: the words for several codecs can stand among others.
func TestChooseWords(t *testing.T) {
	names := func(patterns ...string) []string {
		choices, err := choose(patterns)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, c := range choices {
			for _, v := range c.Variants {
				list = append(list, c.Codec.FullName(v))
			}
		}
		return list
	}
	if got := names("all"); !slices.Equal(got, names()) {
		t.Errorf("all is %v", got)
	}
	popular := names("popular")
	if own := names("own"); !slices.Contains(popular, own[0]) {
		t.Errorf("popular has no %s, and a type's own methods are what it is encoded with now", own[0])
	}
	if more := names("popular", "json", "xdr"); len(more) != len(popular)+1 {
		t.Errorf("popular,json,xdr is %v", more)
	}
}
