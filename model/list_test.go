package model

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// faulty is a module with packages that do not compile.
const faulty = `-- go.mod --
module example.com/faulty

go 1.24
-- embed/a.go --
package embed

import _ "embed"

//go:embed none.txt
var text string
-- missing/a.go --
package missing

import "example.com/gone"

var x gone.T
-- cycle/a.go --
package cycle

import _ "example.com/faulty/cycle/b"
-- cycle/b/b.go --
package b

import _ "example.com/faulty/cycle"
-- program/main.go --
package main
-- importer/a.go --
package importer

import _ "example.com/faulty/program"
-- inner/internal/core/a.go --
package core
-- outer/a.go --
package outer

import _ "example.com/faulty/inner/internal/core"
-- part/a.go --
package part

var X int = "text"
-- whole/a.go --
package whole

import "example.com/faulty/part"

var Y = part.X

func unused() { x := 1 }
-- good/a.go --
package good
`

// TestListErrors checks that the errors of the go command and those of the type checker are reported alike, each with its package.
func TestListErrors(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, txtar.Parse([]byte(faulty))); err != nil {
		t.Fatal(err)
	}
	list, err := Find(t.Context(), dir, "./...", "strings")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ pkg, want string }{
		{"embed", "embed/a.go:5:12: pattern none.txt: no matching files found"},
		{"missing", "missing/a.go:3:8: no required module provides package example.com/gone; to add it: go get example.com/gone"},
		{"cycle", "import cycle not allowed: import stack: [example.com/faulty/cycle example.com/faulty/cycle/b example.com/faulty/cycle]"},
		{"importer", `importer/a.go:3:8: import "example.com/faulty/program" is a program, not an importable package`},
		{"outer", "outer/a.go:3:8: use of internal package example.com/faulty/inner/internal/core not allowed"},
		{"whole", "part/a.go:3:13: cannot use \"text\" (untyped string constant) as int value in variable declaration\nwhole/a.go:7:17: declared and not used: x"},
		{"part", "part/a.go:3:13: cannot use \"text\""},
		{"good", ""},
	} {
		set, err := list.Load(t.Context(), []string{"example.com/faulty/" + c.pkg}, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = set.Compiles("example.com/faulty/" + c.pkg)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got\n%v\nwant\n%s", c.pkg, err, c.want)
		}
	}
}

// TestListOverlay checks that files of an overlay are checked with what the listing has, which errors are about hidden names, and that
// errors in a file on disk do not count if the overlay replaces it.
func TestListOverlay(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, txtar.Parse([]byte(faulty+"-- good/old.go --\npackage good\n\nimport \"example.com/gone\"\n"))); err != nil {
		t.Fatal(err)
	}
	list, err := Find(t.Context(), dir, "./...", "strings")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text, want string
		hidden     bool
	}{
		{"package good\n\nimport \"strings\"\n\nvar s = strings.ToUpper(\"a\")\n", "", false},
		{"package good\n\nimport \"strings\"\n\nvar s strings.asciiSet\n", "good/old.go:5:15: name asciiSet not exported by package strings", true},
		{"package good\n\nimport _ \"example.com/faulty/inner/internal/core\"\n", "good/old.go:3:8: use of internal package example.com/faulty/inner/internal/core not allowed", true},
		{"package good\n\nvar x struct{ a int }\n\nvar y = x.b\n", "x.b undefined", false},
		{"package good\n\nimport \"example.com/gone\"\n", "could not import example.com/gone", false},
		{"package good\n\nvar x = (\n", "expected operand", false},
	} {
		set, err := list.Load(t.Context(), []string{"example.com/faulty/good"}, map[string][]byte{filepath.Join(dir, "good", "old.go"): []byte(c.text)})
		if err != nil {
			t.Fatal(err)
		}
		err = set.Compiles("example.com/faulty/good")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got\n%v\nwant\n%s", c.text, err, c.want)
			continue
		}
		var list Errors
		if errors.As(err, &list) && list[1].Hidden != c.hidden {
			t.Errorf("%v: hidden is %v", err, !c.hidden)
		}
	}
}
