package hosts

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// TestLibraryAdvice checks what is said about a package that a codec imports.
func TestLibraryAdvice(t *testing.T) {
	for _, c := range []struct {
		library                      *Library
		path, version, problem, want string
	}{
		{GRPC, "google.golang.org/grpc/mem", "v1.66.0", "", ""},
		{GRPC, "google.golang.org/grpc/mem", "v1.100.0", "", ""},
		{GRPC, "google.golang.org/grpc/mem", "", "", ""}, // replaced by a folder
		{GRPC, "google.golang.org/grpc/encoding", "v1.65.0", "", "the module has google.golang.org/grpc v1.65.0, and -grpc needs v1.66.0 or later: run `go get google.golang.org/grpc@latest`"},
		{GRPC, "google.golang.org/grpc/mem", "", "no required module provides package", "the module cannot import google.golang.org/grpc/mem: run `go get google.golang.org/grpc`"},
		{Connect, "google.golang.org/protobuf/proto", "v1.0.0", "", ""}, // not a version of Connect
		{Connect, "connectrpc.com/connect", "v1.11.0", "", ""},
		{Beam, "github.com/apache/beam/sdks/v2/go/pkg/beam", "v2.75.0", "", "the module has github.com/apache/beam/sdks/v2 v2.75.0, and -beam needs v2.76.0 or later: run `go get github.com/apache/beam/sdks/v2@latest`"},
	} {
		if got := c.library.advice(c.path, c.version, c.problem); got != c.want {
			t.Errorf("%s %s %q: got %q, want %q", c.path, c.version, c.problem, got, c.want)
		}
	}
}

// fileOf returns the file for a library, in a package with the type Order that declares the names in taken.
func fileOf(x *Library, taken map[string]string) (text string, names []string) {
	f := &emit.Format{Name: "compact", Title: "Compact", Methods: emit.Methods{Suffix: emit.StandardSuffix}}
	order := &emit.Root{Name: "Order", Formats: []*emit.Format{f}, Node: &model.Named{Name: "Order", Underlying: &model.Struct{}}}
	p := &Package{Name: "p", Roots: []*Root{{Root: order, Methods: []emit.MethodSet{{Format: f}}, Copies: true}}, Taken: taken, Directives: plan.NewDirectives()}
	return x.Source(p), x.Names(p)
}

// TestLibraryNames checks that the names that are compared with those of a package are all that the file for a library declares.
func TestLibraryNames(t *testing.T) {
	for _, x := range All {
		var got []string
		text, names := fileOf(x, nil)
		for line := range strings.Lines(text) {
			words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '(' || r == '[' })
			if len(words) > 1 && (strings.HasPrefix(line, "type ") || strings.HasPrefix(line, "var ") || strings.HasPrefix(line, "func ") && line[5] != '(' && words[1] != "init") {
				got = append(got, words[1])
			}
		}
		if want := strings.Join(names, " "); strings.Join(got, " ") != want {
			t.Errorf("%s: the file declares %s, want %s", x.Flag, got, want)
		}
	}
}

// TestLibraryFormatted checks that gofmt does not change the files.
func TestLibraryFormatted(t *testing.T) {
	for _, x := range All {
		text, _ := fileOf(x, nil)
		if got, err := format.Source([]byte(text)); err != nil || string(got) != text {
			t.Errorf("%s: gofmt changes the file, or fails: %v", x.Flag, err)
		}
	}
}

// TestLibraryImports checks the names of imports in a package that declares their usual names.
func TestLibraryImports(t *testing.T) {
	taken := map[string]string{"mem": "a.go:1", "encoding": "a.go:1", "encoding2": "a.go:1", "connect": "a.go:1", "proto": "a.go:1", "reflect": "a.go:1", "sync": "a.go:1", "fmt": "a.go:1", "errors": "a.go:1", "beam": "a.go:1", "coder": "a.go:1", "register": "a.go:1"}
	for _, x := range All {
		text, _ := fileOf(x, taken)
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := format.Source([]byte(text)); err != nil || string(got) != text {
			t.Errorf("%s: gofmt changes the file, or fails: %v", x.Flag, err)
		}
		names := map[string]bool{}
		for _, s := range file.Imports {
			if s.Name == nil {
				t.Errorf("%s: the import %s has its usual name", x.Flag, s.Path.Value)
				continue
			}
			names[s.Name.Name] = true
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := s.X.(*ast.Ident); ok && taken[id.Name] != "" && !names[id.Name] {
					t.Errorf("%s: %s.%s refers to a name of the package", x.Flag, id.Name, s.Sel.Name)
				}
			}
			return true
		})
	}
	if renameImports(GRPC.text, nil) != GRPC.text {
		t.Error("the text changes without names")
	}
}

// TestLibraryOldest checks that the oldest versions are those that the examples are tested with, and that the pages name.
func TestLibraryOldest(t *testing.T) {
	for _, x := range All {
		name, pageName := "grpc", "messages"
		if x == Beam {
			name, pageName = "beam", "convert"
		}
		if !strings.Contains(readText(t, "../../example/"+name+"/oldest.mod"), x.module+" "+x.oldest+"\n") {
			t.Errorf("oldest.mod does not require %s %s", x.module, x.oldest)
		}
		if page := strings.Join(strings.Fields(readText(t, "../../docs/"+pageName+".md")), " "); !strings.Contains(page, x.module+" "+x.oldest+" or later") {
			t.Errorf("docs/%s.md does not say %s %s or later", pageName, x.module, x.oldest)
		}
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPrinted checks that the text for a type is the source that CI compiles, but for the names in capital letters.
func TestPrinted(t *testing.T) {
	text, _ := fileOf(Beam, nil)
	want := strings.NewReplacer("package beam", "package p", "TYPE", "Order", "DATA", "b", "FORMAT", "compact", "DETERMINISTIC", "true", "UNMARSHAL", "UnmarshalBinary", "MARSHAL", "MarshalBinary").Replace(beamSource)
	if text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}
