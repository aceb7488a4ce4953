package emit

import (
	"slices"
	"strings"
)

// Locals collects the variables that a block of code needs. They are declared before the block.
type Locals struct {
	p     *Printer
	types map[string]string
}

// newLocals returns Locals without variables.
func newLocals(p *Printer) *Locals { return &Locals{p: p, types: map[string]string{}} }

// Need declares a variable of a type and returns its name. A typ that begins with "=" is the initial value instead of a type.
func (l *Locals) Need(name, typ string) string {
	l.types[name] = typ
	return name
}

// Declared prints the output of print, preceded by the declarations of the variables that it needs.
func (l *Locals) Declared(print func()) {
	outer := l.types
	l.types = map[string]string{}
	text := l.p.Capture(print)
	l.declare()
	l.types = outer
	l.p.Paste(text)
}

// declare prints the declarations, sorted by type.
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
