package notes

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/model"
)

// Hidden returns a line for each field that a tag hides from some serializer, such as `json:"-"`, and that messages of the roots have. home is their
// package, and known are all formats that exist.
func Hidden(roots emit.Roots, home string, known []*emit.Format) (list []string) {
	seen := map[*model.Field]bool{}
	sent := known[:0:0]
	for _, f := range known {
		if len(roots.Of(f)) > 0 {
			sent = append(sent, f)
		}
	}
	roots.EachPart(home, func(x model.Type, path, _ string) bool {
		if n, ok := x.(*model.Named); ok && roots.CallsMethods(n, home) {
			return false
		}
		s, ok := model.Underlying(x).(*model.Struct)
		for i := 0; ok && i < len(s.Fields); i++ {
			f := s.Fields[i]
			in := slices.DeleteFunc(slices.Clone(sent), func(format *emit.Format) bool { return format.MaxLen(f) < 0 })
			if keys := model.HiddenBy(f); len(keys) > 0 && len(in) > 0 && !seen[f] {
				list = append(list, fmt.Sprintf("note: %s.%s is hidden from %s by its tag, and messages in %s have it: mark the field `bale:\"skip\"` to leave it out",
					path, f.Name, strings.Join(keys, " and "), strings.ReplaceAll(emit.Names(in), ", ", " and ")))
			}
			seen[f] = true
		}
		return true
	})
	return list
}
