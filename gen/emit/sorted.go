package emit

import (
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// Entries prints a loop that writes the entries of a map. If kept is not empty, it is a variable with the entries that the size pass has kept.
// Otherwise they are those of the map m, in key order if the directive sorted says so. body prints the code for the key k and the value x.
func (p *Printer) Entries(u *model.Map, m, kept, k, x string, body func()) {
	sorted := kept == "" && p.Directives.Sorted(u)
	onStack := sorted && p.isOrdered(u.Key)
	if onStack {
		p.Line("if len(%s) > 0 {", m) // the memory is not cleared for an empty map
	}
	switch {
	case kept != "":
		p.EachEntry(kept, k, x)
	case sorted:
		p.inOrder(u, m, k, x)
	default:
		p.Line("for %s, %s := range %s {", k, x, m)
	}
	body()
	p.Line("}")
	if onStack {
		p.Line("}")
	}
}

const (
	stackEntries = 16 // number of keys or entries of a map that are sorted on the stack
	largeEntries = 4  // the same for entries with values of more than maxCopied bytes
	maxCopied    = 24 // bytes of a value up to which it is sorted together with its key, instead of looking it up
)

// EntriesOf returns an expression for the entries of the map m, in the order in which they are written. If they are few, they may be on the stack.
func (p *Generator) EntriesOf(u *model.Map, m string) string {
	if p.Directives.Sorted(u) && p.isOrdered(u.Key) {
		entries, _ := p.OrderedEntries(u, m)
		return entries
	}
	return p.MapEntries(u, m)
}

// isOrdered reports whether the operator < orders keys of type t.
func (p *Printer) isOrdered(t model.Type) bool {
	b, basic := model.Underlying(t).(*model.Basic)
	return basic && b.Kind != model.Bool && !isFloat(t)
}

// SortsCopies reports whether values of type t are sorted together with their keys.
func SortsCopies(t model.Type) bool { return plan.SizeInMemory(t) <= maxCopied }

// OrderedEntries returns an expression for the entries of the map m in the order of its keys, which the operator < orders, and whether a few of them
// are on the stack.
func (p *Printer) OrderedEntries(u *model.Map, m string) (entries string, onStack bool) {
	n := stackEntries
	if !SortsCopies(u.Elem) {
		n = largeEntries
	}
	elem := fmt.Sprintf("balecore.Entry[%s, %s]", p.Type(u.Key), p.Type(u.Elem))
	memory := p.stackMemory(n, elem, plan.SizeInMemory(u.Key)+plan.SizeInMemory(u.Elem))
	return fmt.Sprintf("balecore.OrderedEntries(%s, %s)", m, memory), memory != "nil"
}

// stackMemory returns an expression for an empty slice with memory on the stack for n elements of a type with a size, or for nil if the function has too
// much of it.
func (p *Printer) stackMemory(n int, elem string, size int) string {
	if !p.OnStack(n * size) {
		return "nil"
	}
	return fmt.Sprintf("new([%d]%s)[:0]", n, elem)
}

// inOrder prints the beginning of a loop over the entries of the map m in key order. Four entries of strings took half of the time that
// allocating and sorting the keys took, with a search for each value (2026-11-29).
func (p *Printer) inOrder(u *model.Map, m, k, x string) {
	switch {
	case keyContains(u.Key, isFloat):
		p.EachEntry(fmt.Sprintf("balecore.SortedEntries(%s, %s)", m, p.compareFunc(u.Key)), k, x)
	case !p.isOrdered(u.Key):
		p.Line("for _, %s := range balecore.SortedKeysBy(%s, %s) {\n%s := %s[%s]", k, m, p.compareFunc(u.Key), x, m, k)
	case !SortsCopies(u.Elem):
		memory := p.stackMemory(stackEntries, p.Type(u.Key), plan.SizeInMemory(u.Key))
		p.Line("for _, %s := range balecore.SortedKeys(%s, %s) {\n%s := %s[%s]", k, m, memory, x, m, k)
	default:
		entries, _ := p.OrderedEntries(u, m)
		p.EachEntry(entries, k, x)
	}
}

// Ordered reports whether an unnamed type t contains a map whose entries are encoded in key order.
func (p *Printer) Ordered(t model.Type) bool {
	return plan.HasMarkedPart(t, func(t model.Type) bool {
		m, ok := t.(*model.Map)
		return ok && p.Directives.Sorted(m)
	})
}

func isFloat(t model.Type) bool {
	return model.IsKind(t, model.Float32) || model.IsKind(t, model.Float64)
}

// keyContains reports whether is holds for a part of a key.
func keyContains(t model.Type, is func(model.Type) bool) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Array:
		return keyContains(u.Elem, is)
	case *model.Struct:
		for _, f := range u.Fields {
			if keyContains(f.Type, is) {
				return true
			}
		}
		return false
	}
	return is(t)
}

// compareFunc returns the name of the function that compares two keys of type t. It prints the function if the runtime has none.
func (p *Printer) compareFunc(t model.Type) string {
	if b, ok := model.Underlying(t).(*model.Basic); ok {
		switch {
		case isFloat(t):
			return "balecore.ByFloat"
		case b.Kind == model.Bool:
			return "balecore.ByBool"
		}
		return "cmp.Compare"
	}
	name := "baleOrder" + p.Name(t)
	text := fmt.Sprintf("\n// %[1]s compares two keys.\nfunc %[1]s(a, b %[2]s) int {\n", name, p.Type(t))
	switch u := model.Underlying(t).(type) {
	case *model.Array:
		text += fmt.Sprintf("for i := range a {\nif c := %s(a[i], b[i]); c != 0 {\nreturn c\n}\n}\nreturn 0\n}\n", p.compareFunc(u.Elem))
	case *model.Struct:
		for _, f := range u.Fields {
			text += fmt.Sprintf("if c := %[1]s(a.%[2]s, b.%[2]s); c != 0 {\nreturn c\n}\n", p.compareFunc(f.Type), f.Name)
		}
		text += "return 0\n}\n"
	}
	p.Declare("a sorted "+name, text)
	return name
}
