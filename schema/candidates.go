package schema

import (
	"cmp"
	"go/types"
	"slices"
	"strings"
)

// onlyCandidate is what Load takes when it is given no expressions: the one type of
// the package that can be meant. Where there are several, it lists them.
func (l *loader) onlyCandidate() ([]string, error) {
	names := l.candidates()
	switch len(names) {
	case 0:
		return nil, oneError("-type is needed: package %s has no exported struct type with fields", l.pkg.PkgPath)
	case 1:
		return names, nil
	}
	return nil, oneError("-type is needed: package %s has %s", l.pkg.PkgPath, strings.Join(names, ", "))
}

// candidates is the exported struct types with at least one field, in source order;
// generic ones cannot be meant by their name alone.
func (l *loader) candidates() []string {
	scope := l.pkg.Types.Scope()
	var found []*types.TypeName
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !obj.Exported() || len(typeParams(obj.Type())) > 0 {
			continue
		}
		if s, ok := obj.Type().Underlying().(*types.Struct); ok && hasField(s) {
			found = append(found, obj)
		}
	}
	// Files are parsed side by side, so the token positions of two do not compare.
	slices.SortFunc(found, func(a, b *types.TypeName) int {
		pa, pb := l.pkg.Fset.Position(a.Pos()), l.pkg.Fset.Position(b.Pos())
		return cmp.Or(strings.Compare(pa.Filename, pb.Filename), cmp.Compare(pa.Offset, pb.Offset))
	})
	names := make([]string, len(found))
	for i, obj := range found {
		names[i] = obj.Name()
	}
	return names
}

func hasField(s *types.Struct) bool {
	for f := range s.Fields() {
		if f.Name() != "_" {
			return true
		}
	}
	return false
}

// typeParams is what t still needs arguments for.
func typeParams(t types.Type) []*types.TypeParam {
	generic, ok := t.(interface {
		TypeParams() *types.TypeParamList
		TypeArgs() *types.TypeList
	})
	if !ok || generic.TypeArgs().Len() > 0 {
		return nil
	}
	return slices.Collect(generic.TypeParams().TypeParams())
}
