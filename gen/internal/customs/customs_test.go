package customs

import (
	"fmt"
	"testing"

	"bale/gen"
	"bale/gen/format/all"
	"bale/gen/internal/gentest"
)

// TestCustomTypes checks, with BALE_TEST=slow for every format, that nothing of an old value survives in custom types, and that their values come back as they
// were or are refused.
func TestCustomTypes(t *testing.T) {
	gentest.SkipIfShort(t)
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		m := gentest.New(t, map[string]string{"custom.go": "testdata/custom.go", "custom_test.go": "testdata/custom_test.go"})
		m.Write(t, "go.mod", []byte("module example.org/custom\n\ngo 1.26\n"))
		suffixes := "package custom\n\nvar suffixes = map[string]string{\n"
		for _, f := range gentest.Some(all.Binary, all.Ways) {
			suffixes += fmt.Sprintf("%q: %q,\n", f.Name, f.Suffix())
		}
		m.Write(t, "suffixes_test.go", []byte(suffixes+"}\n"))
		if err := m.Generate(t, "", gen.Request{Formats: gentest.Some(all.Binary, all.Ways), Known: all.Formats}); err != nil {
			t.Fatal(err)
		}
		m.Vet(t, ".")
		if out, err := m.Test(t, gentest.CompilerFlag(purego), "."); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
