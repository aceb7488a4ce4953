package json_test

import (
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/json"
	"bale/gen/internal/gentest"
)

// TestChanging runs the tests of package changing, with unsafe code and without.
func TestChanging(t *testing.T) { runBoth(t, "changing") }

// runBoth runs the tests of a package in testdata, with unsafe code and without. more are its files for unsafe code only.
// The file of the types is also in package plain, without generated code.
func runBoth(t *testing.T, pkg string, more ...string) {
	gentest.SkipIfShort(t)
	m := gentest.New(t, map[string]string{})
	m.Write(t, "go.mod", []byte("module example.org/both\n\ngo 1.24\n"))
	m.Write(t, "plain/"+pkg+".go", []byte(strings.Replace(gentest.ReadFile(t, "testdata/"+pkg+"/"+pkg+".go"), "package "+pkg, "package plain", 1)))
	for folder, safe := range map[string]bool{"unsafe": false, "safe": true} {
		names := []string{pkg + ".go", pkg + "_test.go"}
		if !safe {
			names = append(names, more...)
		}
		for _, name := range names {
			m.Write(t, folder+"/"+name, []byte(gentest.ReadFile(t, "testdata/"+pkg+"/"+name)))
		}
		if err := m.Generate(t, folder, gen.Request{Formats: []*emit.Format{json.Format}, Known: all.Formats, Safe: safe}); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := m.Test(t, "./..."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
