package all

import (
	"testing"

	"bale/gen"
	"bale/gen/internal/gentest"
)

// TestChanging checks, for every format, that nothing is written outside the buffer if a value changes while it is encoded.
func TestChanging(t *testing.T) {
	if testing.Short() || gentest.Race {
		t.Skip("it compiles code in all formats, and its program has data races")
	}
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		files := map[string]string{}
		for _, name := range []string{"changing.go", "changing_test.go", "kept.go", "states_test.go"} {
			files[name] = "testdata/changing/" + name
		}
		m := gentest.New(t, files)
		m.Write(t, "go.mod", []byte("module example.org/changing\n\ngo 1.25\n"))
		if err := m.Generate(t, "", gen.Request{Known: Formats}); err != nil {
			t.Fatal(err)
		}
		if out, err := m.Test(t, gentest.CompilerFlag(purego), "."); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
