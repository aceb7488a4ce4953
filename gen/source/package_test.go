package source

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/model"
)

// parsed returns the package with one file and one test file.
func parsed(t *testing.T, text, test string) *Package {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"p.go": "package p\n" + text, "p_test.go": "package p\n" + test}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p := New(&model.UnreadPackage{Package: "example.com/m/p", Name: "p", Dir: dir, Files: []string{filepath.Join(dir, "p.go")}, Module: model.Module{Path: "example.com/m"}}, dir)
	if errs := p.Place("", dir, false); errs != nil {
		t.Fatal(errs)
	}
	if errs := p.Parse([]string{p.Out}, ""); errs != nil {
		t.Fatal(errs)
	}
	return p
}

// TestKinds checks what the syntax of declarations says about types.
func TestKinds(t *testing.T) {
	p := parsed(t, "type Struct struct{}\ntype List []Struct\ntype Lists (List)\ntype Array [2]int\ntype Ptr *Struct\ntype Other Ptr\ntype Any any\ntype Shape interface{ Area() }\n"+
		"type Alias = Struct\ntype AliasOfPtr = Ptr\ntype Loop = Loop\ntype Of[T any] struct{ X T }\ntype AliasOf = Of[int]\n", "")
	for name, want := range map[string]string{
		"Struct": "", "List": "slice", "Lists": "slice", "Array": "", "Ptr": "a pointer", "Other": "a pointer", "Any": "an interface", "Shape": "an interface", "Of": "",
	} {
		x := p.Decls[name].Spec.Type
		got := p.KindWithoutMethods(x)
		if p.IsSlice(x) {
			got += "slice"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]bool{"Alias": true, "AliasOfPtr": true, "Loop": false, "AliasOf": false} {
		if got := p.TakesMethods(p.Decls[name].Spec.Type); got != want {
			t.Errorf("%s: got %t, want %t", name, got, want)
		}
	}
}

// TestNames checks which names are taken, and where test files declare types.
func TestNames(t *testing.T) {
	p := parsed(t, "type T struct{}\nfunc (t *T) Method() {}\nfunc (T) Other() {}\nfunc init() {}\nfunc F() { x := T{}; x.Method() }\nvar a, b = 1, 2\nconst C = 3\n", "type InTest struct{}\nfunc helper() {}\n")
	var got []string
	for name := range p.Taken {
		got = append(got, name)
	}
	slices.Sort(got)
	if want := "C F InTest T a b helper"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if at := p.InTests("InTest"); at != "p_test.go:2:6" || p.InTests("T") != "" {
		t.Errorf("got %q", at)
	}
	var methods []string
	for _, m := range p.MethodsOf("T") {
		methods = append(methods, m.Name)
	}
	if want := []string{"Method", "Other"}; !slices.Equal(methods, want) {
		t.Errorf("got %q, want %q", methods, want)
	}
	if !p.Selects("Method") || p.Selects("Other") {
		t.Error("the package selects Method, and not Other")
	}
	if !p.InModule("example.com/m") || !p.InModule("example.com/m/q") || p.InModule("example.com/mm") {
		t.Error("InModule compares whole parts of paths")
	}
}

// TestMessages checks which structs count as messages of protobuf.
func TestMessages(t *testing.T) {
	p := parsed(t, "type New struct{ state protoimpl.MessageState }\ntype Old struct{ A int; XXX_unrecognized []byte }\ntype Extended struct{ XXX_InternalExtensions `json:\"-\"`; XXX_unrecognized []byte }\n"+
		"type Plain struct{ A int }\ntype Like New\ntype Far other.Type\n", "")
	for name, want := range map[string][2]bool{
		"New": {true, false}, "Old": {true, false}, "Extended": {false, false}, "Plain": {false, false}, "Like": {false, true}, "Far": {false, true},
	} {
		d := p.Decls[name]
		if got := [2]bool{d.IsMessage(), p.MayBeMessage(d)}; got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}
