package json_test

import (
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/json"
	"bale/gen/internal/gentest"
)

// TestSame compares generated code with encoding/json: for the types, values and texts of the package cases, and for random ones.
func TestSame(t *testing.T) {
	gentest.SkipIfShort(t)
	m := sameModule(t)
	if out, err := m.Test(t, "./..."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// sameModule returns a module with the package cases as it is, and with generated code.
func sameModule(t *testing.T) *gentest.Module {
	files := map[string]string{"compare_test.go": "testdata/compare_test.go", "other/other.go": "testdata/other/other.go"}
	folders := []string{"plain", "unsafe", "safe"}
	for _, folder := range folders {
		for _, name := range []string{"cases", "names", "kinds", "methods", "shapes"} {
			files[folder+"/cases/"+name+".go"] = "testdata/cases/" + name + ".go"
		}
	}
	m := gentest.New(t, files)
	m.Write(t, "go.mod", []byte("module example.org/json\n\ngo 1.24\n"))
	for _, folder := range folders[1:] {
		safe := folder == "safe"
		if err := m.Generate(t, folder+"/cases", gen.Request{Formats: []*emit.Format{json.Format}, Known: all.Formats, Safe: safe, Tests: !safe}); err != nil {
			t.Fatal(err)
		}
	}
	return m
}
