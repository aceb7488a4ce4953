package bale

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestSlowTests checks that .ci/run runs each test that does more with the flag -slow. It does not look into the functions that a test calls.
func TestSlowTests(t *testing.T) {
	ci, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)^go test .* -slow$`).FindAllString(strings.ReplaceAll(string(ci), "\\\n", ""), -1)
	found := 0
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && strings.HasPrefix(fn.Name.Name, "Test") && usesSlow(fn.Body) {
				found++
				if !slices.ContainsFunc(commands, func(c string) bool { return runs(c, filepath.Base(filepath.Dir(path)), fn.Name.Name) }) {
					t.Errorf("%s: no command with -slow in .ci/run runs %s", path, fn.Name.Name)
				}
			}
		}
		return nil
	})
	if err != nil || found < 15 {
		t.Errorf("%d tests with -slow, %v", found, err)
	}
	if runs("go test ./gen/format/{all,cbor} -run '^(TestA|TestB)$' -slow", "all", "TestC") || runs("go test ./gen/format/{all,cbor} -run '^(TestA|TestB)$' -slow", "gen", "TestA") {
		t.Error("runs finds what is not there")
	}
}

// TestSlowScripts checks that .ci/run runs each script that does more with the flag -slow, and no other.
func TestSlowScripts(t *testing.T) {
	ci, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`(?m)^go test \./cmd/bale/script/\{(.*)\} -run '\^TestScript\$/\^\((.*)\)\$' -slow$`).FindSubmatch(ci)
	if command == nil {
		t.Fatal("no command with -slow in .ci/run runs scripts")
	}
	files, err := filepath.Glob("cmd/bale/script/*/testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var folders, names []string
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`(?m)^\[!?slow\]`).Match(archive.Comment) {
			folders = append(folders, filepath.Base(filepath.Dir(filepath.Dir(file))))
			names = append(names, strings.TrimSuffix(filepath.Base(file), ".txtar"))
		}
	}
	if want := strings.Join(slices.Compact(folders), ","); string(command[1]) != want {
		t.Errorf(".ci/run has the folders %s, want %s", command[1], want)
	}
	if want := strings.Join(names, "|"); string(command[2]) != want {
		t.Errorf(".ci/run has the scripts %s, want %s", command[2], want)
	}
}

// usesSlow reports whether a function does more with -slow.
func usesSlow(body *ast.BlockStmt) (uses bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			pkg, ok := n.X.(*ast.Ident)
			uses = uses || ok && pkg.Name == "gentest" && slices.Contains([]string{"RunKindsSlow", "SkipUnlessSlow", "Slow", "Some", "UnsafeAndSafe"}, n.Sel.Name)
		case *ast.StarExpr:
			name, ok := n.X.(*ast.Ident)
			uses = uses || ok && name.Name == "slow"
		}
		return true
	})
	return uses
}

// runs reports whether a command names a folder, and a test in it.
func runs(command, folder, test string) bool {
	return regexp.MustCompile(`[/{,]`+folder+`[ ,}]`).MatchString(command) && regexp.MustCompile(`\b`+test+`\b`).MatchString(command)
}
