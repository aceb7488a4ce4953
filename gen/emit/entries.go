package emit

import (
	"fmt"

	"bale/schema"
)

// KeepsEntries reports whether the entries of a map are kept from the pass that adds up sizes to the one that writes: they
// hold what methods of custom types returned, and the map may have another order then.
func (p *Generator) KeepsEntries(u *schema.Map) bool {
	return p.HoldsCustom(u.Key) || p.HoldsCustom(u.Elem)
}

// KeepEntries prints what keeps the entries of the map m, and returns the variable that has them.
func (p *Generator) KeepEntries(u *schema.Map, m string) string {
	entries := p.Var("entries")
	list := fmt.Sprintf("baleMapEntries(%s)", m)
	if p.Directives.Sorted(u) {
		list = fmt.Sprintf("baleSortedEntries(%s, %s)", m, p.compareFunc(u.Key))
	}
	p.Line("%s := baleKeepEntries(&e.baleOutput, %s)", entries, list)
	return entries
}

// KeptEntries prints the loading of what KeepEntries has kept, and returns the variable that has it. Path is where the map is.
func (p *Generator) KeptEntries(u *schema.Map, path string) string {
	entries := p.Var("entries")
	p.Line("%s := baleKeptEntries[%s, %s](&e.baleOutput, %q)", entries, p.Type(u.Key), p.Type(u.Elem), path)
	return entries
}

// EachEntry prints the beginning of a loop over entries that are kept.
func (p *Printer) EachEntry(entries, k, x string) {
	entry := p.Var("entry")
	p.Line("for _, %s := range %s {\n%s, %s := %s.key, %s.value", entry, entries, k, x, entry, entry)
}

// KeptCustom returns the bytes that the method of a custom type returned when sizes were added up. Path is where the value is.
func KeptCustom(path string) string { return fmt.Sprintf("e.nextKept(%q)", path) }
