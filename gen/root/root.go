// Package root has the types of a package that get methods: which methods and functions each of them gets in each format, whether the names of these
// are free, and what stands for them until they are generated.
package root

import (
	"slices"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/source"
	"bale/model"
)

// A Root is a type that gets methods, with its declaration.
type Root struct {
	*source.Decl
	emit.Root
	Source *source.Package // that declares it
	Uses   directive.Uses  // above the declaration
	// Ending is the ending of the names of the default format's methods; "" stands for the format's suffix.
	Ending  string
	Suffix  string // ending of the names of the methods of all formats in its place; "" is none
	Streams bool   // it has readers and writers of streams

	collisions map[string]bool // names of hand-written methods and of fields that generated methods would have, too
}

// New returns the root that d declares, without formats.
func New(src *source.Package, d *source.Decl, uses directive.Uses) *Root {
	r := &Root{Decl: d, Source: src, Uses: uses, Root: emit.Root{Name: d.Spec.Name.Name, Pos: d.At}}
	for _, x := range uses {
		r.Words = append(r.Words, x.Word)
	}
	return r
}

// Supports reports whether one of the root's formats has a directive that not all formats have.
func (r *Root) Supports(word string) bool {
	return slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return f.Has(word) })
}

// A List is the roots of a package, or some of them.
type List []*Root

// Emit returns the roots without their declarations.
func (list List) Emit() emit.Roots {
	roots := make(emit.Roots, len(list))
	for i, r := range list {
		roots[i] = &r.Root
	}
	return roots
}

// Split moves the formats that have a view of their own out of the roots, each to a list of its own, whose roots have no other formats. The nodes of such a
// list are of another model. The first list has the other formats.
func (list List) Split() []List {
	var lists []List
	rest := list
	for _, f := range list.owned() {
		var own, others List
		for _, r := range rest {
			i := slices.Index(r.Formats, f)
			if i < 0 {
				others = append(others, r)
				continue
			}
			one := *r
			one.Formats = []*emit.Format{f}
			own = append(own, &one)
			if len(r.Formats) > 1 {
				without := *r
				without.Formats = slices.Delete(slices.Clone(r.Formats), i, i+1)
				others = append(others, &without)
			}
		}
		lists, rest = append(lists, own), others
	}
	return slices.Insert(lists, 0, rest)
}

// owned returns the formats of the roots that have a view of their own.
func (list List) owned() (formats []*emit.Format) {
	for _, r := range list {
		for _, f := range r.Formats {
			if f.View.Options != nil && !slices.Contains(formats, f) {
				formats = append(formats, f)
			}
		}
	}
	return formats
}

// SetNodes sets the nodes of the roots from their model, which may be nil.
func (list List) SetNodes(m *model.Model) {
	for i := 0; m != nil && i < len(list); i++ {
		list[i].Node = m.Roots[i].Type.(*model.Named)
	}
}
