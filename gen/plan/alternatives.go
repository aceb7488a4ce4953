package plan

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"bale/schema"
)

// Alternatives are the members of a union, each as a field: for formats that give them names and numbers. A field's name
// is that of the type, and no other has it; a member that is added at the end changes none.
func (d *Directives) Alternatives(union schema.Type) *schema.Struct {
	u := schema.Underlying(union).(*schema.Interface)
	if d != nil && d.members[u] != nil {
		return d.members[u]
	}
	s := &schema.Struct{}
	taken := map[string]bool{}
	for _, m := range u.Members {
		name := memberName(m)
		if Points(m) && taken[name] { // beside what it points at
			name += "Pointer"
		}
		for stem, i := name, 2; taken[name]; i++ {
			name = fmt.Sprint(stem, i)
		}
		taken[name] = true
		f := &schema.Field{Name: name, Type: m, Exported: true}
		if n, ok := union.(*schema.Named); ok {
			f.Package, f.Pos = n.Package, n.Pos
		}
		s.Fields = append(s.Fields, f)
	}
	if d != nil {
		d.members[u] = s
	}
	return s
}

// memberName is what a type is called without its package, and without a word for pointers: a struct and a pointer to
// one are the same in most messages.
func memberName(t schema.Type) string {
	switch t := t.(type) {
	case *schema.Named:
		if t.Alias {
			return "Value"
		}
		name := Upper(t.Name)
		for _, arg := range t.Args {
			name += memberName(arg)
		}
		return name
	case *schema.Basic:
		return Upper(t.Kind.String())
	case *schema.Time:
		return "Time"
	case *schema.Pointer:
		return memberName(t.Elem)
	case *schema.Slice:
		if schema.IsBytes(t) {
			return "Bytes"
		}
		return memberName(t.Elem) + "List"
	case *schema.Array:
		return fmt.Sprint(memberName(t.Elem), "Array", t.Len)
	case *schema.Map:
		return memberName(t.Key) + memberName(t.Elem) + "Map"
	case *schema.Struct:
		return "Struct"
	}
	return "Value"
}

// Upper is a name with its first letter in upper case.
func Upper(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}
