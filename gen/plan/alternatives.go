package plan

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"bale/model"
)

// Alternatives returns the members of a union as the fields of a struct, for formats that give members names and numbers. The name
// of a field comes from the member's type, and is unique. Appending a member changes no other name.
func (d *Directives) Alternatives(union model.Type) *model.Struct {
	u := model.Underlying(union).(*model.Interface)
	if d != nil && d.members[u] != nil {
		return d.members[u]
	}
	s := &model.Struct{}
	taken := map[string]bool{}
	for _, m := range u.Members {
		name := memberName(m)
		if IsPointer(m) && taken[name] { // the union also has the type that it points to
			name += "Pointer"
		}
		for stem, i := name, 2; taken[name]; i++ {
			name = fmt.Sprint(stem, i)
		}
		taken[name] = true
		f := &model.Field{Name: name, Type: m, Exported: true}
		if n, ok := union.(*model.Named); ok {
			f.Package, f.Pos = n.Package, n.Pos
		}
		s.Fields = append(s.Fields, f)
	}
	if d != nil {
		d.members[u] = s
	}
	return s
}

// memberName returns a name for a type, without its package and without a word for pointers: a struct and a pointer to it have the
// same encoding in most formats.
func memberName(t model.Type) string {
	switch t := t.(type) {
	case *model.Named:
		if t.Alias {
			return "Value"
		}
		name := Upper(t.Name)
		for _, arg := range t.Args {
			name += memberName(arg)
		}
		return name
	case *model.Basic:
		return Upper(t.Kind.String())
	case *model.Time:
		return "Time"
	case *model.Pointer:
		return memberName(t.Elem)
	case *model.Slice:
		if model.IsBytes(t) {
			return "Bytes"
		}
		return memberName(t.Elem) + "List"
	case *model.Array:
		return fmt.Sprint(memberName(t.Elem), "Array", t.Len)
	case *model.Map:
		return memberName(t.Key) + memberName(t.Elem) + "Map"
	case *model.Struct:
		return "Struct"
	}
	return "Value"
}

// Upper returns the name with its first letter in upper case.
func Upper(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}
