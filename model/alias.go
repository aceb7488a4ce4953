package model

import "go/ast"

// aliasUnions reports union directives above aliases. Such a directive has no effect: an alias is not a type of its own.
func (l *loader) aliasUnions() {
	if l.options.TypeUnion == nil {
		return
	}
	for _, file := range l.pkg.Syntax {
		for _, d := range file.Decls {
			gen, ok := d.(*ast.GenDecl)
			for i := 0; ok && i < len(gen.Specs); i++ {
				s, _ := gen.Specs[i].(*ast.TypeSpec)
				if s == nil || !s.Assign.IsValid() {
					continue
				}
				if u := l.options.TypeUnion(l.places.at(s.Name.Pos()), s.Name.Name); u != nil {
					l.fail(u.Pos, s.Name.Name, "union has no effect on an alias, because an alias is not a type of its own: put it above the aliased type, or at fields")
				}
			}
		}
	}
}
