package emit

import (
	"fmt"

	"bale/gen/printer"
	"bale/model"
)

// MustKeepEntries reports whether the entries of a map are kept from the size pass for the writing pass. They are kept if they
// hold results of custom methods, since another loop over the map may have another order.
func (p *Generator) MustKeepEntries(u *model.Map) bool {
	return p.HoldsCustom(u.Key) || p.HoldsCustom(u.Elem)
}

// KeepEntries prints code that keeps the entries of the map m, and returns the name of the variable that holds them.
func (p *Generator) KeepEntries(u *model.Map, m string) string {
	entries := p.Var("entries")
	p.Line("%s := balecore.KeepEntries(e.Core(), %s)", entries, p.MapEntries(u, m))
	return entries
}

// MapEntries returns an expression for the entries of the map m, in the order in which they are written. They are on the heap.
func (p *Generator) MapEntries(u *model.Map, m string) string {
	if p.Directives.Sorted(u) {
		return fmt.Sprintf("balecore.SortedEntries(%s, %s)", m, p.compareFunc(u.Key))
	}
	return fmt.Sprintf("balecore.MapEntries(%s)", m)
}

// LoadKeptEntries prints code that loads the entries that KeepEntries kept, and returns the name of the variable that holds them.
// path is the path of the map.
func (p *Generator) LoadKeptEntries(u *model.Map, path string) string {
	entries := p.Var("entries")
	p.Line("%s := %s", entries, p.KeptEntries(u, path))
	return entries
}

// KeptEntries returns an expression for the entries that KeepEntries kept. path is the path of the map.
func (p *Generator) KeptEntries(u *model.Map, path string) string {
	return fmt.Sprintf("balecore.KeptEntries[%s, %s](e.Core(), %q)", p.Type(u.Key), p.Type(u.Elem), path)
}

// EachEntry prints the beginning of a loop over kept entries.
func (p *Printer) EachEntry(entries, k, x string) { p.Line("%s", p.EntryLoop(entries, k, x)) }

// EntryLoop returns what EachEntry prints.
func (p *Printer) EntryLoop(entries, k, x string) string {
	entry := p.Var("entry")
	return fmt.Sprintf("for _, %s := range %s {\n%s, %s := %s.Key, %s.Elem", entry, entries, k, x, entry, entry)
}

// SizedParts prints code for the size pass that records the number of parts of x, a pointer, slice, map or union, if results of custom methods
// are kept for them. For a pointer or a map, it is whether there are any. For a union, x is the number of the member. [Generator.WrittenParts] prints the same
// for the writing pass.
func (p *Generator) SizedParts(t model.Type, x string) { p.parts("SizedParts", t, x) }

// WrittenParts is [Generator.SizedParts] for the writing pass.
func (p *Generator) WrittenParts(t model.Type, x string) { p.parts("WrittenParts", t, x) }

func (p *Generator) parts(method string, t model.Type, x string) {
	if !p.HoldsCustom(t) {
		return
	}
	switch model.Underlying(t).(type) {
	case *model.Slice:
		x = fmt.Sprintf("uint64(len(%s))", printer.Unparen(x))
	case *model.Pointer:
		x = fmt.Sprintf("balecore.Bit(%s != nil)", printer.Unparen(x))
	case *model.Map:
		x = printer.Unparen(x)
		x = fmt.Sprintf("balecore.Bit(%s != nil)+balecore.Bit(len(%s) > 0)", x, x)
	}
	p.Line("e.%s(%s)", method, x)
}

// NotWritten prints the error return of an encoding function at its end: after an error, or if kept results have not been written for their
// values.
func (p *Generator) NotWritten(t *model.Named, buffer string) {
	p.Line("if %s {\nreturn %s, %s\n}", p.failed(t), buffer, refused(t, p.Refusable(t), "e.Err"))
}

// failed returns the condition that encoding t has failed, at its end.
func (p *Generator) failed(t *model.Named) string {
	if p.HoldsCustom(t) {
		return fmt.Sprintf("e.Failed(%q)", t.Name)
	}
	return "e.Err != nil"
}

// LoadKept returns an expression for the bytes that a custom method returned in the size pass. path is the path of the value.
func LoadKept(path string) string { return fmt.Sprintf("e.NextKept(%q)", path) }
