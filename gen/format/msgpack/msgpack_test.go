package msgpack_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/msgpack"
	"bale/gen/internal/gentest"
)

var update = flag.Bool("update", false, "rewrite the goldens")

var formats = []*emit.Format{msgpack.Format}

const goMod = "module example.org/kinds\n\ngo 1.26\n"

// TestKinds tests the kinds of types that all formats have.
func TestKinds(t *testing.T) { gentest.RunKinds(t, formats, "", "testdata", *update) }

// TestTagged tests the tags and types that only this format has, and messages of other libraries.
func TestTagged(t *testing.T) {
	gentest.SkipIfShort(t)
	for name, safe := range map[string]bool{"unsafe": false, "safe": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := gentest.New(t, map[string]string{"tagged.go": "testdata/tagged.go", "tagged_test.go": "testdata/tagged_test.go", "union_test.go": "testdata/union_test.go"})
			m.Write(t, "go.mod", []byte(goMod))
			m.Write(t, "lots.go", []byte(lots()))
			m.KindsFiles(t)
			types := strings.Fields("Tagged Hiding Row Nils Broad Void Drawing Lots Peak Scalars Lists Extended Tree Text Alone Flat Ruled Sizes Lengthy")
			if err := m.Generate(t, "", gen.Request{Types: types, Formats: formats, Known: formats, Safe: safe, Tests: true}); err != nil {
				t.Fatal(err)
			}
			m.MustRunGo(t, "vet", ".")
			if out, err := m.Test(t, gentest.CompilerFlag(safe), "."); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		})
	}
}

// lots returns the source of a type whose union has more types than the shortest integer form can number.
func lots() string {
	var members []string
	for i := range 130 {
		members = append(members, fmt.Sprintf("[%d]byte", i+1))
	}
	return "package kinds\n\ntype Lots struct {\n\tV any //bale:union " + strings.Join(members, ", ") + "\n}\n"
}

// TestRefused checks the errors, with positions, for types that other libraries would interpret differently.
func TestRefused(t *testing.T) {
	gentest.CheckErrors(t, formats, gentest.ReadFile(t, "testdata/refused.go"),
		"refused.go:6:2: Twice.B: the name \"A\" is also the name of A: give one of them another name with a tag such as `msgpack:\"name\"`",
		"refused.go:11:2: Option.A: unknown option \"intern\" in a tag: the msgpack format has omitempty, inline, noinline, flatten and as_array",
		"refused.go:17:1: List: array is for structs: List has no fields to write without their names",
		"refused.go:23:6: Endless.P: a Loop holds nothing but pointers to itself, which msgpack cannot encode: mark the field `bale:\"skip\"`",
		"refused.go:32:2: Held.V.(*Twins)[].Y: the name \"x\" is also the name of X: give one of them another name with a tag such as `msgpack:\"name\"`",
	)
}
