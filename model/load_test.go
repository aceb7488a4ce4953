package model

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestLoad calls Load in a folder inside the module's.
func TestLoad(t *testing.T) {
	m, err := Load(t.Context(), filepath.Join(shop, "one"), ".", nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Module{Path: "example.com/shop", Dir: shop, GoMod: filepath.Join(shop, "go.mod"), Go: "1.26"}); m.Module != want {
		t.Errorf("module is %+v, want %+v", m.Module, want)
	}
	if m.Package != "example.com/shop/one" || m.Name != "one" || m.Dir != filepath.Join(shop, "one") {
		t.Errorf("package is %s, name %s, in %s", m.Package, m.Name, m.Dir)
	}
	if len(m.Roots) != 1 || m.Roots[0].Expr != "Only" || m.Roots[0].Pos != "one.go:3:6" {
		t.Fatalf("roots are %+v, want Only at one.go:3:6", m.Roots)
	}
	field := Underlying(m.Roots[0].Type).(*Struct).Fields[0]
	if field.Pos != "one.go:3:19" {
		t.Errorf("field is at %s, want one.go:3:19", field.Pos)
	}
}

func TestLoadCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Load(ctx, shop, "./one", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

// TestSameNode checks that a named type is one node, whichever type refers to it.
func TestSameNode(t *testing.T) {
	m := mustLoad(t, "kinds", "Tree", "Ping")
	tree := m.Roots[0].Type.(*Named)
	fields := tree.Underlying.(*Struct).Fields
	if fields[0].Type.(*Pointer).Elem != Type(tree) || fields[2].Type.(*Slice).Elem != Type(tree) {
		t.Error("Tree refers to a node other than itself")
	}
	ping := m.Roots[1].Type.(*Named)
	pong := ping.Underlying.(*Struct).Fields[0].Type.(*Pointer).Elem.(*Named)
	if pong.Underlying.(*Struct).Fields[0].Type.(*Map).Elem != Type(ping) {
		t.Error("Pong refers to another node of Ping")
	}

	// The root's instance is type-checked separately, and must be the same node as that of the package.
	m = mustLoad(t, "generic", "Uses", "Pair[int,string]")
	a := m.Roots[0].Type.(*Named).Underlying.(*Struct).Fields[0].Type
	if a != m.Roots[1].Type {
		t.Error("Pair[int,string] is two nodes")
	}
}

// TestStandardTypes loads types of the standard library with unexported fields.
func TestStandardTypes(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, &txtar.Archive{Files: []txtar.File{
		{Name: "go.mod", Data: []byte("module example.com/std\n\ngo 1.26\n")},
		{Name: "std.go", Data: []byte(`package std

import ("math/big"; "net/netip"; "net/url"; "time"; "sync")

type Std struct {
	Addr netip.Addr
	Int  *big.Int
	URL  url.URL
	When time.Time
	Took time.Duration
	Once sync.Once
}

type URL = url.URL
`)},
	}}); err != nil {
		t.Fatal(err)
	}
	m, err := Load(t.Context(), dir, ".", []string{"Std", "URL"})
	if err != nil {
		t.Fatal(err)
	}
	named := make(map[string]*Named)
	for _, f := range Underlying(m.Roots[0].Type).(*Struct).Fields {
		typ := f.Type
		if p, ok := typ.(*Pointer); ok {
			typ = p.Elem
		}
		if n, ok := typ.(*Named); ok {
			named[Key(n)] = n
		}
	}
	for key, want := range map[string]Methods{
		"net/netip.Addr": {Binary: true, Text: true, Append: true},
		"math/big.Int":   {Text: true, JSON: true, Gob: true},
		"net/url.URL":    {Binary: true, Append: true},
		"time.Duration":  {},
		"sync.Once":      {},
	} {
		n := named[key]
		if n == nil {
			t.Errorf("no node %s", key)
			continue
		}
		got := n.Methods
		if got.Binary != want.Binary || got.Text != want.Text || got.JSON != want.JSON || got.Gob != want.Gob || got.Append != want.Append {
			t.Errorf("%s has %+v, want %+v", key, got, want)
		}
		if byValue := slices.Contains(got.Value, "MarshalText"); byValue != (key == "net/netip.Addr") { // that of a big.Int has a pointer receiver
			t.Errorf("%s has MarshalText by value: %v", key, byValue)
		}
		if !slices.IsSorted(got.Names) || n.Pos == "" {
			t.Errorf("%s has methods %v at %q", key, got.Names, n.Pos)
		}
	}
	if url := m.Roots[1]; url.Expr != "URL" || url.Type != Type(named["net/url.URL"]) || url.Pos != "std.go:14:6" {
		t.Errorf("the alias is %s at %s with type %v", url.Expr, url.Pos, url.Type)
	}
}

func TestMethods(t *testing.T) {
	m := mustLoad(t, "money", "Half", "Wrong", "Both")
	for i, want := range []Methods{
		{Names: []string{"MarshalJSON"}},
		{Names: []string{"GobDecode", "GobEncode", "MarshalJSON", "UnmarshalJSON"}},
		{JSON: true, Gob: true, Names: []string{"GobDecode", "GobEncode", "MarshalJSON", "UnmarshalJSON"}},
	} {
		got := m.Roots[i].Type.(*Named).Methods
		if !slices.Equal(got.Names, want.Names) || got.Binary != want.Binary || got.Text != want.Text || got.JSON != want.JSON || got.Gob != want.Gob {
			t.Errorf("%s has %+v, want %+v", m.Roots[i].Expr, got, want)
		}
	}
}
