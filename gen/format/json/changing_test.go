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

// withTests are the packages in testdata that have tests, and their files in addition to those with the name of the package.
var withTests = map[string][]string{
	"changing": nil,
	"delayed":  {"unions.go", "unions_test.go"},
	"used":     {"purego_test.go"},
}

// TestChanging runs the tests of package changing.
func TestChanging(t *testing.T) { runTests(t, "changing", "") }

// TestDelayed runs the tests of package delayed.
func TestDelayed(t *testing.T) { runTests(t, "delayed", "") }

// TestUsed runs the tests of package used.
func TestUsed(t *testing.T) { runTests(t, "used", "") }

// TestTestsWithVersions is TestChanging, TestDelayed and TestUsed with other versions of Go.
func TestTestsWithVersions(t *testing.T) {
	gentest.WithVersions(t, func(t *testing.T, version string) {
		for pkg := range withTests {
			runTests(t, pkg, version)
		}
	})
}

// runTests runs the tests of a package in testdata with a version of Go, and with BALE_TEST=slow also with the tag purego. The file of the types is also in
// package plain, without generated code.
func runTests(t *testing.T, pkg, version string) {
	gentest.SkipIfShort(t)
	m := gentest.New(t, map[string]string{})
	m.Write(t, "go.mod", []byte("module example.org/both\n\ngo 1.22\n"))
	m.Write(t, "plain/"+pkg+".go", []byte(strings.Replace(gentest.ReadFile(t, "testdata/"+pkg+"/"+pkg+".go"), "package "+pkg, "package plain", 1)))
	for _, name := range append([]string{pkg + ".go", pkg + "_test.go"}, withTests[pkg]...) {
		m.Write(t, "generated/"+name, []byte(gentest.ReadFile(t, "testdata/"+pkg+"/"+name)))
	}
	if err := m.Generate(t, "generated", gen.Request{Formats: []*emit.Format{json.Format}, Known: all.Formats}); err != nil {
		t.Fatal(err)
	}
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		flag := gentest.CompilerFlag(purego)
		if version != "" {
			m.Env = []string{"GOTOOLCHAIN=go" + version}
			if !purego {
				flag = gentest.Uninlined // where Go 1.22 inlines package reflect, its own code fails the checks
			}
		}
		if out, err := m.Test(t, flag, "./..."); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
