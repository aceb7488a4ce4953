package histories

import (
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/internal/gentest"
)

// TestKinds decodes messages of types with a field of each kind by code for changed types.
func TestKinds(t *testing.T) {
	gentest.SkipIfShort(t)
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		files := map[string]string{"kinds_test.go": "testdata/kinds_test.go"}
		for _, pkg := range []string{"before", "after"} {
			files[pkg+"/"+pkg+".go"], files[pkg+"/part/part.go"] = "testdata/"+pkg+"/"+pkg+".go", "testdata/"+pkg+"/part/part.go"
		}
		m := gentest.New(t, files)
		m.Write(t, "go.mod", []byte("module histories\n\ngo 1.26\n"))
		r := gen.Request{Known: []*emit.Format{compact.Format}}
		if err := m.Generate(t, "before", r); err != nil {
			t.Fatal(err)
		}
		m.Write(t, "after/bale.lock", m.Read(t, "before/bale.lock"))
		if err := m.Generate(t, "after", r); err != nil {
			t.Fatal(err)
		}
		m.Vet(t, "./after")
		if out, err := m.Test(t, gentest.CompilerFlag(purego), "."); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
