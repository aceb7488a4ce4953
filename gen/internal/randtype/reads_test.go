package randtype_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"bale/gen/emit"
	"bale/gen/internal/randtype"
	"bale/gen/plan"
	"bale/model"
)

// readsPerType is the number of parts of each type that has fields.
const readsPerType = 2

// choosePaths returns the paths of random fields of a root for each of its parts.
func choosePaths(root *model.Named, seed uint64, home string) (parts [][]string) {
	r := rand.New(rand.NewPCG(seed, 1))
	for range readsPerType {
		var paths []string
		addPaths(r, root, "", home, true, &paths)
		if paths != nil {
			parts = append(parts, paths)
		}
	}
	return parts
}

// addPaths adds the paths of random fields of a value of t. prefix is its own path with a dot.
func addPaths(r *rand.Rand, t model.Type, prefix, home string, top bool, paths *[]string) {
	s := fieldsIn(t, home, top)
	if s == nil || strings.Count(prefix, ".") > 4 {
		return
	}
	for _, f := range s.Fields {
		switch {
		case r.IntN(3) > 0 && len(s.Fields) > 1:
		case r.IntN(4) > 0 && fieldsIn(f.Type, home, false) != nil:
			addPaths(r, f.Type, prefix+f.Name+".", home, false, paths)
		default:
			*paths = append(*paths, prefix+f.Name)
		}
	}
}

// fieldsIn returns the struct that t, or the type that its lists, maps and pointers finally hold, is. It returns nil if a path cannot go on
// there.
func fieldsIn(t model.Type, home string, top bool) *model.Struct {
	for range 10 { // a type such as type T []T contains itself
		if n, ok := t.(*model.Named); ok && !top && plan.MethodSuffix(n, home) != "" {
			return nil
		}
		top = false
		switch u := model.Underlying(t).(type) {
		case *model.Struct:
			return u
		case *model.Map:
			t = u.Elem
		case *model.Slice, *model.Array, *model.Pointer:
			t = plan.Elem(u)
		default:
			return nil
		}
	}
	return nil
}

// readDirectives returns the directives for the parts of a type, if one of its formats has parts.
func (b *batch) readDirectives(typ *randtype.Type) (text string) {
	for _, f := range b.accepting[typ] {
		if f.Has("read") {
			for i, paths := range b.reads[typ] {
				text += fmt.Sprintf("\n//bale:read P%d=%s", i, strings.Join(paths, ","))
			}
			return text
		}
	}
	return ""
}

// readTests returns the tests of the parts of a type in a format. name is that of its case.
func (b *batch) readTests(typ *randtype.Type, f *emit.Format, name string) (text string) {
	for i := range b.reads[typ] {
		if f.Has("read") {
			text += fmt.Sprintf("t.Run(\"%s P%d\", func(t *testing.T) { baletest.ReadPart(t, %s, %[3]s.Reads[%[2]d], v) })\n", f.Name, i, name)
		}
	}
	return text
}
