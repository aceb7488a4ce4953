package model

import (
	"go/types"
	"strings"
)

// Signature returns the types of the parameters and results of a function that the package declares, as text without spaces, with the import paths of other
// packages. ok is false if there is no such function, or if it is generic.
func (m *Model) Signature(name string) (params, results []string, ok bool) {
	if m.pkg == nil {
		return nil, nil, false
	}
	f, ok := m.pkg.Scope().Lookup(name).(*types.Func)
	if !ok || f.Signature().TypeParams() != nil {
		return nil, nil, false
	}
	texts := func(list *types.Tuple) (texts []string) {
		for v := range list.Variables() {
			text := types.TypeString(v.Type(), func(p *types.Package) string {
				if p == m.pkg {
					return ""
				}
				return p.Path()
			})
			texts = append(texts, strings.ReplaceAll(text, " ", ""))
		}
		return texts
	}
	return texts(f.Signature().Params()), texts(f.Signature().Results()), true
}
