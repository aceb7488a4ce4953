package main

import (
	"slices"

	"bale/lab"
	"bale/lab/adapter"
	"bale/measure"
)

// checkModes refuses classes when none of the chosen variants can be measured in any of them.
func checkModes(modes []measure.Mode, choices []*lab.Choice) error {
	if slices.Contains(modes, measure.DefaultMode) {
		return nil // some have no other class, and none but the special lack it
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
