package aspect

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/all"
	"bale/codec/gob"
	"bale/codec/lower"
	"bale/internal/slow"
	"bale/internal/testdir"
	"bale/model"
	"bale/model/directive"
	"bale/program/adapter"
	"bale/program/build"
	"bale/program/datafile"
)

var (
	walkSeed  = flag.Uint64("walkseed", 0, "seed of the first random recursive type")
	walkTypes = flag.Int("walktypes", 1, "number of random recursive types")
)

// recursive declares types that contain themselves without a struct, without a name, or in a way that no value can have.
const recursive = `package shop

type (
	List     []List
	Chain    *Chain
	Index    map[string]Index
	Grid     [2]*Grid
	Deep     []map[string][]Deep
	One      []Two
	Two      map[int]*One
	Box[T any] struct { Next *Box[T]; Value T; Held any ` + "`bale:\"union []any, int\"`" + ` }
	Odd      func() Odd
)

//bale:union string, []Node, map[string]Node, *Leaf, List
type Node any

type Leaf struct { Node Node; Up *Leaf }

//bale:union Group, Circle
type Shape interface { Area() int }

type Group []Shape

type Circle struct { Inside Shape }

func (Group) Area() int  { return 0 }
func (Circle) Area() int { return 0 }

type Meta struct { Meta map[string]any ` + "`bale:\"union bool, float64, string, []any, map[string]any\"`" + ` }

type Named []struct { Any any ` + "`bale:\"union *[]any, Index, int\"`" + ` }

type Several struct {
	A any            ` + "`bale:\"union []any\"`" + `
	B []any          ` + "`bale:\"union *any, string\"`" + `
	C *any           ` + "`bale:\"union [2]any, *[]any\"`" + `
	D map[string]any ` + "`bale:\"union map[string]map[string]any, Several, *Several\"`" + `
	E any            ` + "`bale:\"union struct{ A int; B []int }, []any\"`" + `
	F [2]any         ` + "`bale:\"union Box[any], []any\"`" + `
	G struct { H []any ` + "`bale:\"union []any, int\"`" + ` }
	I struct { Shape }
	J map[[2]int][]any ` + "`bale:\"union []any, int\"`" + `
}
`

// A recursion writes random types whose parts contain each other.
type recursion struct {
	r     *rand.Rand
	names []string
}

func (w *recursion) pick(list ...string) string { return list[w.r.IntN(len(list))] }

// around returns a type that holds t.
func (w *recursion) around(t string) string {
	for range w.r.IntN(3) {
		t = w.pick("[]", "*", "[2]", "map[string]", "map[int8]", "[]*") + t
	}
	return t
}

// anyOf returns a struct field with a union that contains itself.
func (w *recursion) anyOf(name string) string {
	members := []string{w.pick("[]", "*", "map[string]", "[]map[string]", "[3]", "**") + "any"}
	for range w.r.IntN(3) {
		m := w.pick("int", "string", "[]byte", "[]any", "map[string]any", "*[]any", w.pick("[]", "*", "")+w.pick(w.names...))
		if !slices.Contains(members, m) {
			members = append(members, m)
		}
	}
	return fmt.Sprintf("%s %s `bale:\"union %s\"`\n", name, w.around("any"), strings.Join(members, ", "))
}

// declare returns the declaration of a type.
func (w *recursion) declare(name string) string {
	other := w.pick("[]", "*", "map[string]", "[]*", "[2]*") + w.pick(w.names...)
	if w.r.IntN(3) == 0 {
		return fmt.Sprintf("type %s %s\n", name, w.pick("[]", "map[string]", "[]map[string]", "*")+w.around(other))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "type %s struct {\n", name)
	for i := range 1 + w.r.IntN(4) {
		switch field := fmt.Sprintf("F%d", i); w.r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "%s struct { %s }\n", field, w.anyOf("A"))
		case 1:
			fmt.Fprintf(&b, "%s %s\n", field, w.around(other))
		default:
			b.WriteString(w.anyOf(field))
		}
	}
	return b.String() + "}\n"
}

// recursiveTypes returns the source of a package with recursive types, and their names.
func recursiveTypes() (source string, exprs []string) {
	exprs = []string{"List", "Chain", "Index", "Grid", "Deep", "One", "Two", "Box[int]", "Box[List]", "Node", "Leaf", "Shape", "Group", "Meta", "Named", "Several",
		"[]List", "map[string]Meta", "[2]*Grid"}
	source = recursive
	for seed := range uint64(*walkTypes) {
		seed += *walkSeed
		w := &recursion{r: rand.New(rand.NewPCG(seed, 0))}
		for i := range 3 {
			w.names = append(w.names, fmt.Sprintf("R%dx%d", seed, i))
		}
		for _, name := range w.names {
			source += w.declare(name)
		}
		exprs = append(exprs, w.names...)
	}
	return source, exprs
}

// TestWalks runs everything that walks over a model on recursive types, for every codec. A walk that does not know all cycles overflows the
// stack or does not end.
func TestWalks(t *testing.T) {
	debug.SetMaxStack(64 << 20)
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	dir := testdir.New(t)
	source, exprs := recursiveTypes()
	for name, text := range map[string]string{"go.mod": "module example.com/shop\n\ngo 1.24\n", "shop.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m, err := directive.Load(t.Context(), dir, ".", exprs)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	if _, err := m.JSON(); err != nil {
		t.Error(err)
	}
	m.InternalFields("the test", nil)
	m.Skipped("the test")
	walkCodecs(t, m)
	values := filepath.Join(t.TempDir(), "values.json")
	if err := os.WriteFile(values, []byte(`[null, {}, [], [[]], "", 1, {"A": [[]], "Meta": {"a": [{}]}}]`), 0o644); err != nil {
		t.Fatal(err)
	}
	changed := *m
	changed.Roots = nil
	for i, r := range m.Roots {
		s := &build.Shape{Name: r.Expr, Base: r.Expr, Model: m, Root: i}

		// Some of the values are refused.
		_ = datafile.Check(values, dir, r)
		for _, c := range changes {
			if mod, _, ok, err := changedModel(s, c, keeping{numbers: true}); ok && err == nil && c.name == "appended" {
				changed.Package, changed.Name, changed.Dir = mod.Package, mod.Name, mod.Dir
				changed.Roots = append(changed.Roots, mod.Roots[0])
			}
		}
	}
	if slow.Enabled() {
		walkCodecs(t, &changed)
	}
}

// walkCodecs prints the adapters of all codecs for the roots that they can carry.
func walkCodecs(t *testing.T, m *model.Model) {
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			name, can := c.FullName(v), *m
			plan := lower.New(m, v.Caps(walkGen))
			can.Roots = nil
			for i, r := range m.Roots {
				if plan.Roots[i].Node != nil && v.For(r.Type) {
					can.Roots = append(can.Roots, r)
				}
			}
			if printAdapter(name, v, &can) == nil {
				continue
			}
			for _, r := range can.Roots { // a serializer may refuse one of them, such as two types that gob would register with one name
				single := can
				single.Roots = []*model.Root{r}
				if err := printAdapter(name, v, &single); err != nil && c != gob.Codec {
					t.Errorf("%s for %s: %v", name, r.Expr, err)
				}
			}
		}
	}
}

// walkGen is the package for generated types.
const walkGen = "example.com/shop/gen"

// printAdapter prints the adapter of a variant for all roots of a model. Only with BALE_TEST=slow, it prunes and formats the code of bale gen, which
// does not walk over the model.
func printAdapter(name string, v *codec.Variant, m *model.Model) error {
	plan := lower.New(m, v.Caps(walkGen))
	out, err := v.Generate(&codec.Input{Plan: plan, Name: m.Name, Gen: walkGen, GenName: "gen", Unique: "x", Outline: !slow.Enabled()})
	if err != nil {
		return err
	}
	f := &adapter.File{Model: m, Codec: name, Plan: plan, Out: out, Harness: "example.com/shop/harness"}
	for _, r := range m.Roots {
		f.Shapes = append(f.Shapes, r.Expr)
	}
	_, err = f.Source()
	return err
}
