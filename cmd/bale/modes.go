package main

import (
	"slices"

	"bale/program/adapter"
	"bale/program/build"
	"bale/runner/measure"
)

// checkModes returns a usage error if none of the chosen variants can be measured in any of the classes.
func checkModes(modes []measure.Mode, choices []*build.Choice) error {
	if slices.Contains(modes, measure.DefaultMode) {
		return nil // nearly all variants have the default class
	}
	for _, c := range choices {
		for _, v := range c.Variants {
			words, err := adapter.Classes(v)
			if err != nil {
				return err
			}
			has := func(m measure.Mode) bool {
				return slices.Contains(words, string(m.Form)) && slices.Contains(words, string(m.Memory)) && slices.Contains(words, string(m.Strings))
			}
			if slices.ContainsFunc(modes, has) {
				return nil
			}
		}
	}
	return badUsage("-modes: none of the codecs can be measured in %s: see CLASSES of 'bale list'", modes[0])
}
