package build

import (
	"context"
	"go/ast"
	"maps"
	"slices"

	"bale/model"
	"bale/model/directive"
)

// constants returns the constants of all types of both models whose values are basic. Those with the directive skip are left out.
func (b *conversionBuild) constants(ctx context.Context) (map[*model.Named][]*model.Constant, error) {
	all := map[*model.Named][]*model.Constant{}
	for _, m := range b.models {
		var types []*model.Named
		model.Walk(m.Roots[0].Type, func(t model.Type) bool {
			if n, ok := t.(*model.Named); ok && isBasic(n) {
				types = append(types, n)
			}
			return true
		})
		if len(types) == 0 {
			continue
		}
		list, err := model.Find(ctx, m.Dir, ".")
		if err != nil {
			return nil, err
		}
		set, err := list.Load(ctx, []string{m.Package}, nil)
		if err != nil {
			return nil, err
		}
		notes := directive.New(m.Dir)
		maps.Copy(all, set.Constants(types, func(string, *ast.File) string { return "" }))
		for _, n := range types {
			all[n] = slices.DeleteFunc(all[n], notes.SkipsConstant)
		}
	}
	return all, nil
}

func isBasic(n *model.Named) bool {
	_, ok := n.Underlying.(*model.Basic)
	return ok
}
