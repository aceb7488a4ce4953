package model

import (
	"go/types"
	"path"
	"testing"
)

func TestGoType(t *testing.T) {
	m := mustLoad(t, "kinds", "All", "Blank", "*Tree")
	root := func(i int) Type { return m.Roots[i].Type }
	fields := make(map[string]Type)
	for _, f := range append(Underlying(root(0)).(*Struct).Fields, Underlying(root(1)).(*Struct).Fields...) {
		fields[f.Name] = f.Type
	}
	fields["pointer"] = root(2)
	fields["instance"] = mustLoad(t, "generic", "Uses").Roots[0].Type.(*Named).Underlying.(*Struct).Fields[2].Type
	for name, want := range map[string]string{
		"I32":       "int32",
		"U8":        "uint8",
		"When":      "time.Time",
		"Took":      "time.Duration",
		"Color":     "Color",
		"Array":     "[4]uint16",
		"Grid":      "[][]float64",
		"ByName":    "map[string]*Tree",
		"Anything":  "any",
		"Empty":     "any",
		"Err":       "error",
		"Reader":    "io.Reader",
		"Area":      "interface{Area() float64}",
		"Key":       "secret.Key",
		"Anonymous": `struct{Lat float64 "unit:\"deg\""; Lon float64 "unit:\"deg\""; when time.Time}`,
		"Pad":       "struct{_ [4]byte; N int32}",
		"pointer":   "*Tree",
		"instance":  "generic.Pair[string,generic.Pair[int,string]]",
	} {
		got := GoType(fields[name], func(importPath string) string {
			if importPath == m.Package {
				return ""
			}
			return path.Base(importPath)
		})
		if got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if got, want := Key(fields["instance"].(*Named)), "example.com/shop/generic.Pair[string,example.com/shop/generic.Pair[int,string]]"; got != want {
		t.Errorf("key is %s, want %s", got, want)
	}
}

// TestGoTypeByHand tests GoType on nodes that were not loaded from a package.
func TestGoTypeByHand(t *testing.T) {
	s := &Struct{Fields: []*Field{
		{Name: "A", Type: &Map{Key: &Basic{Kind: String}, Elem: &Time{}}, Tag: `json:"a"`},
		{Name: "B", Type: &Named{Package: "x/b", Name: "B"}, Embedded: true},
		{Name: "C", Type: &Interface{Text: "any"}},
	}}
	got := GoType(s, path.Base)
	if want := `struct{A map[string]time.Time "json:\"a\""; b.B; C any}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestKinds: the kinds have the same order as those of go/types, since the builder converts them.
func TestKinds(t *testing.T) {
	for k := Bool; k <= String; k++ {
		if got := types.Typ[types.BasicKind(k)].Name(); got != k.String() {
			t.Errorf("kind %d is %s, in go/types it is %s", k, k, got)
		}
	}
}
