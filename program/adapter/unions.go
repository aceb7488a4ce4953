package adapter

import (
	"fmt"
	"strings"

	"bale/model"
)

// unions returns the declaration of the members of all unions inside a root. Package inspect needs it.
func (w *writer) unions(root model.Type) string {
	u := &unionWalk{seen: map[model.Type]bool{}, open: map[model.Type]bool{}}
	u.print = func(place string, members []model.Type) {
		fmt.Fprintf(&u.b, "\t\t\tbaleharness.Union(%q", place)
		for _, m := range members {
			fmt.Fprintf(&u.b, ", (*%s)(nil)", w.spell(m))
		}
		u.b.WriteString("),\n")
	}
	u.walk(root, "")
	if u.b.Len() == 0 {
		return ""
	}
	return "Unions: baleharness.Unions(\n" + u.b.String() + "\t\t),\n\t\t"
}

// spell returns the Go expression of a type in the user's package.
func (w *writer) spell(t model.Type) string {
	return model.GoType(t, func(path string) string {
		if path == w.file.Model.Package {
			return ""
		}
		return w.use(path)
	})
}

// A unionWalk walks over a type and finds its unions. Places are written as inspect.Union describes.
type unionWalk struct {
	seen, open map[model.Type]bool // defined types and unions that have been walked, and unions that are being walked
	print      func(place string, members []model.Type)
	b          strings.Builder
}

func (u *unionWalk) walk(t model.Type, place string) {
	if n, ok := t.(*model.Named); ok && n.Alias { // a union of a field or of a list, whose name is not in the program
		t = n.Underlying
	} else if ok {
		if u.seen[n] {
			return
		}
		u.seen[n] = true
		place, t = model.DeclaredKey(n), n.Underlying
	}
	switch t := t.(type) {
	case *model.Struct:
		for _, f := range t.Fields {
			u.walk(f.Type, place+"."+f.Name)
		}
	case *model.Slice:
		u.walk(t.Elem, place+"[]")
	case *model.Array:
		u.walk(t.Elem, place+"[]")
	case *model.Pointer:
		u.walk(t.Elem, place)
	case *model.Map:
		u.walk(t.Key, place+"{key}")
		u.walk(t.Elem, place+"{}")
	case *model.Interface:
		u.members(t, place)
	}
}

// members prints a union at every place, and walks its members once.
func (u *unionWalk) members(t *model.Interface, place string) {
	if len(t.Members) == 0 || u.open[t] {
		return
	}
	u.print(place, t.Members)
	if u.seen[t] {
		return
	}
	u.seen[t], u.open[t] = true, true
	for _, m := range t.Members {
		u.walk(m, place+"()")
	}
	delete(u.open, t)
}
