package gen

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// tests returns the test file: a few lines for each root and format, and the helpers that they call.
func (t *target) tests(directives *plan.Directives) ([]byte, error) {
	p := emit.NewPrinter(t.src.Package, true)
	p.Taken, p.Directives = t.taken, directives
	p.AddRuntime("tests") // before the user's packages, so that the standard packages that it imports keep their names
	for _, r := range t.roots {
		for _, f := range r.formats {
			if f.View.Kind == emit.LikeProto && (requiresItself(r.node) || holdsGogo(r.node)) {
				continue
			}
			t.printTest(p, f, r, t.version(f, r, directives))
		}
	}
	for _, r := range t.jsonRoots {
		t.printJSONTest(p, r, directives)
	}
	p.Line("// balePackage is the import path of this package, whose unexported fields are filled, too.\nconst balePackage = %q\n", t.src.Package)
	p.Line("// baleMaxLen has the maximum lengths of fields. -1 means that the field is not encoded.\nvar baleMaxLen = map[baleField]int{")
	seen := map[model.Type]bool{}
	for _, r := range t.roots {
		t.printLimits(p, directives, r.node, seen)
	}
	p.Line("}\n\n// balePresent has fields that are not nil: the required ones of protobuf messages, and messages in oneofs.\nvar balePresent = map[baleField]bool{")
	clear(seen)
	for _, r := range t.roots {
		t.printPresent(p, r.node, seen)
	}
	p.Line("}\n\n// baleMembersOf has the types that interfaces may hold. A key is a field with such interfaces, or a type, with an empty field name.\nvar baleMembersOf = map[baleField]baleMembers{")
	clear(seen)
	for _, r := range t.roots {
		t.printUnions(p, r.node, seen)
	}
	p.Line("}\n")
	t.printCustom(p)
	p.Line("// baleTypes has the types as they were when the code was generated.\nvar baleTypes = []baleWas{")
	clear(seen)
	for _, r := range t.roots {
		t.printTypes(p, r.node, seen)
	}
	p.Line("}\n")
	p.Facts = t.testFacts(directives)
	text, err := p.Printer.File(t.src.Name)
	if err != nil {
		return nil, err
	}
	return append([]byte(t.headerText(" -tests")), text...), nil
}

// printTest prints the test, the fuzz target and the benchmark of a root for one format.
func (t *target) printTest(p *emit.Printer, f *emit.Format, r *root, version string) {
	name := strings.TrimPrefix(p.Name(r.node), "_") + f.Suffix()
	p.Line("func TestBale%s(t *testing.T) { baleTest(t, bale%s) }", name, name)
	p.Line("func FuzzBale%s(f *testing.F) { baleFuzz(f, bale%s) }", name, name)
	p.Line("func BenchmarkBale%s(b *testing.B) { baleBenchmark(b, bale%s) }\n", name, name)
	p.Line("var bale%s = baleCase[%s]{", name, r.name)
	for _, m := range []struct{ field, method string }{
		{"append", "AppendS"}, {"marshal", "MarshalS"}, {"size", "SizeS"},
		{"unmarshal", "UnmarshalS"}, {"alias", "UnmarshalSAlias"}, {"decode", "DecodeS"},
	} {
		p.Line("%s: (*%s).%s,", m.field, r.name, t.methods(r, f).Fill(m.method, "", ""))
	}
	if version != "" {
		p.Line("samples: %q,", r.name+"."+f.Name+"."+version)
	}
	if stamp, ok := p.Directives.Stamp(f.Prefix(), r.node); ok {
		p.Line("stamp: []byte{0x%02x, 0x%02x, 0x%02x, 0x%02x},", stamp>>24, stamp>>16&0xff, stamp>>8&0xff, stamp&0xff)
	}
	facts := f.Facts(r.node)
	if facts.NilIsEmpty || facts.DropsZone {
		p.Line("ignored: baleIgnored{nilIsEmpty: %t, dropsZone: %t},", facts.NilIsEmpty, facts.DropsZone)
	}
	if facts.RejectsNil {
		p.Line("rejectsNil: true,")
	}
	if facts.Unterminated {
		p.Line("unterminated: true,")
	}
	if facts.SizeVaries {
		p.Line("sizeVaries: true,")
	}
	t.printUses(p, f, r)
	p.Line("}\n")
}

// printJSONTest prints the test, the fuzz target and the benchmark of a root for the format json.
func (t *target) printJSONTest(p *emit.Printer, r *root, d *plan.Directives) {
	f := r.formats[0]
	name := strings.TrimPrefix(p.Name(r.node), "_") + f.Suffix()
	p.Line("func TestBale%s(t *testing.T) { baleSameTest(t, bale%[1]s) }", name)
	p.Line("func FuzzBale%s(f *testing.F) { baleSameFuzz(f, bale%[1]s) }", name)
	p.Line("func BenchmarkBale%s(b *testing.B) { baleSameBenchmark(b, bale%[1]s) }\n", name)
	p.Line("var bale%s = baleSameCase[%s]{", name, r.name)
	for _, m := range []struct{ field, method string }{
		{"append", "AppendS"}, {"marshal", "MarshalS"}, {"unmarshal", "UnmarshalS"}, {"alias", "UnmarshalSAlias"}, {"decode", "DecodeS"},
	} {
		p.Line("%s: (*%s).%s,", m.field, r.name, t.methods(r, f).Fill(m.method, "", ""))
	}
	p.Line("plain: baleJSONPlain%s,", r.function)
	if r.isV2() {
		p.Line("library: baleSameLibrary{baleJSONMarshalV2, baleJSONUnmarshalV2},")
	} else {
		p.Line("root: baleJSONIsRoot,")
	}
	if d.Strict[r.node] {
		p.Line("strict: true,")
	}
	t.printUses(p, f, r)
	if len(t.jsonUnions) > 0 && t.holdsForm(r) {
		p.Line("unions: map[baleField]baleMembers{")
		t.printUnions(p, r.node, map[model.Type]bool{})
		p.Line("},\noriginal: baleJSONOriginal,")
	}
	graph := &plan.Graph{Home: t.src.Package}
	if d.MaxMemory(r.node) > 0 || graph.Contains(r.node, d.HasMax) || t.holdsForm(r) {
		p.Line("limit: func(err error) bool {\nvar limit *baleJSONLimit\nreturn %s.As(err, &limit)\n},", p.Import("errors"))
	}
	p.Line("}\n")
}

// printUses prints the functions for streams of a root and the methods for its parts in a format.
func (t *target) printUses(p *emit.Printer, f *emit.Format, r *root) {
	s := t.methods(r, f)
	if t.streams(r) {
		reader, writer := s.StreamNames(r.name)
		p.Line("stream: baleStream[%s]{", r.name)
		p.Line("writer: func(w %s.Writer) func(*%s) error { return %s(w).Write },", p.Import("io"), r.name, writer)
		p.Line("reader: func(r %s.Reader) func(*%s) error { return %s(r).Read },\n},", p.Import("io"), r.name, reader)
	}
	if parts := p.Directives.Parts[r.node]; f.Has("read") && len(parts) > 0 {
		p.Line("reads: []baleReadCase[%s]{", r.name)
		for _, part := range parts {
			p.Line("{%q, (*%s).%s, %q},", part.Name, r.name, s.PartName(part.Name), strings.Join(part.Fields(), " "))
		}
		p.Line("},")
	}
}

// printLimits prints the maximum lengths of the fields that a type contains. -1 stands for a field that is not encoded.
func (t *target) printLimits(p *emit.Printer, directives *plan.Directives, n model.Type, seen map[model.Type]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	switch u := model.Underlying(n).(type) {
	case *model.Struct:
		limit := func(name string, maxLen int) {
			if t.canName(n) {
				p.Line("{reflect.TypeFor[%s](), %q}: %d,", p.Type(n), name, maxLen)
			}
		}
		for _, f := range slices.Concat(u.Skipped, u.Internal) {
			limit(f.Name, -1)
		}
		for _, f := range u.Fields {
			if directives.Field(f).Unknown {
				limit(f.Name, -1)
			} else if maxLen := t.maxLen(f, directives.Field(f).Max); maxLen != 0 {
				limit(f.Name, maxLen)
			}
			t.printLimits(p, directives, f.Type, seen)
		}
	default:
		for part := range model.Children(u) {
			t.printLimits(p, directives, part, seen)
		}
	}
}

// printUnions prints the types that the interfaces in a type may hold.
func (t *target) printUnions(p *emit.Printer, n model.Type, seen map[model.Type]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	list := func(field string, u *model.Named) {
		of := fmt.Sprintf("reflect.TypeFor[%s]()", p.Type(u))
		switch {
		case plan.HiddenUnion(u, t.src.Package):
			of = fmt.Sprintf("reflect.Zero(reflect.TypeFor[%s]()).FieldByName(%q).Type()", p.Type(n), field)
		case u.Alias:
			of = fmt.Sprintf("reflect.TypeFor[%s]()", p.Type(u.Underlying))
		}
		p.Line("{reflect.TypeFor[%s](), %q}: {%s, []reflect.Type{", p.Type(n), field, of)
		for _, m := range plan.Members(u) {
			p.Line("reflect.TypeFor[%s](),", p.Type(m))
		}
		p.Line("}},")
	}
	if u, ok := n.(*model.Named); ok && plan.Members(n) != nil {
		if !u.Alias && t.canName(u) {
			list("", u)
		}
	} else if u := unionOf(model.Underlying(n)); ok && u != nil {
		list("", u)
	}
	s, ok := model.Underlying(n).(*model.Struct)
	for i := 0; ok && i < len(s.Fields); i++ {
		u := unionOf(s.Fields[i].Type)
		if x, ok := s.Fields[i].Type.(*model.Named); ok && plan.HiddenUnion(x, t.src.Package) && t.canName(n) {
			u = x
		}
		if u != nil {
			list(s.Fields[i].Name, u)
		}
	}
	for part := range model.Children(n) {
		t.printUnions(p, part, seen)
	}
}

// canName reports whether the file can name type n: a custom type may have fields of types that only its package can name.
func (t *target) canName(n model.Type) bool {
	x, ok := n.(*model.Named)
	return !ok || token.IsExported(x.Name) || x.Package == t.src.Package
}

// printCustom prints the custom types, once for each way in which they are encoded, and a test of them if there are any.
func (t *target) printCustom(p *emit.Printer) {
	home := t.src.Package
	var lines []string
	seen := map[string]bool{}
	t.eachCustom(func(n *model.Named, path string) {
		suffix := plan.MethodSuffix(n, home)
		key := suffix + " " + plan.FullName(n, home)
		if !t.canName(n) || seen[key] {
			return
		}
		seen[key] = true
		known := emit.IsGenerated(n) || plan.Losses(n, home) != ""
		lines = append(lines, fmt.Sprintf("{reflect.TypeFor[%s](), %q, %t, %t, %q},", p.Type(n), suffix, plan.Undecodable(n, home), known, path))
	})
	if len(lines) > 0 {
		p.Line("func TestBaleCustom(t *testing.T) { baleCustoms(t) }\n")
	}
	p.Line("// baleCustom has the types that are encoded by their own methods.\nvar baleCustom = []baleMethods{")
	for _, line := range lines {
		p.Line("%s", line)
	}
	p.Line("}\n")
}

// printTypes prints what the types with names in a type are declared as, so that the tests notice when one has changed.
func (t *target) printTypes(p *emit.Printer, n model.Type, seen map[model.Type]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	x, named := n.(*model.Named)
	if named && t.isCustom(x) {
		return
	}
	s, isStruct := model.Underlying(n).(*model.Struct)
	switch {
	case !named || x.Alias || !t.canName(x) || !model.CanName(x, t.src.Package):
	case isStruct:
		p.Line("{of: reflect.TypeFor[%s](), parts: map[string]reflect.Type{", p.Type(x))
		line := ""
		for i, f := range s.Fields {
			line += fmt.Sprintf("%q: %s, ", f.Name, t.reflectType(p, f.Type))
			if len(line) > 60 || i == len(s.Fields)-1 {
				p.Line("%s", line)
				line = ""
			}
		}
		p.Line("}},")
	case t.inModule(x.Package):
		p.Line("{of: reflect.TypeFor[%s](), is: %s},", p.Type(x), t.reflectType(p, x.Underlying))
	}
	for part := range model.Children(n) {
		t.printTypes(p, part, seen)
	}
}

// reflectType returns an expression for a type, or "nil" if the package cannot write it.
func (t *target) reflectType(p *emit.Printer, x model.Type) string {
	if unionOf(x) != nil || !model.CanWrite(x, t.src.Package) {
		return "nil"
	}
	return fmt.Sprintf("reflect.TypeFor[%s]()", p.Type(x))
}

// isCustom reports whether n is encoded by its own methods. A root is not, even if it has such methods.
func (t *target) isCustom(n *model.Named) bool {
	root := slices.ContainsFunc(t.roots, func(r *root) bool { return r.node == n })
	return !root && t.callsMethods(n)
}

// unionOf returns the union without a declared type that x is, or that its lists, maps and pointers hold, or nil. It does not look
// into structs and named types.
func unionOf(x model.Type) *model.Named {
	if n, ok := x.(*model.Named); ok {
		if plan.Members(n) != nil && n.Alias {
			return n
		}
		return nil
	}
	if _, ok := x.(*model.Struct); ok {
		return nil
	}
	for part := range model.Children(x) {
		if n := unionOf(part); n != nil {
			return n
		}
	}
	return nil
}

// maxLen returns the maximum length of a field in all formats of the file, given the limit of its directive. 0 means no limit.
func (t *target) maxLen(f *model.Field, limit int) int {
	for _, r := range t.roots {
		for _, w := range r.formats {
			if n := w.MaxLen(f); n != 0 && (limit == 0 || n < limit) {
				limit = n
			}
		}
	}
	return limit
}
