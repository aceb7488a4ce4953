package datafile

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"bale/model"
)

// member checks a value of a union. It is an object with one member, whose name is that of the type.
func (r *dataReader) member(tok token, members []model.Type, at string) error {
	var names []string
	for _, m := range members {
		names = append(names, memberName(m))
	}
	if tok.Token != json.Delim('{') {
		return r.wrong(tok, at, fmt.Sprintf("null or an object with the name of a type, as in {%q: ...}", names[0]))
	}
	first := ""
	for n := 0; r.tokens.More(); n++ {
		key := r.next()
		name := key.Token.(string)
		if n > 0 && name != first {
			return &mismatch{key.at, fmt.Sprintf("%s: found a second type, %q, next to %q: want one", at, name, first)}
		}
		first = name
		t := memberNamed(members, names, name)
		if t == nil {
			return &mismatch{key.at, fmt.Sprintf("%s: unknown type %q: want one of %s", at, name, strings.Join(names, ", "))}
		}
		if err := r.value(r.next(), t, at+".("+name+")"); err != nil {
			return err
		}
	}
	if first == "" {
		return &mismatch{tok.at, fmt.Sprintf("%s: found an empty object, want null or an object with the name of a type, as in {%q: ...}", at, names[0])}
	}
	r.next()
	return nil
}

// memberNamed returns the first member with a name, or nil.
func memberNamed(members []model.Type, names []string, name string) model.Type {
	for i, n := range names {
		if n == strings.ReplaceAll(name, "interface {}", "any") {
			return members[i]
		}
	}
	return nil
}

// memberName returns the name of a union's member type in JSON: that of package sample. It is the name of a defined type without its package,
// and the source of another type.
func memberName(t model.Type) string {
	if p, ok := t.(*model.Pointer); ok {
		t = p.Elem
	}
	switch t := t.(type) {
	case *model.Time:
		return "Time"
	case *model.Named:
		return model.GoType(&model.Named{Name: t.Name, Args: t.Args}, func(importPath string) string { return importPath })
	}
	return model.GoType(t, path.Base)
}
