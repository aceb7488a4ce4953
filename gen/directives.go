package gen

import (
	"slices"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// supports reports whether one of the root's formats has a directive that not all formats have.
func (r *root) supports(word string) bool {
	return slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return f.Has(word) })
}

// hasView reports whether one of the root's formats has a view.
func (r *root) hasView(kind emit.ViewKind) bool {
	return slices.ContainsFunc(r.Formats, func(f *emit.Format) bool { return f.View.Kind == kind })
}

// site returns the site of the directive x, which is one of uses. Errors have the position and the path.
func (t *target) site(x directive.Use, uses directive.Uses, d *plan.Directives, pos, path string) *directive.Site {
	return &directive.Site{
		Plan: d, Home: t.src.Package, Uses: uses, Word: x.Word,
		Fail: func(format string, args ...any) { t.fail(pos, path, format, args...) },
	}
}

// ownAll gives the field the directive own in d if the package has it and it applies.
func (t *target) ownAll(f *model.Field, d *plan.Directives) {
	if rules := d.Field(f); t.flags["own"] && directive.OwnsAll(rules, f.Type) {
		rules.Own = true
		d.Fields[f] = rules
	}
}

// applyToField checks the directives of the field at path, and records in d those that one of the formats has.
func (t *target) applyToField(f *model.Field, path string, formats []*emit.Format, d *plan.Directives) *directive.Field {
	in := func(s *directive.Spec) bool { return slices.ContainsFunc(formats, s.In) }
	a := directive.ParseField(t.src.Notes.Field(f), f)
	for _, p := range a.Problems {
		t.failOnce(p.Pos, path, p.Text)
	}
	if why := a.Unfit(f.Type, in); why != "" {
		t.failOnce(f.Pos, path, why+": remove it")
	}
	var rules plan.Rules
	for _, x := range a.Uses {
		if x.Apply != nil && in(x.Spec) {
			s := t.site(x, a.Uses, d, f.Pos, path)
			s.Type, s.Rules = f.Type, &rules
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
			c.failOnce(f.Pos, path, x.Formats.Error(x.Text, "", c.Known))
		}
	}
}

// applyToType checks the directives above n, a type of the value at path, and records those that are not about methods.
func (c *checker) applyToType(n *model.Named, path string) {
	uses, _ := directive.ParseType(c.src.Notes.Type(n.Pos, n.Name), false) // addType reports problems
	for _, x := range uses {
		if x.Methods || x.Apply == nil {
			continue
		}
		if lacking := c.lacking(x.Spec); lacking != "" {
			c.fail(x.Pos, path, "%s", x.Formats.Error(x.Text, lacking, c.Known))
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

// checkRootFormats fails for directives about methods that the formats of a root do not have, and for those that exclude each other.
func (t *target) checkRootFormats(r *root) {
	if x := r.Uses.Excluded(); x != nil {
		t.fail(x.Pos, r.Name, "%s", x.Excludes.Problem)
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
			t.fail(pos, r.Name, "%s", s.Error(x.Text, f.Name, t.Known))
			if !s.Every {
				break
			}
		}
	}
}

// applyToRoots records the directives about the methods of roots.
func (t *target) applyToRoots(roots []*root, d *plan.Directives) {
	for _, r := range roots {
		for _, x := range r.Uses {
			if x.Methods && x.Apply != nil && slices.ContainsFunc(r.Formats, x.In) {
				s := t.site(x, r.Uses, d, x.Pos, r.Name)
				s.Type, s.Name = r.Node, r.Node
				x.Apply(s, x.Value)
			}
		}
	}
}
