package notes

import (
	"fmt"
	"slices"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/model"
)

// Unsorted returns a line for each map in the roots of package home whose entries the flag -sorted leaves in any order.
func Unsorted(roots emit.Roots, home string) (list []string) {
	unsorted := slices.DeleteFunc(slices.Clone(roots), func(r *emit.Root) bool {
		return !slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return !f.Facts(r.Node).SortsMaps })
	})
	unsorted.EachPart(home, func(x model.Type, path, _ string) bool {
		if m, ok := model.Underlying(x).(*model.Map); ok {
			if why := directive.Unordered(m.Key, home); why != "" {
				list = append(list, fmt.Sprintf("note: %s: -sorted does not sort the entries of the map by its keys: %s", path, why))
			}
		}
		n, ok := x.(*model.Named)
		return !ok || !roots.CallsMethods(n, home)
	})
	return list
}
