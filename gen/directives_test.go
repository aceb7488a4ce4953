package gen

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

const directed = `
-- go.mod --
module example.com/own

go 1.24
-- own.go --
package own

import "example.com/own/part"

//bale:gen
//bale:evolve
type Order struct {
	//bale:max=7
	Name string
	Tags, More []string //bale:max=3,intern // both of them
	Blob []byte ` + "`json:\"x\" bale:\"own\"`" + `
	Left chan int //bale:skip
	part.Part
	Box Box[string]
	Plain struct {
		Deep string ` + "`bale:\"max=5\"`" + `
	}
	Free string
	Any []any ` + "`bale:\"max=2,union int, map[string]any\"`" + `
	//bale:sorted
	//bale:union map[string]any
	//bale:union string
	Tree any
	Count Counts
}

//bale:sorted
type Counts map[string]int

type Box[T any] struct {
	In T //bale:max=9
}

// Other is used by no root.
type Other struct{}
-- part/part.go --
package part

type (
	// Part is in another package.
	//
	//bale:evolve
	Part struct {
		X, Note string //bale:own
		Done chan int //bale:skip
	}
)
`

// TestDirectives checks that directives are found in tags and comments, in the root's package and in others, at fields that share a
// line and at fields of instances of generic types.
func TestDirectives(t *testing.T) {
	target, mod := loaded(t, directed)
	d := target.directives()
	if len(target.errs) > 0 {
		t.Fatal(target.errs)
	}
	got := map[string]plan.Rules{}
	evolve := map[string]bool{}
	var walk func(path string, x model.Type)
	walk = func(path string, x model.Type) {
		if n, ok := x.(*model.Named); ok && d.Evolves(n) {
			evolve[n.Name] = true
		}
		if s, ok := model.Underlying(x).(*model.Struct); ok {
			for _, f := range s.Fields {
				if r := d.Field(f); r != (plan.Rules{}) {
					got[path+f.Name] = r
				}
				walk(path+f.Name+".", f.Type)
			}
		}
	}
	walk("", mod.Roots[0].Type)
	want := map[string]plan.Rules{
		"Name": {Max: 7}, "Tags": {Max: 3, Intern: true}, "More": {Max: 3, Intern: true}, "Blob": {Own: true},
		"Part.X": {Own: true}, "Part.Note": {Own: true}, "Box.In": {Max: 9}, "Plain.Deep": {Max: 5}, "Any": {Max: 2},
	}
	for path, r := range want {
		if got[path] != r {
			t.Errorf("%s has %+v, want %+v", path, got[path], r)
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if len(evolve) != 2 || !evolve["Order"] || !evolve["Part"] {
		t.Errorf("evolve %v, want Order and Part", evolve)
	}
	fields := model.Underlying(mod.Roots[0].Type).(*model.Struct).Fields
	of := func(name string) model.Type {
		i := slices.IndexFunc(fields, func(f *model.Field) bool { return f.Name == name })
		return fields[i].Type
	}
	for name, want := range map[string]bool{"Any": false, "Tree": true, "Count": true} {
		m, ok := of(name).(*model.Slice)
		x := of(name)
		if ok {
			x = m.Elem
		}
		for _, member := range append(plan.Members(x), x) {
			if m, ok := model.Underlying(member).(*model.Map); ok && d.Sorted(m) != want {
				t.Errorf("the map in %s is sorted: %v", name, !want)
			}
		}
	}
	var none *plan.Directives
	if none.Field(nil) != (plan.Rules{}) || none.Evolves(nil) {
		t.Error("a nil *Directives has directives")
	}
}

// loaded returns the target and the model of the module in a txtar archive.
func loaded(t *testing.T, archive string) (*target, *model.Model) {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	known := []*emit.Format{{Name: "compact", Title: "Compact", Check: emit.Check{Directives: []string{"evolve"}}, Print: emit.Print{Code: func(*emit.Printer, []*model.Named) {}}}}
	targets, _, err := load(t.Context(), &Request{Dir: dir, Pattern: ".", Known: known})
	if err != nil {
		t.Fatal(err)
	}
	if targets[0].plain().model == nil {
		t.Fatal(targets[0].errs)
	}
	return targets[0], targets[0].plain().model
}
