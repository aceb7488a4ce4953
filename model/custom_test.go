package model

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// customShop is a package with types that marshal themselves. Tests replace TOP and the comments FIELD and NAME with directives.
const customShop = `
-- go.mod --
module example.com/m

go 1.24
-- price/price.go --
package price

type Price struct{ n int }

type Tag struct {
	Name string
	Next func()
}

type Box[T any] struct{ V T }

func (p Price) MarshalText() ([]byte, error)   { return nil, nil }
func (p *Price) UnmarshalText([]byte) error    { return nil }
func (p Price) MarshalJSON() ([]byte, error)   { return nil, nil }
func (p *Price) UnmarshalJSON([]byte) error    { return nil }
func (p *Price) Marshal() ([]byte, error)      { return nil, nil }
func (p *Price) Unmarshal([]byte) error        { return nil }
-- shop.go --
package shop

import "example.com/m/price"

type Order struct {
	Total price.Price
	Prices map[string]*price.Price // FIELD
	Name string // NAME
}

TOP
`

func TestCustom(t *testing.T) {
	const price = "example.com/m/price.Price"
	for _, c := range []struct {
		name, top, field, onName string
		total, prices            MarshalMethods
		err                      string
	}{
		{name: "nothing"},
		{name: "a type", top: price + " json", total: MarshalByJSON, prices: MarshalByJSON},
		{name: "a field", field: "gogo", prices: MarshalByGogo},
		{name: "both", top: price + " text", field: "json", total: MarshalByText, prices: MarshalByJSON},
		{name: "no method", top: price + " binary", err: "shop.go:11:1: custom: price.Price has no methods for binary: name one that it has, gogo or text or json"},
		{name: "no methods", top: "Order json", err: "shop.go:11:1: custom: Order has no marshal methods that were written by hand: write them, or remove the directive"},
		{name: "no encoding", top: price + " xml", err: `shop.go:11:1: custom: "xml" is not a known encoding: write binary, gob, gogo, text, json or skip`},
		{name: "no such type before a field", top: "example.com/m.Gone.Field skip", err: "shop.go:11:1: custom: package example.com/m has no type Gone: check the name"},
		{name: "no such type of the package before a field", top: "Gone.Field skip", err: "shop.go:11:1: custom: package example.com/m has no type Gone: check the name"},
		{name: "no package before a type and a field", top: "example.com/other.Price.Field skip", err: "shop.go:11:1: custom: package example.com/other is imported neither by this package nor by those that it imports: check the path"},
		{name: "no package", top: "example.com/other.Price json", err: "shop.go:11:1: custom: package example.com/other is imported neither by this package nor by those that it imports: check the path"},
		{name: "no type", top: "example.com/m/price.Cost json", err: "shop.go:11:1: custom: package example.com/m/price has no type Cost: check the name"},
		{name: "no type here", top: "Prize json", err: "shop.go:11:1: custom: package example.com/m has no type Prize: check the name"},
		{name: "no words", top: " ", err: "shop.go:11:1: custom: write a type with its package path, and an encoding, as in //bale:custom k8s.io/apimachinery/pkg/api/resource.Quantity json"},
		{name: "a type at a field", field: price + " json", err: "shop.go:7:33: custom: write one encoding at a field: //bale:custom json, or binary, gob, gogo, text"},
		{name: "skip at a field", field: "skip", err: "shop.go:7:33: custom: mark the field `bale:\"skip\"` instead"},
		{name: "a field without methods", onName: "json", err: "shop.go:8:14: Name: custom: string has no methods, so custom does not apply to it: remove the directive"},
		{name: "type arguments", top: "example.com/m/price.Box[int] skip", err: "shop.go:11:1: custom: name the type without type arguments, for all its instances: example.com/m/price.Box"},
		{name: "no field", top: "example.com/m/price.Tag.Nix skip", err: "shop.go:11:1: custom: example.com/m/price.Tag has no field Nix: check the name"},
		{name: "a way of a field", top: "example.com/m/price.Tag.Next json", err: "shop.go:11:1: custom: example.com/m/price.Tag.Next is a field, which only skip applies to: name its type to choose an encoding"},
		{name: "a field of the package", top: "Order.Name skip", err: "shop.go:11:1: custom: mark the field `bale:\"skip\"` instead"},
		{name: "two ways", top: price + " json\n//bale:custom " + price + " text", err: "shop.go:12:1: custom: example.com/m/price.Price is encoded with json already: write one directive"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := customShop
			for mark, words := range map[string]string{"TOP": c.top, "// FIELD": c.field, "// NAME": c.onName} {
				if words != "" {
					words = "//bale:custom " + words
				}
				text = strings.Replace(text, mark, words, 1)
			}
			dir := t.TempDir()
			if err := write(dir, txtar.Parse([]byte(text))); err != nil {
				t.Fatal(err)
			}
			m, err := Load(t.Context(), dir, ".", []string{"Order"})
			if c.err != "" {
				same(t, err, []string{c.err})
				return
			} else if err != nil {
				t.Fatal(err)
			}
			fields := m.Roots[0].Type.(*Named).Underlying.(*Struct).Fields
			total, prices := fields[0].Type.(*Named).Marshal, fields[1].Type.(*Map).Elem.(*Pointer).Elem.(*Named).Marshal
			if total != c.total || prices != c.prices {
				t.Errorf("the way of Total is %q and that of Prices %q, want %q and %q", total, prices, c.total, c.prices)
			}
		})
	}
}

func TestCustomSkip(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, txtar.Parse([]byte(strings.Replace(customShop, "TOP", "//bale:custom example.com/m/price.Price skip", 1)))); err != nil {
		t.Fatal(err)
	}
	m, err := Load(t.Context(), dir, ".", []string{"Order"})
	if err != nil {
		t.Fatal(err)
	}
	if s := m.Roots[0].Type.(*Named).Underlying.(*Struct); len(s.Fields) != 1 || len(s.Skipped) != 2 {
		t.Errorf("%d fields and %d skipped, want 1 and 2", len(s.Fields), len(s.Skipped))
	}
	want := "Order: left out of the comparison: Order.Total, Order.Prices (skipped by a directive)"
	if got := m.Skipped("the comparison"); len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// foreignFields is a package with structs of another module, whose fields the package cannot change.
const foreignFields = `
-- go.mod --
module example.com/m

go 1.24

require example.com/other v0.0.0

replace example.com/other => ./other
-- other/go.mod --
module example.com/other

go 1.24
-- other/other.go --
package other

type Request struct {
	ID      int
	Cancel  chan int
	Retries []struct{ After func() }
}

type Lock struct {
	wait   chan int
	notify []func()
}

type Room struct{ Doors []Door }

type Door struct{ Key *Key }

type Key struct{ turn func() }

type Box[T any] struct {
	V    T
	Next func()
}
-- shop.go --
package shop

import "example.com/other"

type Order struct {
	Request *other.Request
	Box     other.Box[string]
	Lock    other.Lock
	Room    other.Room
}

type Request = other.Request
`

// TestForeignFields: each error about another module's field names the directive that leaves the field out, and that directive works.
// All parts of a type with unexported fields share one error.
func TestForeignFields(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, txtar.Parse([]byte(foreignFields))); err != nil {
		t.Fatal(err)
	}
	_, err := Load(t.Context(), dir, ".", []string{"Order"})
	same(t, err, []string{
		"shop.go:6:2: Order.Request.Cancel: no serializer can carry chan int: leave the field out with //bale:custom example.com/other.Request.Cancel skip, anywhere in a file of the package",
		"shop.go:6:2: Order.Request.Retries[].After: no serializer can carry func(): leave the field out with //bale:custom example.com/other.Request.Retries skip, anywhere in a file of the package",
		"shop.go:7:2: Order.Box.Next: no serializer can carry func(): leave the field out with //bale:custom example.com/other.Box.Next skip, anywhere in a file of the package",
		"shop.go:8:2: Order.Lock.wait: no serializer can carry chan int: leave out all fields that hold other.Lock with //bale:custom example.com/other.Lock skip, anywhere in a file of the package",
		"shop.go:9:2: Order.Room.Doors[].Key.turn: no serializer can carry func(): leave out all fields that hold other.Key with //bale:custom example.com/other.Key skip, anywhere in a file of the package",
	})
	_, err = Load(t.Context(), dir, ".", []string{"Request"})
	same(t, err, []string{
		"shop.go:12:6: Request.Cancel: no serializer can carry chan int: leave the field out with //bale:custom example.com/other.Request.Cancel skip, anywhere in a file of the package",
		"shop.go:12:6: Request.Retries[].After: no serializer can carry func(): leave the field out with //bale:custom example.com/other.Request.Retries skip, anywhere in a file of the package",
	})
	directives := "//bale:custom example.com/other.Request.Cancel skip\n//bale:custom example.com/other.Request.Retries skip\n" +
		"//bale:custom example.com/other.Box.Next skip\n//bale:custom example.com/other.Lock skip\n//bale:custom example.com/other.Key skip\n"
	if err := write(dir, txtar.Parse([]byte(foreignFields+directives))); err != nil {
		t.Fatal(err)
	}
	m, err := Load(t.Context(), dir, ".", []string{"Order"})
	if err != nil {
		t.Fatal(err)
	}
	want := "Order: left out of the comparison: Order.Lock, other.Request.Cancel, other.Request.Retries, other.Box.Next, other.Door.Key (skipped by a directive)"
	if got := strings.Join(m.Skipped("the comparison"), "\n"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
