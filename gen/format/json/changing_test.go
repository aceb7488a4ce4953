package json_test

import (
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/json"
	"bale/gen/internal/gentest"
)

// TestChanging runs the tests of package changing, with unsafe code and without.
func TestChanging(t *testing.T) {
	gentest.SkipIfShort(t)
	m := gentest.New(t, map[string]string{})
	m.Write(t, "go.mod", []byte("module example.org/changing\n\ngo 1.24\n"))
	for folder, safe := range map[string]bool{"unsafe": false, "safe": true} {
		for _, name := range []string{"changing.go", "changing_test.go"} {
			m.Write(t, folder+"/"+name, []byte(gentest.ReadFile(t, "testdata/changing/"+name)))
		}
		if err := m.Generate(t, folder, gen.Request{Formats: []*emit.Format{json.Format}, Known: all.Formats, Safe: safe}); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := m.Test(t, "./..."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
