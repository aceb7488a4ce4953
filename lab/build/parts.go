package build

import (
	"slices"

	"bale/codec"
	"bale/codec/lower"
	"bale/measure"
	"bale/schema"
)

// part is one variant on the shapes of one package.
type part struct {
	model   *schema.Model // with only the roots that can be carried
	shapes  []string      // base names of the shapes
	variant *codec.Variant
	name    string // full name of the variant
	index   int    // index of the part in its package
}

// withRoots returns a copy of the part with only the given roots. They stay in one part, since the same code may be generated for several
// roots.
func (p *part) withRoots(roots ...int) *part {
	one, m := *p, *p.model
	m.Roots, one.model, one.shapes = nil, &m, nil
	for _, i := range roots {
		m.Roots, one.shapes = append(m.Roots, p.model.Roots[i]), append(one.shapes, p.shapes[i])
	}
	return &one
}

// parts plans every package for every variant. It returns the parts that can be built. Gaps and missing tools become statuses of rows.
func (b *codecBuild) parts() []*part {
	var list []*part
	index := map[string]int{}
	for _, v := range b.choice.Variants {
		missing := missingTool(v)
		for _, m := range Models(b.shapes) {
			name := b.choice.Codec.FullName(v)
			caps := v.Caps(genPath(m, name, index[m.Package]))
			caps.Omit = b.omit
			plan := lower.New(m, caps)
			good := *m
			good.Roots = nil
			p := &part{model: &good, variant: v, name: name, index: index[m.Package]}
			for i, r := range plan.Roots {
				if !v.For(m.Roots[i].Type) {
					continue
				}
				base := b.baseName(m, i)
				if len(r.Gaps) == 0 && missing == "" {
					good.Roots = append(good.Roots, m.Roots[i])
					p.shapes = append(p.shapes, base)
				}
				one := &part{model: m, shapes: []string{base}, name: name}
				if missing != "" {
					b.fail(one, measure.MissingTool, missing)
				}
				b.setPlan(one, plan, i)
			}
			if len(good.Roots) > 0 {
				index[m.Package]++
				list = append(list, p)
			}
		}
	}
	return list
}

// missingTool returns which program a variant lacks, and how to install it, or "" if no program is missing.
func missingTool(v *codec.Variant) string {
	if v.CXX {
		if _, err := cxxCompiler(); err != nil {
			return err.Error()
		}
	}
	return ""
}

// setPlan sets the gaps and the other properties of root i's plan in the rows of p.
func (b *codecBuild) setPlan(p *part, plan *lower.Plan, i int) {
	r := plan.Roots[i]
	for _, row := range b.rowsOf(p) {
		row.Gaps = append(row.Gaps, r.Gaps...)
		if len(r.Gaps) > 0 {
			row.Status, row.Reason = measure.HasGap, "cannot carry "+r.Gaps[0].Path
		} else {
			row.Own = plan.Own(i)
			row.Calls = r.Calls
		}
	}
}

// Models returns the models of the shapes, each once.
func Models(shapes []*Shape) []*schema.Model {
	var list []*schema.Model
	for _, s := range shapes {
		if !slices.Contains(list, s.Model) {
			list = append(list, s.Model)
		}
	}
	return list
}

// baseName returns the base name of the shape for a root of m.
func (b *codecBuild) baseName(m *schema.Model, root int) string {
	for _, s := range b.shapes {
		if s.Model == m && s.Root == root {
			return s.Base
		}
	}
	return m.Roots[root].Expr
}
