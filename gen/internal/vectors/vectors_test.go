// Package vectors writes and checks the test vectors of all formats, which are in testdata/vectors at the top of the module.
package vectors

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"bale/gen"
	"bale/gen/format/all"
	"bale/gen/internal/gentest"
)

var update = flag.Bool("update", false, "rewrite the vectors")

// folder has the types, the values and the vectors.
const folder = "../../../testdata/vectors"

// maxSize is the largest size of a file of vectors, so that an editor and a web page show it.
const maxSize = 100_000

// TestVectors checks that the generated code encodes the values of the vectors to their bytes, decodes the bytes to the values, and needs no
// other bale.lock.
func TestVectors(t *testing.T) {
	gentest.SkipIfShort(t)
	m := gentest.New(t, map[string]string{
		"types.go": folder + "/types.go", "values.go": folder + "/values.go", "bale.lock": folder + "/bale.lock", "write_test.go": "testdata/write_test.go",
		"methods_test.go": "testdata/methods_test.go",
	})
	m.Write(t, "go.mod", []byte("module example.org/vectors\n\ngo 1.26\n"))
	list := ""
	for _, f := range all.Binary {
		list += fmt.Sprintf("%q: %q,\n", f.Name, f.Suffix())
	}
	m.Write(t, "formats_test.go", []byte("package vectors\n\nvar formats = map[string]string{\n"+list+"}\n"))
	if err := m.Generate(t, "", gen.Request{Known: all.Formats, Accept: *update}); err != nil {
		t.Fatal(err)
	}
	if out, err := m.Test(t, gentest.Unoptimized, "."); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	check(t, m, "bale.lock")
	for _, f := range all.Binary {
		check(t, m, f.Name+".json")
	}
}

// check compares a file that the test of the module has written with the one in folder, line by line.
func check(t *testing.T, m *gentest.Module, name string) {
	t.Helper()
	path, got := filepath.Join(folder, name), m.Read(t, name)
	if len(got) > maxSize {
		t.Errorf("%s has %d bytes, want at most %d: use smaller values", name, len(got), maxSize)
	}
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	wants := bytes.Split(want, []byte("\n"))
	for i, line := range bytes.Split(got, []byte("\n")) {
		if i >= len(wants) || !bytes.Equal(line, wants[i]) {
			t.Errorf("%s:%d differs: the code gives\n%.300s", path, i+1, line)
			return
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s has lines that the code does not give", path)
	}
}
