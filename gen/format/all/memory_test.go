package all

import (
	"testing"

	"bale/gen"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
)

// TestMemory checks that a decoded value takes at most twice the memory of one that encoding/json decodes, in every format.
func TestMemory(t *testing.T) {
	slow.Only(t, "it compiles five types in all formats")
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		m := gentest.New(t, map[string]string{"memory.go": "testdata/memory/memory.go", "memory_test.go": "testdata/memory/memory_test.go"})
		m.Write(t, "go.mod", []byte("module example.org/memory\n\ngo 1.26\n"))
		if err := m.Generate(t, "", gen.Request{Types: []string{"Node", "Ref", "Holders", "Maps", "Lists"}, Formats: Formats, Known: Formats}); err != nil {
			t.Fatal(err)
		}
		if out, err := m.Test(t, gentest.CompilerFlag(purego), "."); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
