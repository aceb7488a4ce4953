package emit

import (
	"fmt"

	"bale/schema"
)

// MustKeepEntries reports whether the entries of a map are kept from the size pass for the writing pass. They are kept if they
// hold results of custom methods, since another loop over the map may have another order.
func (p *Generator) MustKeepEntries(u *schema.Map) bool {
	return p.HoldsCustom(u.Key) || p.HoldsCustom(u.Elem)
}

// KeepEntries prints code that keeps the entries of the map m, and returns the name of the variable that holds them.
func (p *Generator) KeepEntries(u *schema.Map, m string) string {
	entries := p.Var("entries")
	list := fmt.Sprintf("baleMapEntries(%s)", m)
	if p.Directives.Sorted(u) {
		list = fmt.Sprintf("baleSortedEntries(%s, %s)", m, p.compareFunc(u.Key))
	}
	p.Line("%s := baleKeepEntries(&e.baleOutput, %s)", entries, list)
	return entries
}

// LoadKeptEntries prints code that loads the entries that KeepEntries kept, and returns the name of the variable that holds them.
// path is the path of the map.
func (p *Generator) LoadKeptEntries(u *schema.Map, path string) string {
	entries := p.Var("entries")
	p.Line("%s := baleKeptEntries[%s, %s](&e.baleOutput, %q)", entries, p.Type(u.Key), p.Type(u.Elem), path)
	return entries
}

// EachEntry prints the beginning of a loop over kept entries.
func (p *Printer) EachEntry(entries, k, x string) { p.Line("%s", p.EntryLoop(entries, k, x)) }

// EntryLoop returns what EachEntry prints.
func (p *Printer) EntryLoop(entries, k, x string) string {
	entry := p.Var("entry")
	return fmt.Sprintf("for _, %s := range %s {\n%s, %s := %s.key, %s.value", entry, entries, k, x, entry, entry)
}

// LoadKept returns an expression for the bytes that a custom method returned in the size pass. path is the path of the value.
func LoadKept(path string) string { return fmt.Sprintf("e.nextKept(%q)", path) }
