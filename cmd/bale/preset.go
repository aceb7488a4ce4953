package main

import (
	"fmt"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/all"
	"bale/lab"
	"bale/lab/adapter"
)

// unsaid is what -codecs is for a package where nothing was said.
var unsaid = []string{all.PopularWord}

// choose picks variants of all codecs by names and globs, and by the words for several.
func choose(patterns []string) ([]*lab.Choice, error) {
	choices, err := lab.Choose(all.Codecs, all.Expand(patterns))
	if err != nil {
		return nil, badUsage("%v", err)
	}
	return choices, nil
}

// chosen are the names of the chosen variants.
func chosen(choices []*lab.Choice) []string {
	var names []string
	for _, c := range choices {
		for _, v := range c.Variants {
			names = append(names, c.Codec.FullName(v))
		}
	}
	return names
}

// codeNeeded says of variants with these names whether code has to be generated or written for each type. Names that this bale does not
// have are left out.
func codeNeeded(names []string) (map[string]bool, error) {
	needed := map[string]bool{}
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			if !slices.Contains(names, c.FullName(v)) {
				continue
			}
			code, err := adapter.NeedsCode(v)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.FullName(v), err)
			}
			needed[c.FullName(v)] = code
		}
	}
	return needed, nil
}

// presetHint says that there are more codecs than those that were measured.
func presetHint(measured []*lab.Choice) string {
	n, of := 0, 0
	for _, c := range measured {
		n += forAny(c.Variants)
	}
	for _, c := range all.Codecs {
		of += forAny(c.Variants)
	}
	return fmt.Sprintf("These are %d popular variants of serializers; '-codecs all' compares %d.", n, of)
}

// forAny counts the variants that are for any type.
func forAny(list []*codec.Variant) int {
	n := 0
	for _, v := range list {
		if v.Applies == nil {
			n++
		}
	}
	return n
}

// printPreset prints the names of the popular variants.
func printPreset(io streams) error {
	_, err := fmt.Fprintf(io.out, "\npopular: %s\n", strings.Join(all.Popular, ", "))
	return err
}
