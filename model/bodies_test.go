package model

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWithoutBodies compares the declarations of packages of the standard library with and without the bodies of functions, and their positions.
func TestWithoutBodies(t *testing.T) {
	checked := 0
	for _, folder := range strings.Fields("encoding/json encoding/xml go/printer internal/abi math math/big net net/netip os reflect regexp/syntax sync text/template/parse time unicode") {
		files, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			short := withoutBodies(text)
			if want, got := declarations(t, file, text), declarations(t, file, short); want != got {
				t.Errorf("%s: without bodies it is\n%s", file, short)
			}
			checked++
		}
	}
	if checked < 400 {
		t.Errorf("%d files", checked)
	}
}

func TestWithoutBodiesOf(t *testing.T) {
	for _, c := range [][2]string{
		{"\nfunc f() { return }\n", "\nfunc f() {        }\n"},
		{"\nfunc f() struct{ A int } { a(\"}\") }\nvar x = T{1}\n", "\nfunc f() struct{ A int } {        }\nvar x = T{1}\n"},
		{"\nfunc f() interface {\n\tM()\n}\n", "\nfunc f() interface {\n\tM()\n}\n"}, // in assembler
		{"\nfunc (t T) f(a [2]struct{ b int }) {\n\tx := '}' // }\n}\n", "\nfunc (t T) f(a [2]struct{ b int }) {\n" + strings.Repeat(" ", 14) + "\n}\n"},
		{"\nvar f = func() { g() }\n", "\nvar f = func() { g() }\n"},
		{"\nvar s = `\nfunc f() { g() }\n`\n", "\nvar s = `\nfunc f() { g() }\n`\n"},
		{"\n/*\nfunc f() { g() }\n*/\n", "\n/*\nfunc f() { g() }\n*/\n"},
		{"\nfunc f() { `\n}\n` }\n", "\nfunc f() {  \n \n  }\n"},
		{"\nfunc f() { // g", "\nfunc f() {     "},
		{"\nfunc f() { \"", "\nfunc f() {  "},
		{"\nfunc f() { \"\\", "\nfunc f() {   "},
		{"\nfunc f() { /*", "\nfunc f() {   "},
		{"\n//line a:1\nfunc f() { g() }\n", "\n//line a:1\nfunc f() { g() }\n"},
	} {
		if got := string(withoutBodies([]byte(c[0]))); got != c[1] {
			t.Errorf("%q is %q without bodies, want %q", c[0], got, c[1])
		}
	}
}

// declarations returns the declarations of a file with their positions, without the bodies of functions.
func declarations(t *testing.T, name string, text []byte) string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if ok && f.Body != nil {
			all.WriteString(fset.Position(f.Body.Rbrace).String())
			f.Body = nil
		}
		all.WriteString(fset.Position(d.Pos()).String() + fset.Position(d.End()).String())
		if err := printer.Fprint(&all, fset, d); err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}
