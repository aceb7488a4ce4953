package lab

import (
	"fmt"
	"path"

	"bale/codec"
)

// Choice is a codec with those of its variants that were asked for.
type Choice struct {
	Codec    *codec.Codec
	Variants []*codec.Variant
}

// Choose picks variants of codecs by names or globs; a codec's name stands for all of its variants, and no pattern for all codecs. A
// pattern that matches nothing is an error.
func Choose(codecs []*codec.Codec, patterns []string) ([]*Choice, error) {
	used := map[string]bool{}
	var choices []*Choice
	for _, c := range codecs {
		choice := &Choice{Codec: c}
		for _, v := range c.Variants {
			if len(patterns) == 0 || matches(patterns, c, v, used) {
				choice.Variants = append(choice.Variants, v)
			}
		}
		if len(choice.Variants) > 0 {
			choices = append(choices, choice)
		}
	}
	for _, p := range patterns {
		if !used[p] {
			return nil, fmt.Errorf("no codec matches %q: see 'bale list'", p)
		}
	}
	return choices, nil
}

// matches reports whether a pattern stands for a variant, and marks those that do as used.
func matches(patterns []string, c *codec.Codec, v *codec.Variant, used map[string]bool) bool {
	found := false
	for _, p := range patterns {
		for _, name := range []string{c.Name, c.FullName(v)} {
			if ok, err := path.Match(p, name); ok && err == nil {
				used[p], found = true, true
			}
		}
	}
	return found
}
