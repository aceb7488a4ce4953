package lab

import (
	"slices"

	"bale/program/build"
	"bale/runner/measure"
)

// hide moves what a row loses because the type hides it from the serializer from the losses to the hidden fields, and lists the fields that the type
// hides from some serializer and that the row's messages have.
func hide(row *build.Row) {
	hiding := row.On.Hiding
	if hiding == nil {
		return
	}
	reads := func(keys []string) bool {
		return slices.ContainsFunc(keys, func(key string) bool { return slices.Contains(row.Tags, key) })
	}
	lost := map[string]bool{}
	row.Losses = slices.DeleteFunc(row.Losses, func(l measure.Loss) bool {
		name := hiding.At(l.Path, reads)
		if name != "" && !slices.Contains(row.Hidden, name) {
			row.Hidden = append(row.Hidden, name)
		}
		lost[hiding.At(l.Path, func([]string) bool { return true })] = true
		return name != ""
	})
	for _, name := range hiding.Names {
		if !slices.Contains(row.Hidden, name) && !lost[name] {
			row.Sends = append(row.Sends, name)
		}
	}
}
