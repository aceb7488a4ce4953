package wire

import (
	_ "embed"
	"fmt"
	"slices"

	"bale/schema"
)

//go:embed sorted.txt
var sortedText string

// Entries prints the beginning of a loop over the entries of the map m: with their keys in order, where that is asked for.
func (p *Printer) Entries(u *schema.Map, m, k, x string) {
	if !p.Directives.Sorted(u) {
		p.Line("for %s, %s := range %s {", k, x, m)
		return
	}
	for _, path := range []string{"cmp", "math", "slices"} {
		p.Import(path)
	}
	p.Helper("a sorted", sortedText)
	b, basic := schema.Underlying(u.Key).(*schema.Basic)
	switch {
	case inKey(u.Key, isFloat):
		entry := p.Var("entry")
		p.Line("for _, %s := range baleSortedEntries(%s, %s) {\n%s, %s := %s.key, %s.value", entry, m, p.order(u.Key), k, x, entry, entry)
	case basic && b.Kind != schema.Bool:
		p.Line("for _, %s := range baleSortedKeys(%s) {\n%s := %s[%s]", k, m, x, m, k)
	default:
		p.Line("for _, %s := range baleSortedKeysBy(%s, %s) {\n%s := %s[%s]", k, m, p.order(u.Key), x, m, k)
	}
}

// Ordered reports whether a t without a name has a map in it whose entries are written in order.
func (p *Printer) Ordered(t schema.Type) bool {
	return Marked(t, func(t schema.Type) bool {
		m, ok := t.(*schema.Map)
		return ok && p.Directives.Sorted(m)
	})
}

// Marked reports whether is holds for a part of a type without a name, which a directive at a field has marked: where it
// is called what another one is that has no such part, it has functions of its own.
func Marked(t schema.Type, is func(schema.Type) bool) bool {
	if is(t) {
		return true
	}
	switch t := t.(type) {
	case *schema.Map:
		return Marked(t.Key, is) || Marked(t.Elem, is)
	case *schema.Slice:
		return Marked(t.Elem, is)
	case *schema.Array:
		return Marked(t.Elem, is)
	case *schema.Pointer:
		return Marked(t.Elem, is)
	case *schema.Struct:
		return slices.ContainsFunc(t.Fields, func(f *schema.Field) bool { return Marked(f.Type, is) })
	}
	return false
}

func isFloat(t schema.Type) bool {
	return schema.IsKind(t, schema.Float32) || schema.IsKind(t, schema.Float64)
}

// inKey reports whether is holds for a part of a key.
func inKey(t schema.Type, is func(schema.Type) bool) bool {
	switch u := schema.Underlying(t).(type) {
	case *schema.Array:
		return inKey(u.Elem, is)
	case *schema.Struct:
		for _, f := range u.Fields {
			if inKey(f.Type, is) {
				return true
			}
		}
		return false
	}
	return is(t)
}

// order is the function that compares two keys.
func (p *Printer) order(t schema.Type) string {
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
	text := fmt.Sprintf("\n// %[1]s compares keys, part by part.\nfunc %[1]s(a, b %[2]s) int {\n", name, p.Type(t))
	switch u := schema.Underlying(t).(type) {
	case *schema.Array:
		text += fmt.Sprintf("for i := range a {\nif c := %s(a[i], b[i]); c != 0 {\nreturn c\n}\n}\nreturn 0\n}\n", p.order(u.Elem))
	case *schema.Struct:
		for _, f := range u.Fields {
			text += fmt.Sprintf("if c := %[1]s(a.%[2]s, b.%[2]s); c != 0 {\nreturn c\n}\n", p.order(f.Type), f.Name)
		}
		text += "return 0\n}\n"
	}
	p.Helper("a sorted "+name, text)
	return name
}

// sort marks the maps that t is or that its lists, maps and pointers hold, and what its unions do.
func (c *checker) sort(t schema.Type, path, pos string) {
	seen := map[schema.Type]bool{}
	found := false
	var mark func(t schema.Type)
	mark = func(t schema.Type) {
		u := schema.Underlying(t)
		if seen[u] {
			return
		}
		seen[u] = true
		if m, ok := u.(*schema.Map); ok {
			found, c.out.sorted[m] = true, true
			if why := unordered(m.Key, c.model.Package); why != "" {
				c.fail(pos, path, "sorted is for keys that have an order: %s", why)
			}
		}
		if _, ok := u.(*schema.Struct); !ok {
			for _, part := range parts(u) {
				mark(part)
			}
		}
	}
	mark(t)
	if !found {
		c.fail(pos, path, "sorted is for maps, and for lists, maps and pointers of them")
	}
}

// unordered says why keys of type t have no order, "" if they have one.
func unordered(t schema.Type, home string) string {
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		if u.Kind == schema.Complex64 || u.Kind == schema.Complex128 {
			return "complex numbers have none"
		}
	case *schema.Time:
		return "a time has none, since the same instant in two zones is two keys"
	case *schema.Pointer:
		return "a pointer has none but that of addresses, which is another one each time"
	case *schema.Interface:
		return "what an interface holds has none, since it may be of several types"
	case *schema.Array:
		return unordered(u.Elem, home)
	case *schema.Struct:
		if f := hidden(t, home); f != nil {
			return fmt.Sprintf("package %s keeps the field %s to itself", f.Package, f.Name)
		}
		if len(u.Skipped) > 0 {
			return fmt.Sprintf("the field %s is skipped, so that keys which differ may be written alike", u.Skipped[0])
		}
		for _, f := range u.Fields {
			if why := unordered(f.Type, home); why != "" {
				return why
			}
		}
	}
	return ""
}
