package model

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// exported finds names for types that the package cannot name by their own: those of internal packages, and unexported ones. Another
// package may export such a type with an alias, as in type Level = core.Level.
type exported struct {
	home    *types.Package
	aliases map[*types.TypeName][]*types.Alias // by the type that they stand for; nil before the first use
}

// find returns an alias that the package can use for t, with its type arguments, or nil.
func (e *exported) find(t *types.Named) (*types.Alias, []types.Type) {
	if e.aliases == nil {
		e.aliases = map[*types.TypeName][]*types.Alias{}
		e.collect(e.home, map[*types.Package]bool{})
		for _, list := range e.aliases {
			slices.SortFunc(list, func(a, b *types.Alias) int {
				p, q := a.Obj().Pkg().Path(), b.Obj().Pkg().Path()
				return cmp.Or(cmp.Compare(len(p), len(q)), strings.Compare(p, q), strings.Compare(a.Obj().Name(), b.Obj().Name()))
			})
		}
	}
	for _, a := range e.aliases[t.Obj()] {
		if args, ok := aliasArgs(a, t); ok {
			return a, args
		}
	}
	return nil, nil
}

// collect adds the aliases of the packages that p imports, directly and indirectly, as far as they are known.
func (e *exported) collect(p *types.Package, seen map[*types.Package]bool) {
	seen[p] = true
	if p != e.home && CanImport(p.Path(), e.home.Path()) {
		for _, name := range p.Scope().Names() {
			obj, ok := p.Scope().Lookup(name).(*types.TypeName)
			if !ok || !token.IsExported(name) {
				continue
			}
			a, ok := obj.Type().(*types.Alias)
			if !ok {
				continue
			}
			if n, ok := types.Unalias(a).(*types.Named); ok && n.Obj().Pkg() != nil {
				e.aliases[n.Obj()] = append(e.aliases[n.Obj()], a)
			}
		}
	}
	for _, im := range p.Imports() {
		if !seen[im] {
			e.collect(im, seen)
		}
	}
}

// aliasArgs returns the type arguments with which the alias a stands for t. ok is false if it stands for other types only.
func aliasArgs(a *types.Alias, t *types.Named) (args []types.Type, ok bool) {
	args = make([]types.Type, a.TypeParams().Len())
	of := types.Unalias(a).(*types.Named)
	for i := range of.TypeArgs().Len() {
		arg := t.TypeArgs().At(i)
		if p, isParam := of.TypeArgs().At(i).(*types.TypeParam); isParam {
			if old := args[p.Index()]; old != nil && !types.Identical(old, arg) {
				return nil, false
			}
			args[p.Index()] = arg
		} else if !types.Identical(of.TypeArgs().At(i), arg) {
			return nil, false
		}
	}
	return args, !slices.Contains(args, nil)
}
