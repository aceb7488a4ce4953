package all

import (
	"testing"

	"bale/gen"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
)

// TestEmbedsItself checks that code is generated for types that contain themselves in structs without a name. The slow test runs its tests.
func TestEmbedsItself(t *testing.T) {
	gentest.SkipIfShort(t)
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		m := gentest.New(t, map[string]string{"embeds.go": "testdata/embeds/embeds.go"})
		m.Write(t, "go.mod", []byte("module example.org/embeds\n\ngo 1.26\n"))
		formats := Formats
		if purego {
			formats = Binary // without package unsafe, encoding/json calls the generated methods of values inside of others
		}
		if err := m.Generate(t, "", gen.Request{Types: []string{"Node", "Deep", "Arrays", "Maps"}, Formats: gentest.Some(formats, Ways), Known: Formats, Tests: true}); err != nil {
			t.Fatal(err)
		}
		slow.Only(t, "it compiles generated tests")
		if out, err := m.Test(t, gentest.CompilerFlag(purego), "."); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
