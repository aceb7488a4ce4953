package model

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// aliased is a package that uses types of another module's internal package by aliases of a third package.
const aliased = `
-- go.mod --
module example.com/app

go 1.24

require example.com/lib v0.0.0

replace example.com/lib => ./lib
-- lib/go.mod --
module example.com/lib

go 1.24
-- lib/internal/core/core.go --
package core

type (
	Level int
	Point struct{ L Level }
	Pair[K comparable, V any] struct {
		Key K
		Value V
	}
	Shape interface{ Area() int }
	Alone int
)
-- lib/queue/queue.go --
package queue

import "example.com/lib/internal/core"

type (
	Level = core.Level
	Point = core.Point
	Pair[K comparable, V any] = core.Pair[K, V]
	Swapped[V any, K comparable] = core.Pair[K, V]
	Counts[K comparable] = core.Pair[K, int]
	Shape = core.Shape
	hidden struct{ N int }
	Shown = hidden
	Alones = []core.Alone
)
-- lib/conf/conf.go --
package conf

import "example.com/lib/queue"

type Conf struct{ Point *queue.Point }
-- lib/zz/a.go --
package zz

import "example.com/lib/queue"

type Level = queue.Level
-- app.go --
package app

import (
	"example.com/lib/conf"
	"example.com/lib/queue"
	"example.com/lib/zz"
)

type Mine = queue.Point

type Order struct {
	A queue.Level
	B []zz.Level
	C map[queue.Level]*queue.Pair[queue.Level, queue.Point]
	D queue.Counts[string]
	E queue.Swapped[bool, int8]
	F queue.Shape
	G queue.Shown
	H Mine
	I conf.Conf
	queue.Point
	J any
}

type Alone struct{ A queue.Alones }

//bale:union example.com/lib/queue.Shape Own
type Own struct{ Level queue.Level }

func (Own) Area() int { return 1 }
`

// TestExported tests the names of types of internal packages that another package exports.
func TestExported(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, txtar.Parse([]byte(aliased))); err != nil {
		t.Fatal(err)
	}
	m, err := Load(t.Context(), dir, ".", []string{"Order", "Alone"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range m.Roots[0].Type.(*Named).Underlying.(*Struct).Fields {
		got = append(got, f.Name+" "+GoType(f.Type, func(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }))
		if !CanWrite(f.Type, m.Package) && f.Name != "J" {
			t.Errorf("package %s cannot write the type of %s", m.Package, f.Name)
		}
	}
	const want = "A zz.Level;B []zz.Level;C map[zz.Level]*queue.Pair[zz.Level,queue.Point];D queue.Counts[string];E queue.Pair[int8,bool];F queue.Shape;" +
		"G queue.Shown;H queue.Point;I conf.Conf;Point queue.Point;J any"
	if text := strings.Join(got, ";"); text != want {
		t.Errorf("the fields are\n%s, want\n%s", text, want)
	}
	level := m.Roots[0].Type.(*Named).Underlying.(*Struct).Fields[0].Type.(*Named)
	if key, declared := Key(level), DeclaredKey(level); key != "example.com/lib/zz.Level" || declared != "example.com/lib/internal/core.Level" {
		t.Errorf("the keys are %s and %s", key, declared)
	}
	alone := m.Roots[1].Type.(*Named).Underlying.(*Struct).Fields[0].Type.(*Slice).Elem
	if CanWrite(alone, m.Package) {
		t.Errorf("%s has a name", spell(alone))
	}
}

// TestRecursiveUnion looks for fields that are left out in types that contain themselves without a name.
func TestRecursiveUnion(t *testing.T) {
	held := &Interface{Text: "any"}
	held.Members = []Type{&Slice{Elem: held}, &Map{Key: &Basic{Kind: String}, Elem: held}, &Struct{Skipped: []*Field{{Name: "Gone"}}}}
	root := &Named{Name: "Order", Underlying: &Struct{Fields: []*Field{{Name: "Meta", Type: &Map{Key: &Basic{Kind: String}, Elem: held}}}}}
	m := &Model{Roots: []*Root{{Expr: "Order", Type: root}}}
	const want = "Order: left out of the test: Order.Meta.Gone (skipped by a directive)"
	if got := strings.Join(m.Skipped("the test"), "\n"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPointee(t *testing.T) {
	loop := &Named{Name: "P"}
	loop.Underlying = &Pointer{Elem: &Pointer{Elem: loop}}
	text := &Basic{Kind: String}
	for _, c := range []struct{ of, want Type }{{text, text}, {&Pointer{Elem: &Pointer{Elem: text}}, text}, {loop, nil}, {&Pointer{Elem: loop}, nil}} {
		if got := Pointee(c.of); got != c.want {
			t.Errorf("Pointee(%s) = %v", spell(c.of), got)
		}
	}
}
