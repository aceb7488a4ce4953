package proto

import (
	"fmt"
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// hasRequired reports whether m itself has required fields.
func hasRequired(m *message) bool {
	for _, f := range m.Values {
		if f.required {
			return true
		}
	}
	return false
}

// checksRequired reports whether m or a message that it holds has required fields.
func checksRequired(m *message) bool {
	return reaches(m, func(m *message) bool {
		return hasRequired(m) || slices.ContainsFunc(fieldsOf(m), func(f *value) bool { return requiresElsewhere(f.Elem) })
	})
}

// missingFunc prints the Missing function, which returns the path of a required field that is not set.
func (p *generator) missingFunc(m *message) {
	if !checksRequired(m) {
		return
	}
	p.head("// %[1]sMissing%[2]s returns the path of a required field that v lacks, or \"\". depth is that of v.\nfunc %[1]sMissing%[2]s%[4]s(v *%[3]s, depth int) string {", m)
	p.reserve(m)
	p.ReserveVars("depth")
	if m.Recursive { // the value may contain itself
		p.Line("if depth > balecore.MaxDepth {\nreturn \"\"\n}")
	}
	for _, f := range m.Values {
		if f.required {
			p.Line("if %s {\nreturn %q\n}", f.isUnset(), f.Path)
		}
	}
	for _, f := range m.Values {
		p.missingIn(f)
	}
	for _, o := range m.Oneofs {
		p.eachMember(o, func(f *value) {
			if holdsRequired(f) {
				p.returnMissing(f, p.notNil(f, f.Expr), fmt.Sprintf("%q", f.Path))
			}
		})
	}
	p.Line("return \"\"\n}\n")
}

// holdsRequired reports whether the messages in a field have required fields.
func holdsRequired(f *value) bool {
	m := f.Elem.Message
	switch {
	case f.Kind == plan.Map:
		return holdsRequired(m.Values[1])
	case isElsewhere(f.Elem):
		return requiresElsewhere(f.Elem)
	}
	return m != nil && m.declared != nil && checksRequired(m)
}

// missingIn prints the check of the messages in a field.
func (p *generator) missingIn(f *value) {
	if !holdsRequired(f) {
		return
	}
	switch f.Kind {
	case plan.Pointer:
		p.Line("if %s != nil {", f.Expr)
		p.returnMissing(f, f.Expr, fmt.Sprintf("%q", f.Path))
		p.Line("}")
	case plan.List:
		i, x := p.local("i"), p.local("x")
		p.Line("for %s, %s := range %s {", i, x, f.Expr)
		p.returnMissing(f, p.notNil(f, x), fmt.Sprintf("fmt.Sprintf(\"%s[%%d]\", %s)", f.Path, i))
		p.Line("}")
	case plan.Map:
		k, x := p.local("k"), p.local("x")
		verb := "%v"
		if model.IsKind(model.Underlying(f.Type).(*model.Map).Key, model.String) {
			verb = "%q"
		}
		p.Line("for %s, %s := range %s {", k, x, f.Expr)
		elem := f.Elem.Message.Values[1]
		p.returnMissing(elem, p.notNil(elem, x), fmt.Sprintf("fmt.Sprintf(\"%s[%s]\", %s)", f.Path, verb, k))
		p.Line("}")
	}
}

// notNil prints code that replaces a nil pointer by an empty message, and returns the variable.
func (p *generator) notNil(f *value, x string) string {
	y := p.local("x")
	p.Line("%s := %s", y, x)
	p.emptyForNil(f, y)
	return y
}

// returnMissing prints the check of the message that x points to.
func (p *generator) returnMissing(f *value, x, path string) {
	if isElsewhere(f.Elem) {
		p.Line("if %s.CheckInitialized(%s) != nil {\nreturn %s + \" (a field of it)\"\n}", p.Import(protobuf), x, path)
		return
	}
	missing := p.local("missing")
	p.Line("if %[1]s := %[2]sMissing%[3]s(%[4]s, depth+1); %[1]s != \"\" {\nreturn %[5]s + \".\" + %[1]s\n}", missing, title, f.Elem.Message.Name, x, path)
}
