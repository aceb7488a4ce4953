package emit

import (
	"fmt"

	"bale/gen/plan"
	"bale/schema"
)

// Entries prints the beginning of a loop over the entries of the map m. The directive sorted makes it loop in key order.
func (p *Printer) Entries(u *schema.Map, m, k, x string) {
	if !p.Directives.Sorted(u) {
		p.Line("for %s, %s := range %s {", k, x, m)
		return
	}
	b, basic := schema.Underlying(u.Key).(*schema.Basic)
	switch {
	case keyContains(u.Key, isFloat):
		entry := p.Var("entry")
		p.Line("for _, %s := range baleSortedEntries(%s, %s) {\n%s, %s := %s.key, %s.value", entry, m, p.compareFunc(u.Key), k, x, entry, entry)
	case basic && b.Kind != schema.Bool:
		p.Line("for _, %s := range baleSortedKeys(%s) {\n%s := %s[%s]", k, m, x, m, k)
	default:
		p.Line("for _, %s := range baleSortedKeysBy(%s, %s) {\n%s := %s[%s]", k, m, p.compareFunc(u.Key), x, m, k)
	}
}

// Ordered reports whether an unnamed type t contains a map whose entries are encoded in key order.
func (p *Printer) Ordered(t schema.Type) bool {
	return plan.HasMarkedPart(t, func(t schema.Type) bool {
		m, ok := t.(*schema.Map)
		return ok && p.Directives.Sorted(m)
	})
}

func isFloat(t schema.Type) bool {
	return schema.IsKind(t, schema.Float32) || schema.IsKind(t, schema.Float64)
}

// keyContains reports whether is holds for a part of a key.
func keyContains(t schema.Type, is func(schema.Type) bool) bool {
	switch u := schema.Underlying(t).(type) {
	case *schema.Array:
		return keyContains(u.Elem, is)
	case *schema.Struct:
		for _, f := range u.Fields {
			if keyContains(f.Type, is) {
				return true
			}
		}
		return false
	}
	return is(t)
}

// compareFunc returns the name of the function that compares two keys of type t. It prints the function if there is no helper.
func (p *Printer) compareFunc(t schema.Type) string {
	if b, ok := schema.Underlying(t).(*schema.Basic); ok {
		switch {
		case isFloat(t):
			return "baleByFloat"
		case b.Kind == schema.Bool:
			return "baleByBool"
		}
		return "cmp.Compare"
	}
	name := "baleOrder" + p.Name(t)
	text := fmt.Sprintf("\n// %[1]s compares two keys.\nfunc %[1]s(a, b %[2]s) int {\n", name, p.Type(t))
	switch u := schema.Underlying(t).(type) {
	case *schema.Array:
		text += fmt.Sprintf("for i := range a {\nif c := %s(a[i], b[i]); c != 0 {\nreturn c\n}\n}\nreturn 0\n}\n", p.compareFunc(u.Elem))
	case *schema.Struct:
		for _, f := range u.Fields {
			text += fmt.Sprintf("if c := %[1]s(a.%[2]s, b.%[2]s); c != 0 {\nreturn c\n}\n", p.compareFunc(f.Type), f.Name)
		}
		text += "return 0\n}\n"
	}
	p.Helper("a sorted "+name, text)
	return name
}
