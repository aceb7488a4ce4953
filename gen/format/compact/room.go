package compact

import (
	"fmt"

	"bale/schema"
)

// lensUnused is how many bytes more than it takes a group of 16 lengths may ask for before it is written: they are expected to
// be of one byte, and may have five.
const lensUnused = 16 * 4

// maxLen is how many bytes the length of a string takes at most: that of a tebibyte.
const maxLen = 5

// load prints what loads the headers of strings, slices, maps, pointers and interfaces into variables, since another goroutine
// may change them, and returns the layout with these. The pass that counts keeps the entries of some maps, and the others do not look at them.
func (p *generator) load(l *layout, counts bool) *layout {
	loaded := *l
	loaded.items = nil
	for _, it := range l.items {
		own := *it
		switch {
		case !counts && p.keeps(it) != nil:
		case it.kind == count, it.kind == nilBit, it.kind == union:
			own.expr = p.Var("field")
			p.Line("%s := %s", own.expr, it.expr)
		}
		loaded.items = append(loaded.items, &own)
	}
	return &loaded
}

// checkRoom prints the check that there is room for a record with numbers of any length, and for the text of its strings.
func (p *generator) checkRoom(l *layout, owner string) {
	room := l.head()
	for _, it := range l.items {
		switch it.kind {
		case number:
			room += bitsOf(it.typ) / 8
		case count, custom:
			room += maxLen
		case union:
			room += 2
		case time:
			room += 8 + 4 + 4
		}
	}
	p.unused = max(p.unused, room-l.max())
	if l.grows {
		room += growingHead
	}
	condition := fmt.Sprintf("n+%d > e.end", room)
	if list := texts(l); len(list) > 0 {
		condition += fmt.Sprintf(" || %s > int64(e.textEnd-s)", lengths(list))
	}
	p.Line("if %s {\nreturn e.changed(%q, n), s\n}", condition, owner)
}

// texts are the strings of a record.
func texts(l *layout) (list []*item) {
	for _, it := range l.items {
		if it.kind == count && schema.IsKind(it.typ, schema.String) {
			list = append(list, it)
		}
	}
	return list
}
