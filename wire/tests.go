package wire

import (
	_ "embed"

	"bale/schema"
)

//go:embed tests.txt
var testsText string

// tests is the file of tests: a few lines for each type and wire, and a helper for each kind of test.
func (t *target) tests(directives *Directives) ([]byte, error) {
	p := NewPrinter(t.src.Package, true)
	p.Taken, p.Directives = t.taken, directives
	for _, path := range []string{"bytes", "math", "math/rand/v2", "reflect", "runtime/metrics", "testing", "time"} {
		p.Import(path)
	}
	for _, r := range t.roots {
		for _, f := range r.wires {
			t.test(p, f, r)
		}
	}
	p.Line("// balePackage is whose unexported fields are filled.\nconst balePackage = %q\n", t.src.Package)
	p.Line("// baleMost is how long what is in a field may be, as its directive says: -1 is for a field that is not written.\nvar baleMost = map[baleField]int{")
	seen := map[schema.Type]bool{}
	for _, r := range t.roots {
		t.limits(p, directives, r.node, seen)
	}
	p.Line("}\n\n%s", testsText)
	text, err := p.file(t.src.Name)
	if err != nil {
		return nil, err
	}
	return append([]byte(t.header(" -tests")), text...), nil
}

// test prints the test, the fuzz target and the benchmark of a type for one wire.
func (t *target) test(p *Printer, f *Format, r *root) {
	name := p.Name(r.node) + f.suffix()
	p.Line("func TestBale%s(t *testing.T) { baleTest(t, bale%s) }", name, name)
	p.Line("func FuzzBale%s(f *testing.F) { baleFuzz(f, bale%s) }", name, name)
	p.Line("func BenchmarkBale%s(b *testing.B) { baleBenchmark(b, bale%s) }\n", name, name)
	p.Line("var bale%s = baleCase[%s]{", name, r.name)
	for _, m := range []struct{ field, method string }{
		{"append", "AppendS"}, {"marshal", "MarshalS"}, {"size", "SizeS"},
		{"unmarshal", "UnmarshalS"}, {"alias", "UnmarshalSAlias"}, {"decode", "DecodeS"},
	} {
		p.Line("%s: (*%s).%s,", m.field, r.name, f.fill(m.method, "", ""))
	}
	if f.Lax {
		p.Line("lax: true,")
	}
	if f.Open != nil && f.Open(r.node) {
		p.Line("open: true,")
	}
	p.Line("}\n")
}

// limits prints what the directives say about the fields below a type.
func (t *target) limits(p *Printer, directives *Directives, n schema.Type, seen map[schema.Type]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	switch u := schema.Underlying(n).(type) {
	case *schema.Struct:
		limit := func(name string, most int) {
			p.Line("{reflect.TypeFor[%s](), %q}: %d,", p.Type(n), name, most)
		}
		for _, name := range u.Skipped {
			limit(name, -1)
		}
		for _, f := range u.Fields {
			if most := t.most(f, directives.Field(f).Max); most != 0 {
				limit(f.Name, most)
			}
			t.limits(p, directives, f.Type, seen)
		}
	case *schema.Slice:
		t.limits(p, directives, u.Elem, seen)
	case *schema.Array:
		t.limits(p, directives, u.Elem, seen)
	case *schema.Pointer:
		t.limits(p, directives, u.Elem, seen)
	case *schema.Map:
		t.limits(p, directives, u.Key, seen)
		t.limits(p, directives, u.Elem, seen)
	}
}

// most is how long what is in a field may be for all wires of the file.
func (t *target) most(f *schema.Field, most int) int {
	for _, r := range t.roots {
		for _, w := range r.wires {
			if w.Most == nil {
				continue
			}
			if n := w.Most(f); n != 0 && (most == 0 || n < most) {
				most = n
			}
		}
	}
	return most
}
