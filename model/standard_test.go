package model

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestStandardDeclarations checks that packages of the standard library have the same declarations with and without the bodies of functions, the
// elements of literals and the imports that only these use.
func TestStandardDeclarations(t *testing.T) {
	dir := t.TempDir()
	imports := strings.Fields("encoding/json encoding/xml database/sql math/big net/netip os/exec regexp text/template time unicode go/types math/rand/v2")
	text := "package p\n\nimport (\n"
	for _, path := range imports {
		text += fmt.Sprintf("\t_ %q\n", path)
	}
	if err := write(dir, &txtar.Archive{Files: []txtar.File{{Name: "go.mod", Data: []byte("module example.com/p\n\ngo 1.24\n")}, {Name: "p.go", Data: []byte(text + ")\n")}}}); err != nil {
		t.Fatal(err)
	}
	var sets [2]*Set
	for i, roots := range [][]string{{"example.com/p"}, {"example.com/p", "errors"}} { // with a root in the standard library, all of it is read
		list, err := Find(t.Context(), dir, ".")
		if err != nil {
			t.Fatal(err)
		}
		if sets[i], err = list.Load(t.Context(), roots, nil); err != nil {
			t.Fatal(err)
		}
		if err := sets[i].Compiles("example.com/p"); err != nil {
			t.Fatal(err)
		}
	}
	short, full := sets[0].sources, sets[1].sources
	if len(full) < 3*len(short)/2 || short["encoding/json"] == nil || short["net/http"] != nil {
		t.Errorf("%d packages with all imports, and %d without", len(full), len(short))
	}
	objects := 0
	for path, src := range short {
		if path == "example.com/p" {
			continue
		}
		if len(src.Errors) > 0 {
			t.Errorf("%s: %v", path, src.Errors)
		}
		scope, want := src.Types.Scope(), full[path].Types.Scope()
		for _, name := range want.Names() {
			objects++
			if a, b := describe(src, scope.Lookup(name)), describe(full[path], want.Lookup(name)); a != b {
				t.Errorf("got\n%s\nwant\n%s", a, b)
			}
		}
	}
	if objects < 5000 {
		t.Errorf("%d declarations", objects)
	}
}

// describe returns the declaration of an object with its position, the value of a constant, and the underlying type and the methods of a type.
func describe(src *source, o types.Object) string {
	if o == nil {
		return "nothing"
	}
	text := fmt.Sprintf("%v: %v", src.Fset.Position(o.Pos()), o)
	switch o := o.(type) {
	case *types.Const:
		text += o.Val().ExactString()
	case *types.TypeName:
		text += fmt.Sprintf(" %v", o.Type().Underlying())
		for sel := range types.NewMethodSet(types.NewPointer(o.Type())).Methods() {
			text += fmt.Sprintf("\n%v", sel.Obj())
		}
	}
	return text
}

// fakeStandard returns a listing with a package user that imports two packages, which are marked as packages of the standard library and are in
// the folder dir.
func fakeStandard(dir string) *Listing {
	l := &Listing{dir: dir, byPath: map[string]*listed{}, fset: standard.fset, cache: map[string]*source{}, importErrors: map[string][]*pkgError{}}
	l.add(&listed{Dir: dir, ImportPath: "fake/b", Name: "b", CompiledGoFiles: []string{"b.go"}, Standard: true})
	l.add(&listed{Dir: dir, ImportPath: "fake/a", Name: "a", CompiledGoFiles: []string{"a.go"}, Imports: []string{"fake/b"}, Standard: true})
	l.add(&listed{Dir: filepath.Join(dir, "user"), ImportPath: "fake/user", Name: "user", CompiledGoFiles: []string{"user.go"}, Imports: []string{"fake/a"}})
	return l
}

// TestStandardShared checks that listings share a package of the standard library until one of its files or of those of its imports changes,
// also if they load it at the same time, and if one of them is cancelled.
func TestStandardShared(t *testing.T) {
	dir := t.TempDir()
	files := "-- user/user.go --\npackage user\n\nimport \"fake/a\"\n\nvar X = a.X\n-- a.go --\npackage a\n\nimport \"fake/b\"\n\nvar X b.T\n-- b.go --\npackage b\n\ntype T TYPE\n"
	seen := map[*types.Package]string{}
	for _, typ := range []string{"string", "[]string", "int"} {
		if err := write(dir, txtar.Parse([]byte(strings.ReplaceAll(files, "TYPE", typ)))); err != nil {
			t.Fatal(err)
		}
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := fakeStandard(dir).Load(cancelled, []string{"fake/user"}, nil); err == nil {
			t.Error("a cancelled call succeeded")
		}
		var wait sync.WaitGroup
		var mu sync.Mutex
		for range 4 {
			wait.Go(func() {
				list := fakeStandard(dir)
				for range 2 {
					set, err := list.Load(t.Context(), []string{"fake/user"}, nil)
					if err == nil {
						err = set.Compiles("fake/user")
					}
					if err != nil {
						t.Error(err)
						return
					}
					mu.Lock()
					seen[set.sources["fake/a"].Types] = set.sources["fake/user"].Types.Scope().Lookup("X").Type().Underlying().String()
					mu.Unlock()
				}
			})
		}
		wait.Wait()
	}
	got := map[string]int{}
	for _, typ := range seen {
		got[typ]++
	}
	if len(seen) != 3 || len(got) != 3 {
		t.Errorf("%d packages, for the types %v: want one package for each type", len(seen), got)
	}
}

// TestStandardOverlay checks that an overlay of a package of the standard library is read, and that later listings do not see it.
func TestStandardOverlay(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, txtar.Parse([]byte("-- user/user.go --\npackage user\n\nimport \"fake/a\"\n\nvar X = a.X\n-- a.go --\npackage a\n\nimport \"fake/b\"\n\nvar X b.T\n-- b.go --\npackage b\n\ntype T int\n"))); err != nil {
		t.Fatal(err)
	}
	for i, overlay := range []map[string][]byte{nil, {filepath.Join(dir, "b.go"): []byte("package b\n\ntype T bool\n")}, nil} {
		set, err := fakeStandard(dir).Load(t.Context(), []string{"fake/user"}, overlay)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"int", "bool", "int"}[i]
		if got := set.sources["fake/user"].Types.Scope().Lookup("X").Type().Underlying().String(); got != want {
			t.Errorf("%d: the type is %s, want %s", i, got, want)
		}
	}
}

// TestStandardImports checks which imports of a package of the standard library count.
func TestStandardImports(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"import \"fake/b\"\n\nfunc f() { b.F() }\n", ""},
		{"import \"fake/b\"\n\nvar f = func() { b.F() }\n", ""},
		{"import _ \"fake/b\"\n", ""},
		{"import . \"fake/b\"\n", "fake/b"},
		{"import \"fake/b\"\n\nfunc f(b.T)\n", "fake/b"},
		{"import x \"fake/b\"\n\nfunc f(x.T)\n", "fake/b"},
		{"import x \"fake/b\"\n\nfunc f(b T)\n", ""},
		{"import \"fake/b\"\n\nvar x = b.F()\n", "fake/b"},
		{"import \"fake/b\"\n\nvar x = []T{b.F()}\n", ""},
		{"import \"fake/b\"\n\nvar x = [...]T{b.F()}\n", "fake/b"},
		{"import \"fake/b\"\n\nvar x = &T{[]T{b.F()}}\n", ""},
		{"import \"fake/b\"\n\nvar x = T[b.U]{}\n", "fake/b"},
		{"import \"unsafe\"\n\nvar x unsafe.Pointer\n", ""},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n\n"+c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		list := fakeStandard(dir)
		list.fset = token.NewFileSet()
		p := list.byPath["fake/a"]
		src := &source{Package: p.unread()}
		ids := (&sourceLoader{Listing: list}).parseDeclarations(src, p)
		if got := ids["fake/b"]; got != c.want || len(src.Errors) > 0 {
			t.Errorf("%s: %q counts, want %q; %v", c.text, got, c.want, src.Errors)
		}
	}
}
