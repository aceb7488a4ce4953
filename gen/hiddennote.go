package gen

import (
	"fmt"
	"strings"

	"bale/gen/emit"
	"bale/model"
)

// hiddenNotes returns a line for each field that a tag hides from some serializer, such as `json:"-"`, and that messages of the target's types have.
func (t *target) hiddenNotes() (list []string) {
	seen := map[*model.Field]bool{}
	listOf(t.roots).EachPart(t.src.Package, func(x model.Type, path, _ string) bool {
		if n, ok := x.(*model.Named); ok && listOf(t.roots).CallsMethods(n, t.src.Package) {
			return false
		}
		s, ok := model.Underlying(x).(*model.Struct)
		for i := 0; ok && i < len(s.Fields); i++ {
			f := s.Fields[i]
			keys := model.HiddenBy(f)
			if formats := t.sentIn(f); len(keys) > 0 && len(formats) > 0 && !seen[f] {
				list = append(list, fmt.Sprintf("note: %s.%s is hidden from %s by its tag, and messages in %s have it: mark the field `bale:\"skip\"` to leave it out",
					path, f.Name, strings.Join(keys, " and "), strings.ReplaceAll(emit.Names(formats), ", ", " and ")))
			}
			seen[f] = true
		}
		return true
	})
	return list
}

// sentIn returns the formats of the target's roots whose messages have a field that no directive leaves out.
func (t *target) sentIn(f *model.Field) (formats []*emit.Format) {
	for _, known := range t.Known {
		if len(t.rootsOf(known)) > 0 && known.View.Kind != emit.LikeJSON && known.MaxLen(f) >= 0 {
			formats = append(formats, known)
		}
	}
	return formats
}
