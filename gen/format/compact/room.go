package compact

import (
	"fmt"
	"strings"

	"bale/gen/plan"
)

// lensUnused is the maximum bytes that the room check of a group of 16 string lengths requests beyond those counted: counting adds
// one byte for each length, and the check requests maxLen bytes.
const lensUnused = 16 * 4

// maxLen is the maximum bytes of the length of a string, of less than a tebibyte.
const maxLen = 5

// A pass is what a function does with a value to encode.
type pass int

const (
	counting  pass = iota // finds the maximum size
	measuring             // finds the exact size
	putting               // encodes
)

// load prints the loading of slices, maps, pointers and interfaces into variables, since another goroutine may change them, and returns the
// layout with these variables. The encoding pass loads strings, too; the others use only their lengths. The counting pass keeps the entries of
// some maps; the other passes use the kept entries and do not load these maps.
func (p *generator) load(l *layout, pass pass) *layout {
	loaded := *l
	loaded.items = nil
	var names, values []string
	for _, it := range l.items {
		own := *it
		switch {
		case pass != counting && p.keeps(it) != nil:
		case it.Kind == plan.String && pass == putting && !l.isSimple(it) || it.Kind != plan.String && it.Nilable():
			own.Expr = p.FieldVar(it.Path, "field")
			names, values = append(names, own.Expr), append(values, it.Expr)
		}
		loaded.items = append(loaded.items, &own)
	}
	p.loadVars(names, values)
	return &loaded
}

// loadVars prints the loading of values into variables, several in a line of at most 100 columns.
func (p *generator) loadVars(names, values []string) {
	for k := 0; len(names) > 0; names, values, k = names[k:], values[k:], 0 {
		for width := 0; k < len(names); k++ {
			if width += len(names[k]) + len(values[k]) + 2*len(", "); k > 0 && width > 100 {
				break
			}
		}
		p.Line("%s := %s", strings.Join(names[:k], ", "), strings.Join(values[:k], ", "))
	}
}

// checkRoom prints the check that there is room for a record with the longest possible numbers, and for the text of its strings.
func (p *generator) checkRoom(l *layout, owner string) {
	room := l.max() - l.numberBytes
	for _, it := range l.items {
		switch it.Kind {
		case plan.Integer:
			room += bitsOf(it.Type) / 8
		case plan.String, plan.Bytes, plan.List, plan.Map, plan.Custom:
			room += maxLen
		case plan.Union:
			room += 2
		case plan.Time:
			room += 8 + 4 + 4
		}
	}
	p.unused = max(p.unused, room-l.max())
	if l.grows {
		room += growingHead
	}
	condition := fmt.Sprintf("n+%d > e.End", room)
	if list := texts(l); len(list) > 0 && !l.sparse {
		condition += fmt.Sprintf(" || %s > int64(e.TextEnd-s)", lengths(list))
	}
	p.Line("if %s {\nreturn e.Changed(%q, n), s\n}", condition, owner)
}

// texts returns the strings of a record.
func texts(l *layout) (list []*item) {
	for _, it := range l.items {
		if it.Kind == plan.String {
			list = append(list, it)
		}
	}
	return list
}
