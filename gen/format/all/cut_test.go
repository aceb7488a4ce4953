package all

import (
	"testing"

	"bale/gen"
	"bale/gen/internal/gentest"
)

// TestCut checks that the error of a message that ends early names a field.
func TestCut(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a package")
	}
	m := gentest.New(t, map[string]string{"cut.go": "testdata/cut/cut.go", "cut_test.go": "testdata/cut/cut_test.go"})
	m.Write(t, "go.mod", []byte("module example.org/cut\n\ngo 1.26\n"))
	if err := m.Generate(t, "", gen.Request{Known: Formats}); err != nil {
		t.Fatal(err)
	}
	if out, err := m.Test(t, gentest.CompilerFlag(false), "."); err != nil {
		t.Error(out)
	}
}
