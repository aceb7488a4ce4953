package build

import (
	"context"
	"slices"

	"bale/codec"
	"bale/codec/lower"
	"bale/gen/emit"
	"bale/model"
	"bale/runner/measure"
)

// part is one variant on the shapes of one package.
type part struct {
	model   *model.Model // with only the roots that can be carried
	shapes  []string     // base names of the shapes
	variant *codec.Variant
	name    string // full name of the variant
	index   int    // index of the part in its package

	generated *generated // the code of bale gen, or nil
	roots     []int      // of the model that generated was made for
}

// withRoots returns a copy of the part with only the given roots. They stay in one part, since the same code may be generated for several
// roots.
func (p *part) withRoots(roots ...int) *part {
	one, m := *p, *p.model
	m.Roots, one.model, one.shapes, one.roots = nil, &m, nil, nil
	for _, i := range roots {
		if p.generated != nil {
			one.roots = append(one.roots, p.roots[i])
		}
		m.Roots, one.shapes = append(m.Roots, p.model.Roots[i]), append(one.shapes, p.shapes[i])
	}
	return &one
}

// parts plans every package for every variant. It returns the parts that can be built. Gaps and missing tools become statuses of rows.
func (b *codecBuild) parts(ctx context.Context) ([]*part, error) {
	var list []*part
	index := map[string]int{}
	for _, v := range b.choice.Variants {
		missing := missingTool(v)
		for _, m := range Models(b.shapes) {
			name := b.choice.Codec.FullName(v)
			plan, own, err := b.plan(ctx, m, v, index[m.Package])
			if err != nil {
				return nil, err
			}
			good := *m
			good.Roots = nil
			p := &part{model: &good, variant: v, name: name, index: index[m.Package], generated: own}
			for i, r := range plan.Roots {
				if !v.For(m.Roots[i].Type) {
					continue
				}
				base := b.baseName(m, i)
				if len(r.Gaps) == 0 && missing == "" {
					good.Roots, p.roots = append(good.Roots, m.Roots[i]), append(p.roots, i)
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
	return list, nil
}

// plan returns the plan of a model for a variant, and the code of bale gen, if the variant stands for that.
func (b *codecBuild) plan(ctx context.Context, m *model.Model, v *codec.Variant, index int) (*lower.Plan, *generated, error) {
	if !isGenerated(v, m) {
		caps := v.Caps(genPath(m, b.choice.Codec.FullName(v), index))
		caps.Omit = b.omit
		return lower.New(m, caps), nil, nil
	}
	own, err := b.ownCode(ctx, m, v)
	if err != nil {
		return nil, nil, err
	}
	plan := asIs(m)
	// What no serializer can carry has the same reason in all rows, with the directive that helps. The code for JSON takes any interface, as
	// encoding/json does, and fails when a value is in one, so its rows have the gaps that the row json has.
	common := lower.New(m, v.Caps(genPath(m, b.choice.Codec.FullName(v), index)))
	for i, r := range plan.Roots {
		if r.Gaps = own.gaps[i]; len(r.Gaps) > 0 || v.Format.View.Kind == emit.LikeJSON {
			if gaps := common.Roots[i].Gaps; len(gaps) > 0 {
				r.Gaps = gaps
			}
		}
		if len(r.Gaps) > 0 {
			r.Node = nil
		}
	}
	return plan, own, nil
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
func Models(shapes []*Shape) []*model.Model {
	var list []*model.Model
	for _, s := range shapes {
		if !slices.Contains(list, s.Model) {
			list = append(list, s.Model)
		}
	}
	return list
}

// baseName returns the base name of the shape for a root of m.
func (b *codecBuild) baseName(m *model.Model, root int) string {
	for _, s := range b.shapes {
		if s.Model == m && s.Root == root {
			return s.Base
		}
	}
	return m.Roots[root].Expr
}
