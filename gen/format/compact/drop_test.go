package compact_test

import (
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/internal/gentest"
)

// TestDrop generates code for a growing struct before and after fields were removed from it, with the lock file of the first version. Each
// version must decode the messages of the other.
func TestDrop(t *testing.T) {
	gentest.SkipIfShort(t)
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		files := map[string]string{"drop_test.go": "testdata/drop/drop_test.go"}
		for _, pkg := range []string{"before", "after"} {
			files[pkg+"/"+pkg+".go"] = "testdata/drop/" + pkg + "/" + pkg + ".go"
		}
		m := gentest.New(t, files)
		m.Write(t, "go.mod", []byte("module drop\n\ngo 1.26\n"))
		for _, pkg := range []string{"before", "after"} {
			if err := m.Generate(t, pkg, gen.Request{Known: []*emit.Format{compact.Format}, Tests: !purego && pkg == "after"}); err != nil {
				t.Fatal(err)
			}
			if pkg == "before" {
				m.Write(t, "after/bale.lock", m.Read(t, "before/bale.lock"))
			}
		}
		lock := m.Read(t, "after/bale.lock")
		if err := m.Generate(t, "after", gen.Request{Known: []*emit.Format{compact.Format}}); err != nil {
			t.Fatal(err)
		}
		if second := m.Read(t, "after/bale.lock"); string(second) != string(lock) {
			t.Errorf("generating again changed the lock file from\n%s\nto\n%s", lock, second)
		}
		m.Vet(t, "./...")
		if out, err := m.Test(t, gentest.CompilerFlag(purego), "./..."); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
