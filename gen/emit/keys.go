package emit

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// A KeySet prints the code that refuses a map with two keys that have the same encoding. A nil *KeySet prints nothing.
type KeySet struct {
	*Generator
	key  model.Type
	name string // variable with the keys so far
}

// NewKeySet prints the declaration of a set for the keys of a map, if two keys may have the same encoding.
func (p *Generator) NewKeySet(u *model.Map, m string) *KeySet {
	if !p.MergesKeys(u) || plan.HiddenUnion(u.Key, p.Package) {
		return nil
	}
	s := &KeySet{p, u.Key, p.Var("keys")}
	p.Line("%s := balecore.NewKeys[%s](len(%s))", s.name, p.Type(u.Key), printer.Unparen(m))
	return s
}

// Begin prints the code before that for the size of an entry.
func (s *KeySet) Begin() {
	if s != nil {
		s.Line("%s.Mark(e.Core())", s.name)
	}
}

// Add prints code that adds the key k of the entry to the set. If the set has the key already, the encoder gets an error.
func (s *KeySet) Add(k string) {
	if s == nil {
		return
	}
	s.Line("%[1]s.Add(e.Core(), %[2]s(%[3]s, &%[1]s.KeyState))", s.name, s.canonical(s.key), k)
}

// canonical returns the name of a function that returns a key as it is after decoding: without fields that are not encoded and without
// custom values, whose bytes the encoder keeps. The function gives the set the offsets from UTC of times, if the format has them, and
// reports pointers.
func (p *Generator) canonical(t model.Type) string {
	name := p.Title + "Key" + p.Name(t)
	if !p.Declares("key " + name) {
		p.Declare("key "+name, "")
		body := p.Capture(func() { p.canonicalPart("n", "k", t, true) })
		p.Declare("key "+name, fmt.Sprintf("\n// %[1]s returns k as far as it is encoded.\nfunc %[1]s(k %[2]s, s *balecore.KeyState) (n %[2]s) {\n%[3]sreturn n\n}\n", name, p.Type(t), body))
	}
	return name
}

// canonicalPart prints code that sets n to the part k of a key. top reports whether that is the body of t's own function.
func (p *Generator) canonicalPart(n, k string, t model.Type, top bool) {
	if !p.MergesValues(t) && !p.KeyHoldsPointer(t) {
		p.Line("%s = %s", n, k)
		return
	}
	_, named := t.(*model.Named)
	switch kind := p.Kind(t, false); {
	case kind == plan.Custom:
		p.Line("s.Customs++")
	case kind == plan.Time:
		p.Line("%s = %s(s.Time(time.Time(%s), %t))", n, p.Type(t), k, !p.DropsZone)
	case kind == plan.Pointer:
		p.Line("s.Pointer(%s != nil)", k)
	case named && !top:
		p.Line("%s = %s(%s, s)", n, p.canonical(t), k)
	case kind == plan.Record:
		for _, f := range p.Fields(model.Underlying(t).(*model.Struct)) {
			p.canonicalPart(n+"."+f.Name, k+"."+f.Name, f.Type, false)
		}
	case kind == plan.Array:
		i := p.Var("i")
		p.Line("for %s := range %s {", i, k)
		p.canonicalPart(n+"["+i+"]", k+"["+i+"]", plan.Elem(t), false)
		p.Line("}")
	case kind == plan.Union:
		x, y := p.Var("x"), p.Var("y")
		p.TypeSwitch(k, t, x, func(_ int, m model.Type) {
			p.Line("var %s %s", y, p.Type(m))
			p.canonicalPart(y, x, m, false)
			p.Line("%s = %s", n, y)
		}, nil, nil)
	}
}
