package emit

import (
	"slices"
	"strings"
)

// Locals are the variables that a block of code needs, which are declared in front of it.
type Locals struct {
	p     *Printer
	types map[string]string
}

// NewLocals has no variables yet.
func NewLocals(p *Printer) *Locals { return &Locals{p: p, types: map[string]string{}} }

// Need makes sure of a variable of a type; "=" and an expression declare it with that value.
func (l *Locals) Need(name, typ string) string {
	l.types[name] = typ
	return name
}

// Declared prints what print prints, behind the variables that it needs.
func (l *Locals) Declared(print func()) {
	outer := l.types
	l.types = map[string]string{}
	text := l.p.Capture(print)
	l.declare()
	l.types = outer
	l.p.Text(text)
}

// declare prints the declarations, by type.
func (l *Locals) declare() {
	byType := map[string][]string{}
	var types []string
	for name, typ := range l.types {
		if byType[typ] == nil {
			types = append(types, typ)
		}
		byType[typ] = append(byType[typ], name)
	}
	slices.Sort(types)
	for _, typ := range types {
		names := byType[typ]
		slices.Sort(names)
		if value, ok := strings.CutPrefix(typ, "="); ok {
			l.p.Line("%s := %s", names[0], value)
			continue
		}
		l.p.Line("var %s %s", strings.Join(names, ", "), typ)
	}
}
