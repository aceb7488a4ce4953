package model

import (
	"os"
	"path/filepath"
	"testing"
)

// TestHoldsLock checks which fields are locks, or hold some in their own memory.
func TestHoldsLock(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.org/m\n\ngo 1.22\n", "m.go": `package m

import "sync"

type Own struct{ N int }

func (*Own) Lock()   {}
func (*Own) Unlock() {}

type Half struct{ N int }

func (*Half) Lock() {}

type Inner struct {
	N  int
	mu sync.Mutex ` + "`bale:\"skip\"`" + `
}

type Root struct {
	A Own
	B Half
	C [2]Own
	D *Own
	E []Inner
	F Inner
	G struct{ X [1]Inner }
}
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pkg, err := findPackage(t.Context(), dir, ".", nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newLoader(pkg, dir, Options{}).models([]string{"Root"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"A": true, "C": true, "F": true, "G": true}
	for _, f := range Underlying(m.Roots[0].Type).(*Struct).Fields {
		if got := HoldsLock(f.Type); got != want[f.Name] {
			t.Errorf("%s: %v, want %v", f.Name, got, want[f.Name])
		}
	}
}
