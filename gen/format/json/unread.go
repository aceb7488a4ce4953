package json

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// unreadNamesIn returns the fields that the struct for encoding/json needs for names of s, a part, that are not read, by the fields of s before which
// they are. A name of a field that is not read may differ from that of a field that is read only in its case, or it may be the reason why fields
// with the same name, which are embedded deeper, are not fields of s. These fields take no memory.
func (g *generator) unreadNamesIn(s *model.Struct) map[*model.Field][]string {
	if s.Part == nil {
		return nil
	}
	u := &unreadFinder{rules: g.rules, part: s}
	u.find(g.Package)
	before := map[*model.Field][]string{}
	first := len(u.done)
	for i, f := range u.needed() {
		if !u.isInside(f) {
			at := s.Fields[u.place(f)]
			before[at] = append(before[at], fmt.Sprintf("BaleUnread%d %s %q", first+i, g.unread(), u.tag(f)))
		}
	}
	return before
}

// checkPart returns why encoding/json cannot decode a part, or "". A name of a field that is not read would have to come after that of an embedded
// pointer, which is the last field: a field without memory at the end of a struct would make it larger.
func checkPart(part *model.Named, root *emit.Root, home string) (problem string) {
	is := func(t model.Type) bool {
		s, ok := model.Underlying(t).(*model.Struct)
		if !ok || s.Part == nil {
			return false
		}
		u := &unreadFinder{rules: rulesOf(root.Has(v2Word)), part: s}
		u.find(home)
		for _, f := range u.needed() {
			x, last := u.firstAlike(f), len(s.Fields)-1
			if f.index[0] == last && x.index[0] == last && u.reads(x) && !u.isInside(f) && (!u.strictCase || tagV2Of(f.Field.Field).ignoreCase) {
				problem = fmt.Sprintf("the names %q and %q in %s, an embedded pointer that is the last field of its struct, differ only in their case, and only one of them is read: add the path of the other one, or put a field after %[3]s",
					x.Name, f.Name, s.Fields[last].Name)
			}
		}
		return problem != ""
	}
	if !is(part) {
		plan.Reachable(model.Type(part), (&plan.Graph{Home: home}).Parts, is)
	}
	return problem
}

// An unreadFinder finds the names of a part that are not read.
type unreadFinder struct {
	*rules
	part *model.Struct
	all  []*field          // including those that are not fields of the outer struct
	read []*field          // fields of the outer struct that are read
	has  map[string]*field // fields of the outer struct
	rest bool              // unknown names are read
	done map[string]bool   // names that need no field any more
}

func (u *unreadFinder) find(home string) {
	found := u.rules.find(u.part, home)
	u.all = found.all
	u.rest = slices.ContainsFunc(u.part.Fields, func(x *model.Field) bool {
		return !x.Unread && u.inlined(x) && !isStruct(model.Pointee(x.Type))
	})
	u.has, u.done = map[string]*field{}, map[string]bool{}
	for _, f := range found.list {
		u.has[f.Name] = f
		if u.reads(f) {
			u.read = append(u.read, f)
			u.done[f.Name] = true
		}
	}
}

// needed returns the fields whose names need a field.
func (u *unreadFinder) needed() (list []*field) {
	for _, f := range u.all {
		if u.needs(f) {
			list = append(list, f)
			u.done[f.Name] = true
		}
	}
	return list
}

// firstAlike returns the first field of the outer struct with a name like that of f, which a name with another case stands for.
func (u *unreadFinder) firstAlike(f *field) *field {
	first := f
	for _, x := range u.has {
		if u.alike(x, f) && slices.Compare(x.index, first.index) < 0 {
			first = x
		}
	}
	return first
}

// reads reports whether f and the embedded structs around it are read.
func (u *unreadFinder) reads(f *field) bool {
	s := u.part
	for i, at := range f.index {
		x := s.Fields[at]
		if x.Unread {
			return false
		}
		if i < len(f.index)-1 {
			s = model.Underlying(model.Pointee(x.Type)).(*model.Struct)
		}
	}
	return true
}

// needs reports whether the name of f needs a field.
func (u *unreadFinder) needs(f *field) bool {
	switch counts := u.has[f.Name] != nil; {
	case u.done[f.Name]:
		return false
	case slices.ContainsFunc(u.all, func(x *field) bool { return x.Name == f.Name && u.reads(x) }):
		return true
	default:
		return counts && (u.rest || slices.ContainsFunc(u.read, func(x *field) bool { return u.alike(x, f) }))
	}
}

// alike reports whether the names of fields may differ only in what the package that decodes them may ignore.
func (u *unreadFinder) alike(x, y *field) bool {
	if !u.strictCase {
		return strings.EqualFold(x.Name, y.Name)
	}
	r := strings.NewReplacer("_", "", "-", "")
	return strings.EqualFold(r.Replace(x.Name), r.Replace(y.Name))
}

// isInside reports whether an embedded struct has all fields with names like that of f, so that its type has the field for the name of f. A pointer would
// be allocated for such a field.
func (u *unreadFinder) isInside(f *field) bool {
	at, others := f.index[0], false
	for _, x := range u.all {
		others = others || x.index[0] != at && (x.Name == f.Name || u.alike(x, f))
	}
	outer := u.part.Fields[at]
	return len(f.index) > 1 && !u.rest && u.has[f.Name] == f && !others && !outer.Unread && f.Pointer == nil && model.PartOf(outer.Type) != nil
}

// place returns the index of the field of the outer struct before which a field with the name of f is: the one that holds f, or the one after it if that
// also holds a field that is read, which a name with another case stands for.
func (u *unreadFinder) place(f *field) int {
	at := f.index[0]
	if at+1 < len(u.part.Fields) && slices.ContainsFunc(u.read, func(x *field) bool {
		return x.index[0] == at && slices.Compare(x.index, f.index) < 0 && u.alike(x, f)
	}) {
		return at + 1
	}
	return at
}

// tag returns the tag of a field with the name of f.
func (u *unreadFinder) tag(f *field) string {
	option := ""
	switch {
	case u.strictCase && tagV2Of(f.Field.Field).ignoreCase:
		option = ",case:ignore"
	case f.Name == "-": // alone, it would mean no name
		option = ","
	}
	return "json:" + strconv.Quote(f.Name+option)
}
