package layout

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"bale/gen/plan"
	"bale/model"
)

// RecordPlaces records in d the places of evolving structs with removed fields, for code in package home. The types of removed fields may
// be gone from the source, so RecordPlaces creates new types, with names for which taken returns false.
func (l *Layout) RecordPlaces(d *plan.Directives, home string, taken func(name string) bool) {
	p := &placer{layout: l, d: d, home: home, taken: taken, types: map[string]*model.Named{}}
	for _, name := range slices.Sorted(maps.Keys(l.Defs)) {
		if def := l.Defs[name]; def.node != nil && len(def.live()) < len(def.Fields) && def.Kind == Struct {
			p.places(def)
		}
	}
}

// A placer creates the places and types that [Layout.RecordPlaces] records.
type placer struct {
	layout *Layout
	d      *plan.Directives
	home   string
	taken  func(name string) bool
	types  map[string]*model.Named // types by name of definition
}

// places records the places of the struct that def defines.
func (p *placer) places(def *Def) {
	var list []plan.Place
	for _, f := range def.Fields {
		if f.Removed {
			list = append(list, plan.Place{Field: &model.Field{Name: f.Name, Type: p.typ(f.Type)}, Removed: true})
		} else {
			list = append(list, plan.Place{Field: f.node})
		}
	}
	p.d.StructPlaces[def.node] = list
}

// typ returns a type with the layout t.
func (p *placer) typ(t *Type) model.Type {
	switch t.Op {
	case Time:
		return &model.Time{}
	case Slice:
		return &model.Slice{Elem: p.typ(t.Elem)}
	case Array:
		return &model.Array{Len: t.Len, Elem: p.typ(t.Elem)}
	case Map:
		return &model.Map{Key: p.typ(t.Key), Elem: p.typ(t.Elem)}
	case Pointer:
		return &model.Pointer{Elem: p.typ(t.Elem)}
	case Ref:
		return p.named(p.layout.Defs[t.Name])
	}
	if t.Name == "byte" {
		return &model.Basic{Kind: model.Uint8}
	}
	return &model.Basic{Kind: kindOf(t.Name)}
}

// named returns the type of a definition. Fields that were removed from it earlier are ordinary fields of the new type: the whole
// value is skipped.
func (p *placer) named(def *Def) *model.Named {
	if n := p.types[def.Name]; n != nil {
		return n
	}
	n := &model.Named{Package: p.home, Name: p.name(def.Name)}
	p.types[def.Name] = n
	p.d.Removed = append(p.d.Removed, n)
	if def.Kind == Value {
		n.Underlying = p.typ(def.Type)
		return n
	}
	if def.Evolve {
		p.d.Evolving[n] = "bale.lock"
	}
	s := &model.Struct{}
	n.Underlying = s
	for i, f := range def.Fields {
		s.Fields = append(s.Fields, &model.Field{Name: fmt.Sprintf("F%d", i+1), Type: p.typ(f.Type), Exported: true, Package: p.home})
	}
	return n
}

// name returns an unused name for the type of a definition.
func (p *placer) name(def string) string {
	stem := "baleRemoved"
	for _, part := range strings.FieldsFunc(def, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		stem += plan.Upper(part)
	}
	used := func(name string) bool {
		return p.taken(name) || slices.ContainsFunc(p.d.Removed, func(n *model.Named) bool { return n.Name == name })
	}
	name := stem
	for i := 2; used(name); i++ {
		name = fmt.Sprintf("%sx%d", stem, i)
	}
	return name
}

// ApplyPlaces puts the fields of evolving structs at the places that d has.
func (l *Layout) ApplyPlaces(d *plan.Directives) {
	for _, def := range l.Defs {
		if def.node == nil || d.StructPlaces[def.node] == nil {
			continue
		}
		var fields []*Field
		for _, place := range d.StructPlaces[def.node] {
			if i := slices.IndexFunc(def.Fields, func(f *Field) bool { return f.node == place.Field }); i >= 0 {
				fields = append(fields, def.Fields[i])
			} else {
				fields = append(fields, &Field{Name: place.Name, Type: &Type{Op: Basic, Name: "removed"}, Removed: true})
			}
		}
		def.Fields = fields
	}
}

// Numbers returns the numbers of a struct's fields, or nil if d is not a struct.
func (d *Def) Numbers(directives *plan.Directives, n *plan.Numbering) []int {
	if d.node == nil {
		return nil
	}
	return directives.Numbers(n, d.node)
}
