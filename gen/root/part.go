package root

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// partMethods returns the methods that decode parts of a root in a format.
func (r *Root) partMethods(f *emit.Format) (list []emit.PartMethod) {
	if !f.Has("read") {
		return nil
	}
	for _, p := range r.Uses.Parts() {
		m := emit.PartMethod{Name: p.Name, Fields: p.Paths}
		list = append(list, m)
	}
	return list
}

// CheckPartNames adds an error to errs for each part with a name that is taken.
func (r *Root) CheckPartNames(errs *model.Errors) {
	for i, p := range r.Uses.Parts() {
		if slices.ContainsFunc(r.Uses.Parts()[:i], func(other *plan.Part) bool { return other.Name == p.Name }) {
			errs.Add(p.Pos, r.Name, "the type has two parts with the name %s: rename one", p.Name)
		}
		for _, f := range r.Formats {
			if s := r.Methods(f); f.Has("read") && slices.Contains(s.WholeNames(), s.PartName(p.Name)) {
				errs.Add(p.Pos, r.Name, "the part %s would have the method %s, which decodes the whole value: rename the part", p.Name, s.PartName(p.Name))
				break
			}
		}
	}
}

// SelectParts records in d what the parts of the roots read, and adds an error to errs for each path that names no field.
func (list List) SelectParts(d *plan.Directives, errs *model.Errors) {
	for _, r := range list {
		if r.Node == nil || !r.Supports("read") {
			continue
		}
		by := r.selector(d)
		for _, p := range r.Uses.Parts() {
			if by.Refused != "" {
				errs.Add(p.Pos, r.Name, "%s", by.Refused)
			}
			for _, problem := range p.Select(r.Node, by) {
				errs.AddOnce(p.Pos, r.Name, problem)
			}
			d.Parts[r.Node] = append(d.Parts[r.Node], p)
		}
	}
}

// CheckParts adds an error to errs for each part that a format cannot decode.
func (list List) CheckParts(d *plan.Directives, errs *model.Errors) {
	for _, r := range list {
		for _, f := range r.Formats {
			if f.Check.Part == nil {
				continue
			}
			for _, p := range d.PartsOf(r.Node) {
				if problem := f.Check.Part(p.Root, &r.Root, r.Source.Package); problem != "" {
					errs.Add(p.Pos, r.Name, "the part %s in %s: %s", p.Name, f.Name, problem)
				}
			}
		}
	}
}

// selector returns what the paths of the parts of the root can name.
func (r *Root) selector(d *plan.Directives) *plan.Selector {
	if view := r.Formats[0].View; view.Selector != nil {
		return view.Selector(&r.Root, r.Source.Package)
	}
	return &plan.Selector{
		Home:   r.Source.Package,
		Custom: func(n *model.Named) bool { return r.CallsMethods(n, r.Source.Package) },
		Oneofs: r.OnlyMessages(),
		Lacks: func(f *model.Field) string {
			for _, format := range r.Formats {
				if format.Has("read") && (format.MaxLen(f) < 0 || format.Has("unknown") && d.Field(f).Unknown) {
					return format.Name
				}
			}
			return ""
		},
	}
}
