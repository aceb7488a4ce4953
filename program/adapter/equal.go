package adapter

import (
	"fmt"
	"slices"
	"strings"

	"bale/model"
)

// An equalPrinter prints functions that compare values. They return true only if package loss finds no difference; they return false for what
// they cannot decide, such as fields of other packages that are not exported.
type equalPrinter struct {
	*writer
	b     strings.Builder
	names map[*model.Named]string
	todo  []*model.Named
	vars  int
}

// equal returns functions that compare values of t, and the name of the first.
func (w *writer) equal(t *model.Named) (text, name string) {
	p := &equalPrinter{writer: w, names: map[*model.Named]string{}}
	name = p.function(t)
	for len(p.todo) > 0 {
		n := p.todo[0]
		p.todo = p.todo[1:]
		p.line("func %s(a, b *%s) bool {", p.names[n], p.spell(n))
		if p.opaque(n) {
			p.line("return baleharness.Same(a, b)\n}\n")
			continue
		}
		p.value(n.Underlying, "(*a)", "(*b)")
		p.line("return true\n}\n")
	}
	return p.b.String(), name
}

func (p *equalPrinter) line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

// used prints a use of variables: a type without fields has nothing to compare.
func (p *equalPrinter) used(names ...string) {
	p.line("%s = %s", strings.TrimSuffix(strings.Repeat("_, ", len(names)), ", "), strings.Join(names, ", "))
}

// unless prints that values are not equal unless a condition holds.
func (p *equalPrinter) unless(format string, args ...any) {
	p.line("if !(%s) {\nreturn false\n}", fmt.Sprintf(format, args...))
}

func (p *equalPrinter) function(n *model.Named) string {
	if p.names[n] == "" {
		p.names[n] = fmt.Sprintf("baleEqual%d", len(p.names))
		p.todo = append(p.todo, n)
	}
	return p.names[n]
}

// opaque reports whether the fields of a struct are not all known, or not accessible.
func (p *equalPrinter) opaque(n *model.Named) bool {
	s, ok := n.Underlying.(*model.Struct)
	if !ok {
		return false
	}
	m, home := n.Methods, p.file.Model.Package
	return len(s.Unsupported) > 0 || n.Package != home && (m.Binary || m.Text || m.JSON || m.Gob || m.Gogo) || p.hides(s)
}

// hides reports whether a struct has fields that the package cannot access.
func (p *equalPrinter) hides(s *model.Struct) bool {
	for _, f := range s.Fields {
		if !f.Exported && f.Package != p.file.Model.Package {
			return true
		}
	}
	return false
}

// value prints the comparison of two values of t.
func (p *equalPrinter) value(t model.Type, a, b string) {
	switch t := t.(type) {
	case *model.Basic:
		p.basic(t.Kind, a, b)
	case *model.Time:
		p.unless("baleharness.SameTime(%s(%s), %[1]s(%[3]s))", p.use("time")+".Time", a, b)
	case *model.Named:
		p.named(t, a, b)
	case *model.Struct:
		if p.hides(t) || len(t.Unsupported) > 0 {
			p.line("return false")
			return
		}
		for _, f := range t.Fields {
			p.value(f.Type, a+"."+f.Name, b+"."+f.Name)
		}
	case *model.Array:
		if k, ok := model.Underlying(t.Elem).(*model.Basic); ok && exact(k.Kind) {
			p.unless("%s == %s", a, b)
			return
		}
		p.elements(t.Elem, a, b)
	case *model.Slice:
		p.slice(t, a, b)
	case *model.Map:
		p.mapping(t, a, b)
	case *model.Pointer:
		p.line("if %s != %s {", a, b)
		p.unless("%s != nil && %s != nil", a, b)
		p.value(t.Elem, "(*"+a+")", "(*"+b+")")
		p.line("}")
	case *model.Interface:
		p.union(t, a, b)
	}
}

// exact reports whether values of a kind are equal if == says so.
func exact(k model.Kind) bool {
	switch k {
	case model.Float32, model.Float64, model.Complex64, model.Complex128:
		return false
	}
	return true
}

func (p *equalPrinter) basic(k model.Kind, a, b string) {
	switch k {
	case model.Float32, model.Float64:
		p.unless("baleharness.SameFloat(float64(%s), float64(%s))", a, b)
	case model.Complex64, model.Complex128:
		p.unless("baleharness.SameComplex(complex128(%s), complex128(%s))", a, b)
	default:
		p.unless("%s == %s", a, b)
	}
}

func (p *equalPrinter) named(n *model.Named, a, b string) {
	_, isStruct := n.Underlying.(*model.Struct)
	switch {
	case !isStruct && !recursive(n):
		p.value(n.Underlying, a, b)
	case !model.CanName(n, p.file.Model.Package):
		p.line("return false")
	default:
		p.unless("%s(&%s, &%s)", p.function(n), a, b)
	}
}

// recursive reports whether a type contains itself without a struct between.
func recursive(n *model.Named) bool {
	found := false
	for part := range model.Children(n) {
		model.Walk(part, func(t model.Type) bool {
			found = found || t == n
			_, isStruct := t.(*model.Struct)
			return !isStruct && !found
		})
	}
	return found
}

func (p *equalPrinter) variable(stem string) string {
	p.vars++
	return fmt.Sprintf("%s%d", stem, p.vars)
}

func (p *equalPrinter) slice(t *model.Slice, a, b string) {
	p.unless("len(%s) == len(%s) && (%[1]s == nil) == (%[2]s == nil)", a, b)
	if k, ok := t.Elem.(*model.Basic); ok && k.Kind == model.Uint8 {
		p.unless("string(%s) == string(%s)", a, b)
		return
	}
	p.elements(t.Elem, a, b)
}

// elements prints the comparison of the elements of lists of the same length.
func (p *equalPrinter) elements(elem model.Type, a, b string) {
	i := p.variable("i")
	p.line("for %s := range %s {", i, a)
	p.used(i)
	p.value(elem, a+"["+i+"]", b+"["+i+"]")
	p.line("}")
}

// mapping prints the comparison of maps. Keys that are not basic are not looked up: those with floats may be equal and have other bits.
func (p *equalPrinter) mapping(t *model.Map, a, b string) {
	p.unless("len(%s) == len(%s) && (%[1]s == nil) == (%[2]s == nil)", a, b)
	k, ok := model.Underlying(t.Key).(*model.Basic)
	if !ok || !exact(k.Kind) {
		p.unless("len(%s) == 0", a)
		return
	}
	key, x, y, has := p.variable("k"), p.variable("x"), p.variable("y"), p.variable("ok")
	p.line("for %s, %s := range %s {\n%s, %s := %s[%[1]s]", key, x, a, y, has, b)
	p.unless("%s", has)
	p.used(x, y)
	p.value(t.Elem, x, y)
	p.line("}")
}

// union prints the comparison of interfaces.
func (p *equalPrinter) union(t *model.Interface, a, b string) {
	if !slices.ContainsFunc(t.Members, func(m model.Type) bool { return model.CanWrite(m, p.file.Model.Package) }) {
		p.unless("%s == nil && %s == nil", a, b)
		return
	}
	x, y, has := p.variable("x"), p.variable("y"), p.variable("ok")
	p.line("switch %s := %s.(type) {\ncase nil:\nif %s != nil {\nreturn false\n}", x, a, b)
	for _, m := range t.Members {
		if !model.CanWrite(m, p.file.Model.Package) {
			continue
		}
		p.line("case %s:\n%s, %s := %s.(%[1]s)", p.spell(m), y, has, b)
		p.unless("%s", has)
		p.used(x, y)
		p.value(m, x, y)
	}
	p.line("default:\nreturn false\n}")
}
