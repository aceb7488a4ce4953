package compact_test

import (
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/internal/gentest"
)

// TestGrow generates code for types before and after fields were appended. Each version must decode the messages of the other.
func TestGrow(t *testing.T) {
	gentest.SkipIfShort(t)
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		files := map[string]string{"grow_test.go": "testdata/grow/grow_test.go"}
		for _, pkg := range []string{"before", "after"} {
			files[pkg+"/"+pkg+".go"] = "testdata/grow/" + pkg + "/" + pkg + ".go"
		}
		m := gentest.New(t, files)
		m.Write(t, "go.mod", []byte("module grow\n\ngo 1.26\n"))
		for _, pkg := range []string{"before", "after"} {
			if err := m.Generate(t, pkg, gen.Request{Known: []*emit.Format{compact.Format}, Tests: !purego && pkg == "after"}); err != nil {
				t.Fatal(err)
			}
		}
		m.Vet(t, "./...")
		if out, err := m.Test(t, gentest.CompilerFlag(purego), "./..."); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
