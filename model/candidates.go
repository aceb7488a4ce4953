package model

import (
	"cmp"
	"go/types"
	"slices"
	"strings"
)

// onlyCandidate returns the only type of the package that Load without expressions can load. If there are several, the error lists
// them.
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

// candidates returns the names of the exported struct types with at least one field, in source order. It leaves out generic types,
// since their name alone is not a type.
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
	// Files are parsed concurrently, so token positions in different files do not compare.
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

// typeParams returns the type parameters of t if it is a generic type without arguments.
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
