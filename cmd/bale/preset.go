package main

import (
	"fmt"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/all"
	"bale/program/adapter"
	"bale/program/build"
)

// defaultCodecs is the default of -codecs in compare and pack.
var defaultCodecs = []string{all.PopularWord}

// choose returns the variants that match the patterns: names, globs, popular, others, or all.
func choose(patterns []string) ([]*build.Choice, error) {
	patterns = all.Expand(patterns)
	for _, p := range patterns {
		if _, err := build.Choose(all.Codecs, []string{p}); err != nil {
			return nil, noCodec(p)
		}
	}
	return build.Choose(all.Codecs, patterns)
}

// variantNames returns the names of the chosen variants.
func variantNames(choices []*build.Choice) []string {
	var names []string
	for _, c := range choices {
		for _, v := range c.Variants {
			names = append(names, c.Codec.FullName(v))
		}
	}
	return names
}

// codeNeeded returns, for each named variant, whether its users generate or write code for each type. It leaves out unknown names: they
// can come from a run of another version of bale.
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

// presetHint returns the note that there are more codecs than the popular ones.
func presetHint(measured []*build.Choice) string {
	n, of := 0, 0
	for _, c := range measured {
		n += countGeneral(c.Variants)
	}
	for _, c := range all.Codecs {
		of += countGeneral(c.Variants)
	}
	return fmt.Sprintf("These are %d popular variants of serializers; '-codecs all' compares %d.", n, of)
}

// countGeneral returns the number of variants that work on any type.
func countGeneral(list []*codec.Variant) int {
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
