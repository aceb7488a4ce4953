package lab

import (
	"slices"

	"bale/lab/build"
	"bale/measure"
	"bale/schema"
)

// hide moves what a row loses because the type hides it from the serializer from the losses to the hidden fields, and lists the fields that the type
// hides from some serializer and that the row's messages have.
func hide(row *build.Row) {
	if row.Variant == nil || row.On.Model == nil { // in a pack, where the rows have been checked before
		return
	}
	root := row.On.Model.Roots[row.On.Root].Type
	names, _ := schema.HiddenFields(root)
	if len(names) == 0 {
		return
	}
	tags := row.Variant.Caps("").Tags
	lost := map[string]bool{}
	row.Losses = slices.DeleteFunc(row.Losses, func(l measure.Loss) bool {
		name := schema.HiddenAt(root, l.Path, tags...)
		if name != "" && !slices.Contains(row.Hidden, name) {
			row.Hidden = append(row.Hidden, name)
		}
		lost[schema.HiddenAt(root, l.Path, schema.HidingTags...)] = true
		return name != ""
	})
	for _, name := range names {
		if !slices.Contains(row.Hidden, name) && !lost[name] {
			row.Sends = append(row.Sends, name)
		}
	}
}
