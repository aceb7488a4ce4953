package gen

import (
	"go/token"
	"maps"
	"slices"

	"bale/gen/lock"
	"bale/gen/source"
	"bale/model"
)

// loadConstants loads the constants of all types that the messages of the targets hold.
func loadConstants(set *model.Set, targets []*target) {
	var list []*model.Named
	for _, t := range targets {
		roots := listOf(t.allRoots())
		for _, r := range t.allRoots() {
			list = slices.AppendSeq(list, maps.Values(lock.Enums(roots, &r.Root, t.src.Package)))
		}
	}
	constants := set.Constants(list, source.ConstraintOf)
	for _, t := range targets {
		t.constants = constants
	}
}

// counts reports whether a constant of n is one of those whose values messages hold.
func (t *target) counts(n *model.Named, c *model.Constant) bool {
	return !t.src.Notes.SkipsConstant(c) && (token.IsExported(c.Name) || t.src.InModule(n.Package))
}

// countedConstants returns the constants of integer types whose values messages hold.
func (t *target) countedConstants() map[*model.Named][]*model.Constant {
	counted := map[*model.Named][]*model.Constant{}
	for n, list := range t.constants {
		for _, c := range list {
			if t.counts(n, c) && !model.IsKind(n, model.String) {
				counted[n] = append(counted[n], c)
			}
		}
	}
	return counted
}
