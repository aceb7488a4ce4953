// Package tests prints the tests that bale gen generates for its code: round trips, fuzz targets, benchmarks and sample messages of each layout.
package tests

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// A Package is what tests are generated for.
type Package struct {
	Path, Name string // import path, and name
	Header     string // the text before the package clause
	Roots      []*Root
	Directives *plan.Directives
	Taken      map[string]string      // names that the package declares
	InModule   func(path string) bool // reports whether a package is in the module of this one
}

// A Root is a type that has tests.
type Root struct {
	*emit.Root
	Methods []emit.MethodSet // one for each format
	Streams bool             // there are readers and writers of streams
}

// all returns the roots.
func (t *Package) all() emit.Roots {
	var list emit.Roots
	for _, r := range t.Roots {
		list = append(list, r.Root)
	}
	return list
}

// plain returns the roots that have other formats than json.
func (t *Package) plain() emit.Roots { return t.all().Plain() }

// File returns the test file: a few lines for each root and format, and the helpers that they call.
func (t *Package) File() ([]byte, error) {
	directives := t.Directives
	p := emit.NewPrinter(t.Path, true)
	p.Taken, p.Directives = t.Taken, directives
	p.AddRuntime("tests") // before the user's packages, so that the standard packages that it imports keep their names
	for _, r := range t.Roots {
		for _, s := range r.Methods {
			if s.View.Kind != emit.LikeJSON && !(s.View.Kind == emit.LikeProto && (requiresItself(r.Node) || holdsGogo(r.Node))) {
				t.printTest(p, s, r)
			}
		}
	}
	for _, r := range t.Roots {
		if r.JSON() {
			t.printJSONTest(p, r, directives)
		}
	}
	p.Line("// balePackage is the import path of this package, whose unexported fields are filled, too.\nconst balePackage = %q\n", t.Path)
	p.Line("// baleMaxLen has the maximum lengths of fields. -1 means that the field is not encoded.\nvar baleMaxLen = map[baleField]int{")
	seen := map[model.Type]bool{}
	for _, r := range t.plain() {
		t.printLimits(p, directives, r.Node, seen)
	}
	p.Line("}\n\n// balePresent has fields that are not nil: the required ones of protobuf messages, and messages in oneofs.\nvar balePresent = map[baleField]bool{")
	clear(seen)
	for _, r := range t.plain() {
		t.printPresent(p, r.Node, seen)
	}
	p.Line("}\n\n// baleMembersOf has the types that interfaces may hold. A key is a field with such interfaces, or a type, with an empty field name.\nvar baleMembersOf = map[baleField]baleMembers{")
	clear(seen)
	for _, r := range t.plain() {
		t.printUnions(p, r.Node, seen)
	}
	p.Line("}\n")
	t.printCustom(p)
	p.Line("// baleTypes has the types as they were when the code was generated.\nvar baleTypes = []baleWas{")
	clear(seen)
	for _, r := range t.plain() {
		t.printTypes(p, r.Node, seen)
	}
	p.Line("}\n")
	p.Facts = t.testFacts(directives)
	text, err := p.Printer.File(t.Name)
	if err != nil {
		return nil, err
	}
	return append([]byte(t.Header), text...), nil
}

// printTest prints the test, the fuzz target and the benchmark of a root for one format.
func (t *Package) printTest(p *emit.Printer, s emit.MethodSet, r *Root) {
	f := s.Format
	name := strings.TrimPrefix(p.Name(r.Node), "_") + f.Suffix()
	p.Line("func TestBale%s(t *testing.T) { baleTest(t, bale%s) }", name, name)
	p.Line("func FuzzBale%s(f *testing.F) { baleFuzz(f, bale%s) }", name, name)
	p.Line("func BenchmarkBale%s(b *testing.B) { baleBenchmark(b, bale%s) }\n", name, name)
	p.Line("var bale%s = baleCase[%s]{", name, r.Name)
	for _, m := range []struct{ field, method string }{
		{"append", "AppendS"}, {"marshal", "MarshalS"}, {"size", "SizeS"},
		{"unmarshal", "UnmarshalS"}, {"alias", "UnmarshalSAlias"}, {"decode", "DecodeS"},
	} {
		p.Line("%s: (*%s).%s,", m.field, r.Name, s.Fill(m.method, "", ""))
	}
	if version := t.version(f, r.Root); version != "" {
		p.Line("samples: %q,", r.Name+"."+f.Name+"."+version)
	}
	if stamp, ok := p.Directives.Stamp(f.Prefix(), r.Node); ok {
		p.Line("stamp: []byte{0x%02x, 0x%02x, 0x%02x, 0x%02x},", stamp>>24, stamp>>16&0xff, stamp>>8&0xff, stamp&0xff)
	}
	facts := f.Facts(r.Node)
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
	t.printUses(p, s, r)
	p.Line("}\n")
}

// printJSONTest prints the test, the fuzz target and the benchmark of a root for the format json.
func (t *Package) printJSONTest(p *emit.Printer, r *Root, d *plan.Directives) {
	s := r.Methods[0]
	name := strings.TrimPrefix(p.Name(r.Node), "_") + s.Format.Suffix()
	p.Line("func TestBale%s(t *testing.T) { baleSameTest(t, bale%[1]s) }", name)
	p.Line("func FuzzBale%s(f *testing.F) { baleSameFuzz(f, bale%[1]s) }", name)
	p.Line("func BenchmarkBale%s(b *testing.B) { baleSameBenchmark(b, bale%[1]s) }\n", name)
	p.Line("var bale%s = baleSameCase[%s]{", name, r.Name)
	for _, m := range []struct{ field, method string }{
		{"append", "AppendS"}, {"marshal", "MarshalS"}, {"unmarshal", "UnmarshalS"}, {"alias", "UnmarshalSAlias"}, {"decode", "DecodeS"},
	} {
		p.Line("%s: (*%s).%s,", m.field, r.Name, s.Fill(m.method, "", ""))
	}
	p.Line("plain: baleJSONPlain%s,", r.Function)
	if d.JSONV2[r.Node] {
		p.Line("library: baleSameLibrary{baleJSONMarshalV2, baleJSONUnmarshalV2},")
	} else {
		p.Line("root: baleJSONIsRoot,")
	}
	if d.Strict[r.Node] {
		p.Line("strict: true,")
	}
	t.printUses(p, s, r)
	if len(d.JSONUnions) > 0 && plan.HoldsUnion(r.Node) {
		p.Line("unions: map[baleField]baleMembers{")
		t.printUnions(p, r.Node, map[model.Type]bool{})
		p.Line("},\noriginal: baleJSONOriginal,")
	}
	graph := &plan.Graph{Home: t.Path}
	if d.MaxMemory(r.Node) > 0 || graph.Contains(r.Node, d.HasMax) || plan.HoldsUnion(r.Node) {
		p.Line("limit: func(err error) bool {\nvar limit *baleJSONLimit\nreturn %s.As(err, &limit)\n},", p.Import("errors"))
	}
	p.Line("}\n")
}

// printUses prints the functions for streams of a root and the methods for its parts in a format.
func (t *Package) printUses(p *emit.Printer, s emit.MethodSet, r *Root) {
	if r.Streams {
		reader, writer := s.StreamNames(r.Name)
		p.Line("stream: baleStream[%s]{", r.Name)
		p.Line("writer: func(w %s.Writer) func(*%s) error { return %s(w).Write },", p.Import("io"), r.Name, writer)
		p.Line("reader: func(r %s.Reader) func(*%s) error { return %s(r).Read },\n},", p.Import("io"), r.Name, reader)
	}
	if parts := p.Directives.Parts[r.Node]; s.Format.Has("read") && len(parts) > 0 {
		p.Line("reads: []baleReadCase[%s]{", r.Name)
		for _, part := range parts {
			p.Line("{%q, (*%s).%s, %q},", part.Name, r.Name, s.PartName(part.Name), strings.Join(part.Fields(), " "))
		}
		p.Line("},")
	}
}

// printLimits prints the maximum lengths of the fields that a type contains. -1 stands for a field that is not encoded.
func (t *Package) printLimits(p *emit.Printer, directives *plan.Directives, n model.Type, seen map[model.Type]bool) {
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
func (t *Package) printUnions(p *emit.Printer, n model.Type, seen map[model.Type]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	list := func(field string, u *model.Named) {
		of := fmt.Sprintf("reflect.TypeFor[%s]()", p.Type(u))
		switch {
		case plan.HiddenUnion(u, t.Path):
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
	} else if u := plan.UnnamedUnion(model.Underlying(n)); ok && u != nil {
		list("", u)
	}
	s, ok := model.Underlying(n).(*model.Struct)
	for i := 0; ok && i < len(s.Fields); i++ {
		u := plan.UnnamedUnion(s.Fields[i].Type)
		if x, ok := s.Fields[i].Type.(*model.Named); ok && plan.HiddenUnion(x, t.Path) && t.canName(n) {
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
func (t *Package) canName(n model.Type) bool {
	x, ok := n.(*model.Named)
	return !ok || token.IsExported(x.Name) || x.Package == t.Path
}

// printCustom prints the custom types, once for each way in which they are encoded, and a test of them if there are any.
func (t *Package) printCustom(p *emit.Printer) {
	home := t.Path
	var lines []string
	seen := map[string]bool{}
	t.plain().EachCustom(t.Path, func(n *model.Named, path string) {
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
func (t *Package) printTypes(p *emit.Printer, n model.Type, seen map[model.Type]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	x, named := n.(*model.Named)
	if named && t.plain().IsCustom(x, t.Path) {
		return
	}
	s, isStruct := model.Underlying(n).(*model.Struct)
	switch {
	case !named || x.Alias || !t.canName(x) || !model.CanName(x, t.Path):
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
	case t.InModule(x.Package):
		p.Line("{of: reflect.TypeFor[%s](), is: %s},", p.Type(x), t.reflectType(p, x.Underlying))
	}
	for part := range model.Children(n) {
		t.printTypes(p, part, seen)
	}
}

// reflectType returns an expression for a type, or "nil" if the package cannot write it.
func (t *Package) reflectType(p *emit.Printer, x model.Type) string {
	if plan.UnnamedUnion(x) != nil || !model.CanWrite(x, t.Path) {
		return "nil"
	}
	return fmt.Sprintf("reflect.TypeFor[%s]()", p.Type(x))
}

// maxLen returns the maximum length of a field in all formats of the file, given the limit of its directive. 0 means no limit.
func (t *Package) maxLen(f *model.Field, limit int) int {
	for _, r := range t.plain() {
		for _, w := range r.Formats {
			if n := w.MaxLen(f); n != 0 && (limit == 0 || n < limit) {
				limit = n
			}
		}
	}
	return limit
}
