package build

import (
	"fmt"
	"path"
	"slices"

	"bale/codec"
)

// Choice is a codec with its chosen variants.
type Choice struct {
	Codec    *codec.Codec
	Variants []*codec.Variant
}

// Choose returns the variants that match the patterns, which are names or globs. The name of a codec selects all of its variants. An empty
// list selects all codecs. A pattern that matches nothing is an error.
func Choose(codecs []*codec.Codec, patterns []string) ([]*Choice, error) {
	for _, p := range patterns {
		matched := func(c *codec.Codec) bool {
			return slices.ContainsFunc(c.Variants, func(v *codec.Variant) bool { return matches(p, c, v) })
		}
		if !slices.ContainsFunc(codecs, matched) {
			return nil, fmt.Errorf("no codec matches %q: see 'bale list'", p)
		}
	}
	var choices []*Choice
	for _, c := range codecs {
		choice := &Choice{Codec: c}
		for _, v := range c.Variants {
			if len(patterns) == 0 || slices.ContainsFunc(patterns, func(p string) bool { return matches(p, c, v) }) {
				choice.Variants = append(choice.Variants, v)
			}
		}
		if len(choice.Variants) > 0 {
			choices = append(choices, choice)
		}
	}
	return choices, nil
}

// matches reports whether a pattern matches a variant.
func matches(pattern string, c *codec.Codec, v *codec.Variant) bool {
	for _, name := range []string{c.Name, c.FullName(v)} {
		if ok, err := path.Match(pattern, name); ok && err == nil {
			return true
		}
	}
	return false
}
