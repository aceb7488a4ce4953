package gen

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// readWord is the first word of the directive for a part.
const readWord = "read"

// parsePart parses a directive such as "read Head=ID,Customer.Name".
func parsePart(text string) (*plan.Part, error) {
	name, list, ok := strings.Cut(strings.TrimPrefix(text, readWord+" "), "=")
	wrong := func(reason string) (*plan.Part, error) {
		return nil, fmt.Errorf("%s: %s: want a name for the part and the fields that it reads, as in //bale:read Head=ID,Customer.Name", text, reason)
	}
	switch paths := strings.Split(list, ","); {
	case !ok:
		return wrong("there is no =")
	case !token.IsIdentifier(name) || !token.IsExported(name) || strings.Contains(name, "_"):
		return wrong("the name is a part of method names, and has letters and digits with an upper-case letter first")
	case strings.Contains(list, " "):
		return wrong("there is a space")
	case slices.Contains(paths, ""):
		return wrong("a path is empty")
	default:
		return &plan.Part{Name: name, Paths: paths}, nil
	}
}

// isPart reports whether a directive is for a part.
func isPart(text string) bool { return strings.HasPrefix(text+" ", readWord+" ") }

// parts returns the parts of a type, without what they read. Malformed directives, which addType reports, are left out.
func (r *root) parts() (list []*plan.Part) {
	for _, n := range r.Notes {
		if isPart(n.Text) {
			if p, err := parsePart(n.Text); err == nil {
				p.Pos = n.Pos
				list = append(list, p)
			}
		}
	}
	return list
}

// partMethods returns the methods that decode parts of a root in a format.
func (r *root) partMethods(f *emit.Format) (list []emit.PartMethod) {
	if !f.Parts {
		return nil
	}
	for _, p := range r.parts() {
		m := emit.PartMethod{Name: p.Name, Fields: p.Paths}
		list = append(list, m)
	}
	return list
}

// checkPartNames fails for parts with names that are taken.
func (t *target) checkPartNames(r *root) {
	for i, p := range r.parts() {
		if slices.ContainsFunc(r.parts()[:i], func(other *plan.Part) bool { return other.Name == p.Name }) {
			t.fail(p.Pos, r.Name, "the type has two parts with the name %s: rename one", p.Name)
		}
		for _, f := range r.Formats {
			if s := t.methods(r, f); f.Parts && slices.Contains(s.WholeNames(), s.PartName(p.Name)) {
				t.fail(p.Pos, r.Name, "the part %s would have the method %s, which decodes the whole value: rename the part", p.Name, s.PartName(p.Name))
				break
			}
		}
	}
}

// selectParts records in d what the parts of the roots read, and fails for paths that name no field.
func (t *target) selectParts(d *plan.Directives) {
	used := map[string]bool{}
	for _, r := range t.allRoots() {
		if r.Node == nil || !slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return f.Parts }) {
			continue
		}
		used[r.Name] = true
		isJSON := slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return f.JSON })
		by := t.selector(r, isJSON, d)
		for _, p := range r.parts() {
			if isJSON && t.newHeader.safe {
				t.fail(p.Pos, r.Name, "with -safe, the format json has no parts, because encoding/json could not be kept from reading the other fields: leave out -safe, or remove the format or the directive")
			}
			for _, problem := range p.Select(r.Node, by) {
				t.failOnce(p.Pos, r.Name, problem)
			}
			d.Parts[r.Node] = append(d.Parts[r.Node], p)
		}
	}
	for _, r := range t.roots {
		if parts := r.parts(); r.Node != nil && len(parts) > 0 && !used[r.Name] {
			t.fail(parts[0].Pos, r.Name, "read has no effect in the formats of the type: remove the directive, or add a format that has parts, such as proto")
		}
	}
}

// checkParts fails for parts that a format cannot decode.
func (t *target) checkParts(d *plan.Directives) {
	for _, r := range t.allRoots() {
		for _, f := range r.Formats {
			if f.CheckPart == nil {
				continue
			}
			for _, p := range d.PartsOf(r.Node) {
				if problem := f.CheckPart(p.Root, t.src.Package, r.isV2()); problem != "" {
					t.fail(p.Pos, r.Name, "the part %s in %s: %s", p.Name, f.Name, problem)
				}
			}
		}
	}
}

// selector returns what the paths of the parts of a root can name.
func (t *target) selector(r *root, isJSON bool, d *plan.Directives) *plan.Selector {
	if isJSON {
		return &plan.Selector{
			Home: t.src.Package, JSON: true,
			Custom: func(n *model.Named) bool { return n.JSON.Any() },
			Lacks:  func(*model.Field) string { return "" }, // the model has no such fields
			Sees: func(outer *model.Struct, f *model.Field) plan.Sight {
				return r.Formats[0].Sees(outer, f, t.src.Package, r.isV2())
			},
		}
	}
	return &plan.Selector{
		Home:   t.src.Package,
		Custom: func(n *model.Named) bool { return r.CallsMethods(n, t.src.Package) },
		Oneofs: r.OnlyMessages(),
		Lacks: func(f *model.Field) string {
			for _, format := range r.Formats {
				if format.Parts && (format.MaxLen != nil && format.MaxLen(f) < 0 || format.IntEncodings && d.Field(f).Unknown) {
					return format.Name
				}
			}
			return ""
		},
	}
}
