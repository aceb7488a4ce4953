package gen

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// TestRPCAdvice checks what is said about a package that a codec imports.
func TestRPCAdvice(t *testing.T) {
	grpc, connect := rpcs[0], rpcs[1]
	for _, c := range []struct {
		rpc                          *rpc
		path, version, problem, want string
	}{
		{grpc, "google.golang.org/grpc/mem", "v1.66.0", "", ""},
		{grpc, "google.golang.org/grpc/mem", "v1.100.0", "", ""},
		{grpc, "google.golang.org/grpc/mem", "", "", ""}, // replaced by a folder
		{grpc, "google.golang.org/grpc/encoding", "v1.65.0", "", "the module has google.golang.org/grpc v1.65.0, and the codec needs v1.66.0 or later: run `go get google.golang.org/grpc@latest`"},
		{grpc, "google.golang.org/grpc/mem", "", "no required module provides package", "the module cannot import google.golang.org/grpc/mem: run `go get google.golang.org/grpc`"},
		{connect, "google.golang.org/protobuf/proto", "v1.0.0", "", ""}, // not a version of Connect
		{connect, "connectrpc.com/connect", "v1.11.0", "", ""},
	} {
		if got := c.rpc.advice(c.path, c.version, c.problem); got != c.want {
			t.Errorf("%s %s %q: got %q, want %q", c.path, c.version, c.problem, got, c.want)
		}
	}
}

// TestRPCNames checks that the names that are compared with those of a package are all that the file of a codec declares.
func TestRPCNames(t *testing.T) {
	for _, x := range rpcs {
		var got []string
		for line := range strings.Lines(x.text) {
			words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '(' })
			if len(words) > 1 && (strings.HasPrefix(line, "type ") || strings.HasPrefix(line, "func ") && line[5] != '(') {
				got = append(got, words[1])
			}
		}
		if want := strings.Join(x.names, " "); strings.Join(got, " ") != want {
			t.Errorf("%s: the file declares %s, want %s", x.flag, got, want)
		}
	}
}

// TestRPCFormatted checks that gofmt does not change the files.
func TestRPCFormatted(t *testing.T) {
	for _, x := range rpcs {
		text := "package p\n\n" + x.text
		if got, err := format.Source([]byte(text)); err != nil || string(got) != text {
			t.Errorf("%s: gofmt changes the file, or fails: %v", x.flag, err)
		}
	}
}

// TestRPCImports checks the names of imports in a package that declares their usual names.
func TestRPCImports(t *testing.T) {
	taken := map[string]string{"mem": "a.go:1", "encoding": "a.go:1", "encoding2": "a.go:1", "connect": "a.go:1", "proto": "a.go:1", "reflect": "a.go:1", "fmt": "a.go:1"}
	for _, x := range rpcs {
		text := "package p\n\n" + x.textFor(taken)
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := format.Source([]byte(text)); err != nil || string(got) != text {
			t.Errorf("%s: gofmt changes the file, or fails: %v", x.flag, err)
		}
		names := map[string]bool{}
		for _, s := range file.Imports {
			if s.Name == nil {
				t.Errorf("%s: the import %s has its usual name", x.flag, s.Path.Value)
				continue
			}
			names[s.Name.Name] = true
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := s.X.(*ast.Ident); ok && taken[id.Name] != "" && !names[id.Name] {
					t.Errorf("%s: %s.%s refers to a name of the package", x.flag, id.Name, s.Sel.Name)
				}
			}
			return true
		})
	}
	if rpcs[0].textFor(nil) != rpcs[0].text {
		t.Error("the text changes without names")
	}
}

// TestRPCOldest checks that the oldest versions are those that example/grpc is tested with, and that docs/grpc.md names.
func TestRPCOldest(t *testing.T) {
	mod, page := readText(t, "../example/grpc/oldest.mod"), readText(t, "../docs/grpc.md")
	for _, x := range rpcs {
		if !strings.Contains(mod, "\t"+x.module+" "+x.oldest+"\n") {
			t.Errorf("oldest.mod does not require %s %s", x.module, x.oldest)
		}
		if !strings.Contains(page, x.module+" "+x.oldest+" or later") {
			t.Errorf("docs/grpc.md does not say %s %s or later", x.module, x.oldest)
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
