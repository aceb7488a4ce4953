package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// textOnly are the functions that decide by the text of an error, and why there is nothing else to decide by.
var textOnly = map[string]string{
	"model/packages.go compileErrors":         "go list -json has a failed compilation where other errors are",
	"program/build/once.go lastingBuildError": "go build -json has the text of the compiler, and nothing that tells a wrong source from a killed compiler",
	"program/build/once.go lastingToolError":  "other programs say only in words that a disk is full",
	"internal/bale/baletest/broken.go Read":   "the errors of generated code have no type",
}

// TestMessages checks that no function of gen, schema, lab and the command decides by the text of an error: errors have types and fields.
func TestMessages(t *testing.T) {
	found := map[string]bool{}
	for _, folder := range []string{"gen", "model", "lab", "program", "cmd", "internal/bale"} {
		err := filepath.WalkDir(filepath.Join("..", "..", folder), func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && slices.Contains([]string{"testdata", "advicetest", "script"}, d.Name()): // these test
				return filepath.SkipDir
			case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(filepath.Join("..", ".."), name)
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && readsMessage(f.Body) {
					found[filepath.ToSlash(rel)+" "+f.Name.Name] = true
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range found {
		if textOnly[name] == "" {
			t.Errorf("%s looks into the text of an error: give the error a type or a field", name)
		}
	}
	for name := range textOnly {
		if !found[name] {
			t.Errorf("%s does not look into the text of an error: remove it from the list", name)
		}
	}
}

// matchers are the functions of package strings that look into a text, and the methods of regular expressions.
var matchers = []string{"Contains", "HasPrefix", "HasSuffix", "Index", "Cut", "CutPrefix", "CutSuffix", "EqualFold", "MatchString", "FindStringSubmatch"}

// readsMessage reports whether code looks for a text in the message of an error, or compares the message with one.
func readsMessage(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && slices.Contains(matchers, s.Sel.Name) {
				found = found || len(n.Args) > 0 && isMessage(n.Args[0])
			}
		case *ast.BinaryExpr:
			found = found || (n.Op == token.EQL || n.Op == token.NEQ) && (isMessage(n.X) && isText(n.Y) || isMessage(n.Y) && isText(n.X))
		}
		return true
	})
	return found
}

// isMessage reports whether x is the message of an error, or a call with it as its first argument.
func isMessage(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.SelectorExpr:
		return x.Sel.Name == "Msg"
	case *ast.CallExpr:
		s, ok := x.Fun.(*ast.SelectorExpr)
		return ok && s.Sel.Name == "Error" && len(x.Args) == 0 || len(x.Args) > 0 && isMessage(x.Args[0])
	}
	return false
}

// isText reports whether x is a literal other than "".
func isText(x ast.Expr) bool {
	lit, ok := x.(*ast.BasicLit)
	return ok && lit.Value != `""`
}
