package main

import (
	"slices"
	"testing"

	"bale/codec/all"
)

// TestPopular checks that each name of the preset is the name of a codec or variant, occurs once, and needs no program except Go.
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
					t.Errorf("%s selects %s, seen before: %v", name, full, seen[full])
				}
				seen[full] = true
				if v.CXX {
					t.Errorf("%s needs a C++ compiler", full)
				}
			}
		}
	}
	for _, c := range all.Codecs {
		if c.Name == all.PopularWord || c.Name == all.AllWord {
			t.Errorf("a codec is called %s, which selects several codecs", c.Name)
		}
	}
}

// TestChooseWords checks that the words all and popular can be combined with names.
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
		t.Errorf("popular has no %s: a type's own methods are the codec in use", own[0])
	}
	if more := names("popular", "json", "xdr"); len(more) != len(popular)+1 {
		t.Errorf("popular,json,xdr is %v", more)
	}
}
