package all

import (
	"testing"

	"bale/gen"
	"bale/gen/internal/gentest"
)

// TestNothing checks that the formats in which an element can take no bytes need no loop over such elements, and that the methods of custom
// types are called nevertheless.
func TestNothing(t *testing.T) {
	gentest.SkipIfShort(t)
	gentest.UnsafeAndSafe(t, func(t *testing.T, safe bool) {
		m := gentest.New(t, map[string]string{"nothing.go": "testdata/nothing/nothing.go", "nothing_test.go": "testdata/nothing/nothing_test.go"})
		m.Write(t, "go.mod", []byte("module example.org/nothing\n\ngo 1.26\n"))
		if err := m.Generate(t, "", gen.Request{Known: Formats, Safe: safe}); err != nil {
			t.Fatal(err)
		}
		if out, err := m.Test(t, gentest.CompilerFlag(safe), "-timeout=60s", "."); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
