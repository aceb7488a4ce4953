// Package tests prints the tests that bale gen generates for its code: round trips, fuzz targets, benchmarks and sample messages of each layout.
package tests

import (
	"fmt"
	"go/token"
	"path"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// A Package is what tests are generated for.
type Package struct {
	Path, Name string // import path, and name
	Header     string // the text before the package clause
	Runtime    string // import path of the package baletest in the module
	Version    string // name of the constant of this package for the version of bale
	Roots      []*Root
	Directives *plan.Directives
	Taken      map[string]string      // names that the package declares
	InModule   func(path string) bool // reports whether a package is in the module of this one

	pkg string // name of the package baletest in the file
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

// File returns the test file: a few lines for each root and format, and what the tests know about the types.
func (t *Package) File() ([]byte, error) {
	p := emit.NewPrinter(t.Path)
	p.Runtime = path.Dir(t.Runtime)
	p.Taken, p.Directives = t.Taken, t.Directives
	for _, path := range []string{"reflect", "testing"} { // before the user's packages, so that they keep their names
		p.Import(path)
	}
	t.pkg = p.Import(t.Runtime)
	for _, r := range t.Roots {
		for _, s := range r.Methods {
			if s.View.Kind != emit.LikeJSON && !(s.View.Kind == emit.LikeProto && (requiresItself(r.Node) || keepsNotAll(r.Node))) {
				t.printTest(p, s, r)
			}
		}
	}
	for _, r := range t.Roots {
		if r.JSON() {
			t.printJSONTest(p, r, t.Directives)
		}
	}
	t.printPackage(p)
	text, err := p.Printer.File(t.Name)
	if err != nil {
		return nil, err
	}
	return append([]byte(t.Header), text...), nil
}

// printPackage prints what the tests know about the types.
func (t *Package) printPackage(p *emit.Printer) {
	customs := t.customs(p)
	if len(customs) > 0 {
		p.Line("func TestBaleCustom(t *testing.T) { %s.TestCustoms(t) }\n", t.pkg)
	}
	p.Line("func init() {\n%[1]s.Describe(%[1]s.Package{\nPath: %[2]q,", t.pkg, t.Path)
	t.list(p, "MaxLen", "map[%s.Field]int", func(n model.Type, seen map[model.Type]bool) { t.printLimits(p, t.Directives, n, seen) })
	t.list(p, "Present", "map[%s.Field]bool", func(n model.Type, seen map[model.Type]bool) { t.printPresent(p, n, seen) })
	t.list(p, "Unions", "map[%s.Field]%[1]s.Union", func(n model.Type, seen map[model.Type]bool) { t.printUnions(p, n, seen) })
	if len(customs) > 0 {
		p.Line("Customs: []%s.Methods{\n%s\n},", t.pkg, strings.Join(customs, "\n"))
	}
	t.list(p, "Types", "[]%s.Was", func(n model.Type, seen map[model.Type]bool) { t.printTypes(p, n, seen) })
	p.Line("})\n}\n\n// If this does not compile, another version of bale has generated the tests: run bale gen ./... in the folder of the module.\nconst _ = %s.%s\n", t.pkg, t.Version)
}

// list prints a field of the literal of a Package, with the lines that a function prints for the roots, or nothing if it prints none.
func (t *Package) list(p *emit.Printer, field, of string, print func(n model.Type, seen map[model.Type]bool)) {
	lines := p.Capture(func() {
		seen := map[model.Type]bool{}
		for _, r := range t.plain() {
			print(r.Node, seen)
		}
	})
	if lines != "" {
		p.Line("%s: %s{\n%s},", field, fmt.Sprintf(of, t.pkg), lines)
	}
}

// printTest prints the test, the fuzz target and the benchmark of a root for one format.
func (t *Package) printTest(p *emit.Printer, s emit.MethodSet, r *Root) {
	f := s.Format
	name := strings.TrimPrefix(p.Name(r.Node), "_") + f.Suffix()
	p.Line("func TestBale%s(t *testing.T) { %s.Test(t, bale%[1]s) }", name, t.pkg)
	p.Line("func FuzzBale%s(f *testing.F) { %s.Fuzz(f, bale%[1]s) }", name, t.pkg)
	p.Line("func BenchmarkBale%s(b *testing.B) { %s.Benchmark(b, bale%[1]s) }\n", name, t.pkg)
	p.Line("var bale%s = %s.Case[%s]{", name, t.pkg, r.Name)
	for _, m := range []struct{ field, method string }{
		{"Append", "AppendS"}, {"Marshal", "MarshalS"}, {"Size", "SizeS"},
		{"Unmarshal", "UnmarshalS"}, {"Alias", "UnmarshalSAlias"}, {"Decode", "DecodeS"},
	} {
		p.Line("%s: (*%s).%s,", m.field, r.Name, s.Fill(m.method, "", ""))
	}
	if version := t.version(f, r.Root); version != "" {
		p.Line("Samples: %q,", r.Name+"."+f.Name+"."+version)
	}
	if stamp, ok := p.Directives.Stamp(f.Prefix(), r.Node); ok {
		p.Line("Stamp: []byte{0x%02x, 0x%02x, 0x%02x, 0x%02x},", stamp>>24, stamp>>16&0xff, stamp>>8&0xff, stamp&0xff)
	}
	facts := f.Facts(r.Node)
	if facts.NilIsEmpty || facts.DropsZone {
		p.Line("Ignored: %s.Ignored{NilIsEmpty: %t, DropsZone: %t},", t.pkg, facts.NilIsEmpty, facts.DropsZone)
	}
	if facts.RejectsNil {
		p.Line("RejectsNil: true,")
	}
	if facts.Unterminated {
		p.Line("Unterminated: true,")
	}
	if facts.SizeVaries {
		p.Line("SizeVaries: true,")
	}
	t.printUses(p, s, r)
	p.Line("}\n")
}

// printJSONTest prints the test, the fuzz target and the benchmark of a root for the format json.
func (t *Package) printJSONTest(p *emit.Printer, r *Root, d *plan.Directives) {
	s := r.Methods[0]
	name := strings.TrimPrefix(p.Name(r.Node), "_") + s.Format.Suffix()
	p.Line("func TestBale%s(t *testing.T) { %s.TestJSON(t, bale%[1]s) }", name, t.pkg)
	p.Line("func FuzzBale%s(f *testing.F) { %s.FuzzJSON(f, bale%[1]s) }", name, t.pkg)
	p.Line("func BenchmarkBale%s(b *testing.B) { %s.BenchmarkJSON(b, bale%[1]s) }\n", name, t.pkg)
	p.Line("var bale%s = %s.JSONCase[%s]{", name, t.pkg, r.Name)
	for _, m := range []struct{ field, method string }{
		{"Append", "AppendS"}, {"Marshal", "MarshalS"}, {"Unmarshal", "UnmarshalS"}, {"Alias", "UnmarshalSAlias"}, {"Decode", "DecodeS"},
	} {
		p.Line("%s: (*%s).%s,", m.field, r.Name, s.Fill(m.method, "", ""))
	}
	p.Line("Plain: baleJSONPlain%s,", r.Function)
	end := ""
	if d.JSONV2[r.Node] {
		end = "V2"
	}
	p.Line("Library: %s.JSONLibrary{", t.pkg)
	p.Line("Marshal: func(v any) ([]byte, error) { return balejson.Marshal%s(baleJSONTypes{}, v) },", end)
	p.Line("Unmarshal: func(b []byte, v any, whole, strict bool) (int, error) { return balejson.Unmarshal%s(baleJSONTypes{}, b, v, whole, strict) },\n},", end)
	if d.Strict[r.Node] {
		p.Line("Strict: true,")
	}
	t.printUses(p, s, r)
	if len(d.JSONUnions) > 0 && plan.HoldsUnion(r.Node) {
		p.Line("Unions: map[%s.Field]%[1]s.Union{", t.pkg)
		t.printUnions(p, r.Node, map[model.Type]bool{})
		p.Line("},")
	}
	graph := &plan.Graph{Home: t.Path}
	if d.MaxMemory(r.Node) > 0 || graph.Contains(r.Node, d.HasMax) || plan.HoldsUnion(r.Node) {
		p.Line("Limit: func(err error) bool {\nvar limit *balejson.Limit\nreturn %s.As(err, &limit)\n},", p.Import("errors"))
	}
	p.Line("}\n")
}

// printUses prints the functions for streams of a root and the methods for its parts in a format.
func (t *Package) printUses(p *emit.Printer, s emit.MethodSet, r *Root) {
	if r.Streams {
		reader, writer := s.StreamNames(r.Name)
		p.Line("Stream: %s.Stream[%s]{", t.pkg, r.Name)
		p.Line("Writer: func(w %s.Writer) func(*%s) error { return %s(w).Write },", p.Import("io"), r.Name, writer)
		p.Line("Reader: func(r %s.Reader) func(*%s) error { return %s(r).Read },\n},", p.Import("io"), r.Name, reader)
	}
	if parts := p.Directives.Parts[r.Node]; s.Format.Has("read") && len(parts) > 0 {
		p.Line("Reads: []%s.ReadCase[%s]{", t.pkg, r.Name)
		for _, part := range parts {
			p.Line("{Name: %q, Read: (*%s).%s, Paths: %q},", part.Name, r.Name, s.PartName(part.Name), strings.Join(part.Fields(), " "))
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
		limit := func(name string, maxLen any) {
			if t.canName(n) {
				p.Line("%s.FieldOf[%s](%q): %v,", t.pkg, p.Type(n), name, maxLen)
			}
		}
		for _, f := range u.Skipped {
			limit(f.Name, -1)
		}
		for _, f := range u.Internal {
			limit(f.Name, t.pkg+".Internal")
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
		p.Line("%s.FieldOf[%s](%q): {Of: %s, Members: []reflect.Type{", t.pkg, p.Type(n), field, of)
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

// customs returns a line for each custom type and way in which it is encoded.
func (t *Package) customs(p *emit.Printer) (lines []string) {
	home := t.Path
	seen := map[string]bool{}
	t.plain().EachCustom(t.Path, func(n *model.Named, path string) {
		suffix := plan.MethodSuffix(n, home)
		key := suffix + " " + plan.FullName(n, home)
		if !t.canName(n) || seen[key] {
			return
		}
		seen[key] = true
		line := fmt.Sprintf("{Of: reflect.TypeFor[%s](), By: %q, Path: %q", p.Type(n), suffix, path)
		if plan.Undecodable(n, home) {
			line += ", Checked: true"
		}
		if emit.IsGenerated(n) || plan.Losses(n, home) != "" {
			line += ", Known: true"
		}
		lines = append(lines, line+"},")
	})
	return lines
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
		p.Line("{Of: reflect.TypeFor[%s](), Parts: map[string]reflect.Type{", p.Type(x))
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
		p.Line("{Of: reflect.TypeFor[%s](), Is: %s},", p.Type(x), t.reflectType(p, x.Underlying))
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
