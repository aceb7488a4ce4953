package model

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

const alikeTypes = `
-- go.mod --
module example.com/alike

go 1.26
-- a/x/x.go --
package x

type X struct{ A int }
-- b/x/x.go --
package x

type X struct{ B string }
-- p.go --
package alike

import (
	"example.com/alike/a/x"
	y "example.com/alike/b/x"
)

type P[T any] struct{ V T }

type (
	X = x.X
	Y = y.X
)
-- q/q.go --
package q

import "example.com/alike/a/x"

type P[T any] struct{ V T }

var X x.X
-- q/r.go --
package q

import "example.com/alike/b/x"

var Y x.X
`

// TestAlike checks that types with the same spelling are different types, and that one type with two spellings is one.
func TestAlike(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, txtar.Parse([]byte(alikeTypes))); err != nil {
		t.Fatal(err)
	}
	m, err := Load(t.Context(), dir, ".", []string{"P[x.X]", "P[y.X]", "P[X]", "[]y.X", "[]Y"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range m.Roots {
		got = append(got, r.Expr+" is "+GoType(r.Type, func(path string) string { return path }))
	}
	const want = `P[example.com/alike/a/x.X] is example.com/alike.P[example.com/alike/a/x.X]
P[example.com/alike/b/x.X] is example.com/alike.P[example.com/alike/b/x.X]
P[X] is example.com/alike.P[example.com/alike/a/x.X]
[]x.X is []example.com/alike/b/x.X
[]Y is []example.com/alike/b/x.X`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	_, err = Load(t.Context(), dir, "./q", []string{"P[x.X]"})
	const ambiguous = "in P[x.X], x is package example.com/alike/a/x at q/q.go:3:8 and package example.com/alike/b/x at q/r.go:3:8: declare `type T = P[x.X]` in the file that you mean and name T"
	if err == nil || !strings.Contains(err.Error(), ambiguous) {
		t.Errorf("got %v", err)
	}
}
