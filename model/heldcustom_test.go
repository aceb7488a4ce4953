package model

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// heldCustom is a package whose fields hold custom types in lists, maps, arrays and pointers with names.
const heldCustom = `
-- go.mod --
module example.com/m

go 1.24
-- lib/lib.go --
package lib

import "encoding/json"

type Flow struct{ next func() }

type List []Flow

type Listed[T any] []T

type Price struct{ n int }

func (p Price) MarshalText() ([]byte, error) { return nil, nil }
func (p *Price) UnmarshalText([]byte) error  { return nil }
func (p Price) MarshalJSON() ([]byte, error) { return json.Marshal(p.n) }
func (p *Price) UnmarshalJSON([]byte) error  { return nil }
-- shop.go --
package shop

import "example.com/m/lib"

//bale:custom example.com/m/lib.Flow skip

type (
	Flows   []lib.Flow
	Index   map[string]*lib.Flow
	Keys    map[Four]int
	Four    [4]*Pointer
	Pointer *lib.Flow
	Own     []lib.Flow
	Chain   *Flows
	Tree    []Tree
	Name    string
)

func (o Own) MarshalBinary() ([]byte, error) { return nil, nil }
func (o *Own) UnmarshalBinary([]byte) error  { return nil }

type Skipped struct {
	ID     int
	Flows  Flows
	Index  Index
	Keys   Keys
	Array  Four
	Target Pointer
	Chain  Chain
	Lists  []lib.List
	Listed map[string]lib.Listed[lib.Flow]
	Tree   Tree
	Name   Name
	Own    Own
}

type (
	Prices []lib.Price
	ByName map[string]*Prices
	Loop   []Loop
)

// Lines contains itself through a field that is encoded by the methods of its struct.
type (
	Lines []*Line
	Line  struct {
		Sub Lines //bale:custom json
	}
)

func (l Line) MarshalJSON() ([]byte, error) { return nil, nil }
func (l *Line) UnmarshalJSON([]byte) error  { return nil }

type Order struct {
	Prices Prices
	JSON   Prices //bale:custom json
	Text   ByName //bale:custom text
	Lines  Lines
}

type Wrong struct {
	Loop   Loop   //bale:custom json
	Binary ByName //bale:custom binary
	Chan   chan lib.Price //bale:custom json
}
`

// TestHeldCustom: //bale:custom for a type reaches the lists, maps, arrays and pointers of it that have names.
func TestHeldCustom(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, txtar.Parse([]byte(heldCustom))); err != nil {
		t.Fatal(err)
	}
	m, err := Load(t.Context(), dir, ".", []string{"Skipped", "Order"})
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, f := range m.Roots[0].Type.(*Named).Underlying.(*Struct).Fields {
		left = append(left, f.Name)
	}
	if got := strings.Join(left, " "); got != "ID Tree Name Own" {
		t.Errorf("the fields %s are left, want ID, Tree, Name and Own", got)
	}
	fields := m.Roots[1].Type.(*Named).Underlying.(*Struct).Fields
	lines := fields[3].Type.(*Named).Underlying.(*Slice).Elem.(*Pointer).Elem.(*Named)
	for i, want := range []string{"", "json", "text", ""} {
		if got := ChosenWay(fields[i].Type); got != want {
			t.Errorf("%s is encoded by %q, want %q", fields[i].Name, got, want)
		}
	}
	text := fields[2].Type.(*Named).Underlying.(*Map).Elem.(*Pointer).Elem.(*Named).Underlying.(*Slice).Elem.(*Named)
	inner := lines.Underlying.(*Struct).Fields[0].Type.(*Named).Underlying.(*Slice).Elem.(*Pointer).Elem.(*Named)
	if text.Marshal != MarshalByText || inner.Marshal != MarshalByJSON || inner.Underlying == nil {
		t.Errorf("prices are encoded by %q, and lines by %q with the fields %v", text.Marshal, inner.Marshal, inner.Underlying)
	}
	_, err = Load(t.Context(), dir, ".", []string{"Wrong"})
	same(t, err, []string{
		"shop.go:62:16: Loop: custom: Loop has no marshal methods that were written by hand: write them, or remove the directive",
		"shop.go:63:16: Binary: custom: lib.Price has no methods for binary: name one that it has, text or json",
		"shop.go:64:24: Chan: custom: chan lib.Price has no methods, so custom does not apply to it: remove the directive",
		"shop.go:64:2: Wrong.Chan: no serializer can carry chan example.com/m/lib.Price: leave it out of the type, or hide it in a struct of another package that has MarshalBinary and UnmarshalBinary",
	})
}
