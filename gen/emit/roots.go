package emit

import (
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// A Root is a type that gets methods: it is encoded as a message of its own.
type Root struct {
	Name    string
	Pos     string // of the declaration
	Formats []*Format
	// Unlocked means that the lock file has no layout of the messages, by the argument lock=off of the directive gen.
	Unlocked bool
	Node     *model.Named // nil before the package is loaded, and if it does not compile
	Function string       // the type's name in the names of functions
	Words    []string     // of the directives above the declaration
}

// Has reports whether a directive with this word is above the declaration.
func (r *Root) Has(word string) bool { return slices.Contains(r.Words, word) }

// JSON reports whether Node is of a model of what encoding/json sees. Such a root has the format json only.
func (r *Root) JSON() bool {
	return slices.ContainsFunc(r.Formats, func(f *Format) bool { return f.View.Kind == LikeJSON })
}

// ByDeclaration reports whether all code of a root encodes x as its .proto file says.
func (r *Root) ByDeclaration(x model.Type) bool {
	s, ok := model.Underlying(x).(*model.Struct)
	return ok && s.Proto != nil && r.OnlyMessages()
}

// OnlyMessages reports whether all formats of a root encode messages as their .proto file says.
func (r *Root) OnlyMessages() bool {
	return !slices.ContainsFunc(r.Formats, func(f *Format) bool { return f.View.Kind != LikeProto })
}

// CallsMethods reports whether code of a root in package home encodes a part x by marshal methods of x.
func (r *Root) CallsMethods(x model.Type, home string) bool {
	n, ok := x.(*model.Named)
	return ok && plan.MethodSuffix(n, home) != "" && !(plan.ByDeclaration(n) && r.OnlyMessages())
}

// Roots are the roots of a package.
type Roots []*Root

// Of returns the roots that are encoded in a format.
func (list Roots) Of(f *Format) (of Roots) {
	for _, r := range list {
		if slices.Contains(r.Formats, f) {
			of = append(of, r)
		}
	}
	return of
}

// Plain returns the roots whose nodes are of the model of plain Go, which are all but those with the format json.
func (list Roots) Plain() Roots { return slices.DeleteFunc(slices.Clone(list), (*Root).JSON) }

// CallsMethods reports whether code of the roots in package home may encode n by marshal methods of n.
func (list Roots) CallsMethods(n *model.Named, home string) bool {
	return slices.ContainsFunc(list, func(r *Root) bool { return r.CallsMethods(n, home) })
}

// IsCustom reports whether code of the roots in package home encodes n by its own methods. A root is not, even if it has such methods.
func (list Roots) IsCustom(n *model.Named, home string) bool {
	isRoot := slices.ContainsFunc(list, func(r *Root) bool { return r.Node == n })
	return !isRoot && list.CallsMethods(n, home)
}

// EachCustom calls visit for the values of custom types in the roots, with their paths. It visits the parts of other types once.
func (list Roots) EachCustom(home string, visit func(n *model.Named, path string)) {
	list.EachPart(home, func(x model.Type, path, _ string) bool {
		n, ok := x.(*model.Named)
		if !ok || !list.CallsMethods(n, home) {
			return true
		}
		visit(n, path)
		return false
	})
}

// EachPart calls visit for the types of the roots and of their parts, with the path, and the position of the innermost field. It visits the
// parts of a type once, and only if visit returns true.
func (list Roots) EachPart(home string, visit func(x model.Type, path, pos string) bool) {
	seen := map[model.Type]bool{}
	var walk func(x model.Type, path, pos string)
	walk = func(x model.Type, path, pos string) {
		if !visit(x, path, pos) || seen[x] {
			return
		}
		seen[x] = true
		switch u := model.Underlying(x).(type) {
		case *model.Struct:
			for _, f := range u.Fields {
				walk(f.Type, path+"."+f.Name, f.Pos)
			}
		case *model.Map:
			walk(u.Key, path+"[key]", pos)
			walk(u.Elem, path+"[]", pos)
		case *model.Interface:
			for _, m := range u.Members {
				walk(m, path+"."+plan.MemberPath(m, home), pos)
			}
		case *model.Slice, *model.Array:
			walk(plan.Elem(x), path+"[]", pos)
		case *model.Pointer:
			walk(u.Elem, path, pos)
		}
	}
	for _, r := range list {
		walk(r.Node, r.Name, r.Pos)
	}
}
