package layout

import (
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"os"
	"strings"
	"testing"
)

// TestStampText checks that the stamp of a layout is the hash of the text that docs/compact.md shows for it.
func TestStampText(t *testing.T) {
	page, err := os.ReadFile("../../../docs/compact.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "\n    compact totals=0\n")
	text, _, _ := strings.Cut("    compact totals=0\n"+rest, "\n\n")
	if !ok {
		t.Fatal("docs/compact.md has no such text")
	}
	sum := sha256.Sum256([]byte(strings.ReplaceAll(text, "    ", "") + "\n"))
	basic := func(name string) *Type { return &Type{Op: Basic, Name: name} }
	line := &Def{Name: "Line", Fields: []*Field{{Name: "SKU", Type: basic("string")}}}
	order := &Def{Name: "Order", Root: true, Fields: []*Field{{Name: "ID", Type: basic("int64")}, {Name: "Lines", Type: &Type{Op: Slice, Elem: &Type{Op: Ref, Name: "Line"}}}}}
	l := &Layout{Format: "compact", Defs: map[string]*Def{"Order": order, "Line": line}}
	if got, want := l.Version("Order").Stamp, binary.BigEndian.Uint32(sum[:]); got != want {
		t.Errorf("the stamp is %08x, and that of the text in docs/compact.md %08x", got, want)
	}
}

// TestVersionLines checks that the lines of versions are parsed to the same versions, also if the lines of two branches are side by side.
func TestVersionLines(t *testing.T) {
	basic := func(name string) *Type { return &Type{Op: Basic, Name: name} }
	version := func(number int, field string) *Version {
		tree := &Def{Name: "Tree", Kind: Value, Type: &Type{Op: Slice, Elem: &Type{Op: Ref, Name: "Tree"}}}
		row := &Def{Name: "Row", Evolve: true}
		order := &Def{Name: "Order", Root: true, Totals: 2, Fields: []*Field{{Name: field, Type: basic("int64")}, {Name: "Kids", Type: &Type{Op: Slice, Elem: &Type{Op: Ref, Name: "Order"}}},
			{Name: "T", Type: &Type{Op: Ref, Name: "Tree"}}, {Name: "R", Type: &Type{Op: Map, Key: basic("string"), Elem: &Type{Op: Ref, Name: "Row"}}}}}
		v := (&Layout{Format: "compact", Defs: map[string]*Def{"Order": order, "Tree": tree, "Row": row}}).Version("Order")
		v.Number = number
		return v
	}
	var lines []*Line
	texts := map[string]bool{}
	for _, v := range []*Version{version(1, "A"), version(2, "B"), version(2, "C")} {
		for _, l := range v.Lines() {
			if !texts[l.String()] {
				texts[l.String()] = true
				lines = append(lines, ParseLine(l.String()))
			}
		}
	}
	versions, bad := ParseVersions("compact", lines, nil)
	if len(bad) > 0 || len(versions["Order"]) != 3 {
		t.Fatal(versions, bad)
	}
	found := map[string]bool{}
	for _, v := range versions["Order"] {
		for _, l := range v.Lines() {
			found[l.String()] = true
		}
	}
	if !maps.Equal(found, texts) {
		t.Errorf("got %v, want %v", found, texts)
	}
}
