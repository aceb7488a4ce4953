package main

import (
	"fmt"
	"strings"

	"bale/codec/all"
	"bale/lab"
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

// presetHint says that there are more codecs than those that were measured.
func presetHint(measured []*lab.Choice) string {
	n, of := 0, 0
	for _, c := range measured {
		n += len(c.Variants)
	}
	for _, c := range all.Codecs {
		of += len(c.Variants)
	}
	return fmt.Sprintf("These are %d popular variants of serializers; '-codecs all' compares %d.", n, of)
}

// printPreset prints the names of the popular variants.
func printPreset(io streams) error {
	_, err := fmt.Fprintf(io.out, "\npopular: %s\n", strings.Join(all.Popular, ", "))
	return err
}
