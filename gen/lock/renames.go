package lock

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/lock/layout"
)

// A rename is a layout.Rename, with the formats in which it is one.
type rename struct {
	layout.Rename
	formats []*emit.Format
}

// addRenames adds the renames of a format to those of other formats.
func (u *update) addRenames(f *emit.Format, list []layout.Rename) {
	for _, x := range list {
		u.renames = mergeRename(u.renames, &rename{x, []*emit.Format{f}})
	}
}

// mergeRename adds a rename to a list. If the list has the field already, that one gets the formats of x.
func mergeRename(list []*rename, x *rename) []*rename {
	i := slices.IndexFunc(list, func(y *rename) bool { return y.Pos == x.Pos && y.Path == x.Path && y.Was == x.Was })
	if i < 0 {
		return append(list, x)
	}
	y := list[i]
	y.Followed, y.Appends, y.Evolves = y.Followed && x.Followed, y.Appends && x.Appends, y.Evolves && x.Evolves
	for _, f := range x.formats {
		if !slices.Contains(y.formats, f) {
			y.formats = append(y.formats, f)
		}
	}
	return list
}

// Renamed returns a line for each field that has another name than before: what is misread if it is another field, and what to do then.
func (r *Result) Renamed() (list []string) {
	for _, x := range r.renames {
		noun := "field"
		if x.Member {
			noun = "member"
		}
		end := strings.LastIndex(x.Path, ".") + 1
		owner, name := x.Path[:end], x.Path[end:]
		list = append(list, fmt.Sprintf("note: %s: %s takes the place of %s%s in %s messages: if it is a new %s and not another name, old messages are misread: %s; leave it if nobody keeps such messages",
			x.Pos, x.Path, owner, x.Was, strings.ReplaceAll(emit.Names(x.formats), ", ", " and "), noun, x.advice(name)))
	}
	return list
}

// advice says what to do if the field or the member with a name is new.
func (x *rename) advice(name string) string {
	switch {
	case x.Followed:
		return fmt.Sprintf("put %s and the old bale.lock back, remove it in one run of bale gen, and add %s in the next", x.Was, name)
	case x.Evolves:
		return fmt.Sprintf("put %s and the old bale.lock back, append %s, and remove %[1]s in a second run of bale gen", x.Was, name)
	case x.Appends || x.Member:
		return fmt.Sprintf("put %s and the old bale.lock back, and append %s", x.Was, name)
	}
	return fmt.Sprintf("put %s and the old bale.lock back, and declare a second type for new messages, as docs/evolve.md says", x.Was)
}
