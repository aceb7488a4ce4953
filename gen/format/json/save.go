package json

import (
	"cmp"
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// A text that turns out to be malformed leaves a used value as it was. Three calls stand before the code that changes a value: keep before something else
// decodes into it, save before what it refers to is replaced, and check before it is copied or set.

// A decoder is what decodes into a value, other than printed code.
type decoder int

const (
	aMethod    decoder = iota // a method of the type
	partMethod                // perhaps methods of parts of the value
	theLibrary
)

// keep prints the code that keeps what the used value x was before it is decoded, to undo that.
//
// If the text has an error, encoding/json decodes the whole value again. An interface in x that held a pointer may then be nil, and the error does not occur
// again. So a used x with interfaces that the library decodes is left to the decoding of the whole value. In code for encoding/json/v2, an error ends decoding,
// so it occurs again.
func (g *generator) keep(t model.Type, x string, by decoder) {
	part := cmp.Or(plan.Elem(t), t)
	if g.fresh || by == partMethod && !g.callsMethods(part) {
		return
	}
	graph := &plan.Graph{Home: g.Package}
	lock := model.HoldsLock(t)
	if by == theLibrary && g.delays && (isInterface(t) || plan.Reachable(t, graph.Parts, isInterface)) {
		used := "d.Used"
		if !lock {
			used += " && !balejson.IsZero(" + printer.Addr(parenthesized(x)) + ")"
		}
		g.Line("if %s {\nreturn -1\n}", used)
	}
	if lock {
		return
	}
	kept, cond := "balejson.Kept", "d.Used"
	if g.savesParts() {
		cond += " && !d.Saves" // otherwise there is a copy
	}
	if _, ok := model.Underlying(t).(*model.Map); ok {
		kept, cond = "balejson.KeptMap", "d.Used"
	}
	g.Line("if %s {\nd.Undo = append(d.Undo, %s(%s))\n}", cond, kept, printer.Addr(parenthesized(x)))
}

// save prints the code that copies what the pointer x points to, before it is replaced. Then methods may have been called, which could change x.
func (g *generator) save(x string) {
	if g.savesParts() {
		g.Line("if d.Saves && !balejson.SaveValue(&d.Input, %s) {\nreturn -1\n}", x)
	}
}

// saveMap prints the code that sets a variable if the map x has entries that saveEntry copies before they are replaced, and returns the variable, or "".
func (g *generator) saveMap(x string) (old string) {
	if g.savesParts() {
		old = g.Var("old")
		g.Line("%s := %s != nil", old, x)
	}
	return old
}

func (g *generator) saveEntry(old, x, key string) {
	if old != "" {
		g.Line("if d.Saves && %s && !balejson.SaveEntry(&d.Input, %s, %s) {\nreturn -1\n}", old, x, key)
	}
}

// saveList adds to the code before the elements of a list, and to that for a list without free capacity of which i elements have been decoded: it saves elements
// of old, or is more if all of these have been decoded. Methods decode into old elements before these are copied.
func (g *generator) saveList(elem model.Type, old, list, i, begin, more string) (string, string) {
	if g.holdsReceivers(elem) {
		more = fmt.Sprintf("if %s > 0 && %[1]s == cap(%s) && !d.CheckUsed() {\nreturn -1\n}\n%s", i, old, more)
	}
	begin += fmt.Sprintf("\nif d.Saves {\n%s = %[1]s[:0:0]\n}", list)
	return begin, fmt.Sprintf("if %s < cap(%s) {\nif %s = balejson.Save(&d.Input, %[2]s, %[1]s); %[3]s == nil {\nreturn -1\n}\n} else {\n%s\n}", i, old, list, more)
}

// check prints the call without which a t could be copied, or set, before delayed methods decode into it.
func (g *generator) check(t model.Type) {
	if g.delays && g.holdsReceivers(t) {
		g.Line("if !d.Check() {\nreturn -1\n}")
	}
}

// checkUsed is check before methods decode into what an old pointer points to.
func (g *generator) checkUsed() {
	if g.savesParts() {
		g.Line("if !d.CheckUsed() {\nreturn -1\n}")
	}
}

// holdsReceivers reports whether methods may decode a t or parts of it that are in the memory of the t itself.
func (g *generator) holdsReceivers(t model.Type) bool {
	switch g.kindOf(t, true) {
	case list, entries, pointer, dynamic, union:
		return false
	}
	return g.callsMethods(t)
}

// callsMethods reports whether decoding a t may call methods.
func (g *generator) callsMethods(t model.Type) bool {
	graph := &plan.Graph{Home: g.Package}
	has := func(x model.Type) bool {
		n, ok := x.(*model.Named)
		return ok && (n.JSON.UnmarshalJSON != model.NoMethod || n.JSON.UnmarshalText != model.NoMethod || hasAny(n, "UnmarshalJSONFrom"))
	}
	return has(t) || plan.Reachable(t, graph.Parts, has)
}

// maxOnStack is the maximum size of a root whose copy is on the stack. That of a larger one is with those of its parts.
const maxOnStack = 4096

// saves reports whether what a text replaces in a used value of the root t is copied, so that the text need not be checked before. The copies have
// nothing that the text cannot change, such as locks.
func (g *generator) saves(t *model.Named) bool {
	graph := &plan.Graph{Home: g.Package}
	has := func(x model.Type) bool { return g.keepsOthers(x) }
	return g.delays && g.Directives.MaxMemory(t) == 0 && !has(t) && !plan.Reachable(model.Type(t), graph.Parts, has)
}

// keepsOthers reports whether t is a struct without methods that has fields that no text changes, or one with methods that holds a lock.
func (g *generator) keepsOthers(t model.Type) bool {
	s, ok := model.Underlying(t).(*model.Struct)
	if n, named := t.(*model.Named); !ok || named && n.JSON.Any() {
		return model.HoldsLock(t)
	}
	for _, f := range s.Fields {
		if ignored(f) || f.Unread {
			return true
		}
	}
	return len(s.Skipped)+len(s.Unsupported)+len(s.Internal) > 0 || s.Blank != nil
}

// savesParts reports whether the code copies what it replaces, if d.saves is set.
func (g *generator) savesParts() bool {
	return g.saved && g.delays && !g.fresh
}

// decodeSaving prints the code that decodes a root that saves without encoding/json, and ends with done.
func (g *generator) decodeSaving(t *model.Named, typ, done string) {
	g.Line("if d.Used {\nif n := d.getUsed%s(v); n >= 0 {\n%s\n}", g.Name(t), done)
	begin := ""
	if g.callsMethods(t) {
		begin = " if d.BeginFresh()"
	}
	g.Line("} else%s {\nif n := d.%s(v, balejson.Space(b, 0)); d.Ended(n) {\n%s\n}\n*v = *new(%s)\n}\n}", begin, g.getFunc(t), done, typ)
}

// printUsed prints the method that decodes a text into a used value of a root that saves.
func (g *generator) printUsed(t *model.Named, name, typ string) {
	g.Func("// getUsed%[1]s decodes the whole text, or the value at its front, into v, which has a value. If the text is malformed, v has its value again.\nfunc (d *baleJSONDecoder) getUsed%[1]s(v *%[2]s) int {", name, typ)
	copied, old, restored := "", "old := *v\n", "*v = old\n"
	if plan.SizeInMemory(t) > maxOnStack {
		copied, old, restored = " || !balejson.SaveValue(&d.Input, v)", "", ""
	}
	g.Line("if !d.BeginUsed()%s {\nreturn -1\n}\n%sn := d.%s(v, balejson.Space(d.B, 0))\nif d.Ended(n) {\nd.EndUsed(false)\nreturn n\n}\nd.EndUsed(true)\n%sreturn -1\n}\n", copied, old, g.getFunc(t), restored)
}
