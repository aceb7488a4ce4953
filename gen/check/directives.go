package check

import (
	"slices"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/root"
	"bale/gen/source"
	"bale/model"
)

// site returns the site of the directive x, which is one of uses. Errors have the position and the path.
func (p *Package) site(x directive.Use, uses directive.Uses, d *plan.Directives, pos, path string) *directive.Site {
	return &directive.Site{
		Plan: d, Home: p.Source.Package, Uses: uses, Word: x.Word,
		Fail: func(format string, args ...any) { p.Errors.Add(pos, path, format, args...) },
	}
}

// ownAll gives the field the directive own in d if the package has it and it applies.
func (p *Package) ownAll(f *model.Field, d *plan.Directives) {
	if rules := d.Field(f); p.Flags["own"] && directive.OwnsAll(rules, f.Type) {
		rules.Own = true
		d.Fields[f] = rules
	}
}

// applyToField checks the directives of the field at path, and records in d those that one of the formats has.
func (p *Package) applyToField(f *model.Field, path string, formats []*emit.Format, d *plan.Directives) *directive.Field {
	in := func(s *directive.Spec) bool { return slices.ContainsFunc(formats, s.In) }
	a := directive.ParseField(p.Source.Notes.Field(f), f)
	for _, x := range a.Problems {
		p.Errors.AddOnce(x.Pos, path, x.Text)
	}
	if why := a.Unfit(f.Type, in); why != "" {
		p.Errors.AddOnce(f.Pos, path, why+": remove it")
	}
	var rules plan.Rules
	for _, x := range a.Uses {
		if x.Apply != nil && in(x.Spec) {
			s := p.site(x, a.Uses, d, f.Pos, path)
			s.Field, s.Type, s.Rules = f, f.Type, &rules
			x.Apply(s, x.Value)
		}
	}
	if rules != (plan.Rules{}) {
		d.Fields[f] = rules
	}
	return a
}

// checkFieldFormats fails for directives of the field at path that no format of the package has.
func (c *checker) checkFieldFormats(a *directive.Field, f *model.Field, path string) {
	for _, x := range a.Uses {
		if x.Formats != nil && x.Formats.None != "" && !c.anyFormat(x.In) {
			c.Errors.AddOnce(f.Pos, path, x.Formats.Error(x.Text, "", c.Known))
		}
	}
}

// applyToType checks the directives above n, a type of the value at path, and records those that are not about methods.
func (c *checker) applyToType(n *model.Named, path string) {
	uses, _ := directive.ParseType(c.Source.Notes.Type(n.Pos, n.Name), false) // Declared reports problems
	for _, x := range uses {
		if x.Methods || x.Apply == nil {
			continue
		}
		if lacking := c.lacking(x.Spec); lacking != "" {
			c.Errors.Add(x.Pos, path, "%s", x.Formats.Error(x.Text, lacking, c.Known))
			continue
		}
		s := c.site(x, uses, c.directives, x.Pos, path)
		s.Type, s.Name = n, n
		x.Apply(s, x.Value)
	}
}

// lacking returns the name of a format that encodes the current type without effect of a directive, if that is an error, or "".
func (c *checker) lacking(s *directive.Spec) string {
	if s.Formats == nil || s.Formats.None == "" || !s.Formats.Every && c.inFormat(s.In) {
		return ""
	}
	return c.formatLacking(s.In)
}

// Declared parses the directives above a type, and adds to the errors what is wrong with them.
func (p *Package) Declared(d *source.Decl) directive.Uses {
	uses, problems := directive.ParseType(d.Notes, d.Spec.Assign.IsValid())
	for _, x := range problems {
		p.Errors.Add(x.Pos, d.Spec.Name.Name, "%s", x.Text)
	}
	return uses
}

// Formats adds errors for directives about methods that the formats of a root do not have, and for those that exclude each other.
func (p *Package) Formats(r *root.Root) {
	if x := r.Uses.Excluded(); x != nil {
		p.Errors.Add(x.Pos, r.Name, "%s", x.Excludes.Problem)
	}
	for i, x := range r.Uses {
		s := x.Formats
		if !x.Methods || s == nil || !s.Every && slices.ContainsFunc(r.Formats, s.Has) || !s.Every && r.Uses[:i].Has(x.Word) {
			continue
		}
		pos := x.Pos
		if s.AtName {
			pos = r.Pos
		}
		for _, f := range r.Formats {
			// A directive that every format has to have does not change the code with the results of encoding/json.
			if s.Has(f) || s.Every && f.View.Kind == emit.LikeJSON && len(r.Formats) > 1 {
				continue
			}
			p.Errors.Add(pos, r.Name, "%s", s.Error(x.Text, f.Name, p.Known))
			if !s.Every {
				break
			}
		}
	}
}

// Methods records the directives about the methods of roots.
func (p *Package) Methods(roots root.List, d *plan.Directives) {
	for _, r := range roots {
		for _, x := range r.Uses {
			if x.Methods && x.Apply != nil && slices.ContainsFunc(r.Formats, x.In) {
				s := p.site(x, r.Uses, d, x.Pos, r.Name)
				s.Type, s.Name = r.Node, r.Node
				x.Apply(s, x.Value)
			}
		}
	}
}

// Fields records the directives of all fields in roots of a format with a view of its own, which has checked the types.
func (p *Package) Fields(roots root.List, d *plan.Directives) {
	graph := &plan.Graph{Home: p.Source.Package}
	seen := map[model.Type]bool{}
	for _, r := range roots {
		graph.Contains(r.Node, func(x model.Type) bool {
			s, ok := model.Underlying(x).(*model.Struct)
			if !ok || seen[x] {
				return false
			}
			seen[x] = true
			for _, f := range s.Fields {
				p.applyToField(f, f.Name, r.Formats, d)
				p.ownAll(f, d)
			}
			return false
		})
	}
}

// Nowhere adds errors for directives above types that are for formats which no root has. uses are the directives by the names of their types.
func (p *Package) Nowhere(uses map[string]directive.Uses, roots root.List) {
	for name, list := range uses {
		for _, x := range list {
			if x.Formats == nil || x.Formats.Nowhere == "" {
				continue
			}
			if !slices.ContainsFunc(roots, func(r *root.Root) bool { return slices.ContainsFunc(r.Formats, x.In) }) {
				p.Errors.Add(x.Pos, name, "%s", x.Formats.Nowhere)
			}
		}
	}
}
