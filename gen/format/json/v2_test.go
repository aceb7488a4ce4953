package json_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bale/gen/internal/gentest"
)

// tagsV2 are tags of fields for encoding/json/v2. The first are more frequent.
var tagsV2 = []string{
	"", "", "", "", ",omitempty", "n,omitempty", ",omitzero", "z,omitzero", ",omitzero,omitempty", "-", "<k>", "é", "long name with spaces", "i,case:ignore", ",case:ignore,omitempty", "s,case:strict",
}

// TestV2 runs the generated tests of types with the directive json v2, which compare with encoding/json/v2, with and without the tag purego: those of package
// v2, and random ones, also with own strings. Only a newer version of Go than the one that bale is built with has that package.
func TestV2(t *testing.T) {
	const toolchain = "GOTOOLCHAIN=go1.27.3"
	gentest.WithVersions(t, func(t *testing.T, version string) {
		if "GOTOOLCHAIN=go"+version != toolchain {
			t.Skip("it has no encoding/json/v2")
		}
		bale := filepath.Join(t.TempDir(), "bale")
		build := exec.Command("go", "build", "-o", bale, "bale/cmd/bale")
		build.Env = append(os.Environ(), toolchain)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		files := map[string]string{"other/other.go": "testdata/v2/other/other.go"}
		for _, name := range []string{"types.go", "v2_test.go"} {
			files["fast/"+name] = "testdata/v2/" + name
		}
		m := gentest.New(t, files)
		m.Env = []string{toolchain}
		m.Write(t, "go.mod", []byte("module example.org/json\n\ngo 1.27\n"))
		generate := func(args ...string) error {
			cmd := exec.Command(bale, append([]string{"gen", "-tests"}, args...)...)
			cmd.Dir, cmd.Env = m.Dir, append(os.Environ(), toolchain)
			if out, err := cmd.CombinedOutput(); err != nil {
				return errors.New(string(out))
			}
			return nil
		}
		m.Write(t, "plain/types.go", []byte(strings.ReplaceAll(gentest.ReadFile(t, "testdata/v2/types.go"), "//bale:", "// ")))
		m.Write(t, "plain_test.go", []byte(gentest.ReadFile(t, "testdata/v2/plain/plain_test.go")))
		for _, name := range []string{"reads.go", "reads_test.go"} {
			m.Write(t, "reads/"+name, []byte(gentest.ReadFile(t, "testdata/v2/reads/"+name)))
		}
		// This type needs no part of encoding/json/v2.
		m.Write(t, "small/small.go", []byte(strings.Replace(gentest.ReadFile(t, "../../../shape/small/small.go"), "type Small ", "//bale:gen wire=json\n//bale:json v2\ntype Small ", 1)))
		for _, args := range [][]string{{"./fast"}, {"./reads"}, {"./small"}} {
			if err := generate(args...); err != nil {
				t.Fatal(err)
			}
		}
		addRandom(t, m, tagsV2, "//bale:gen wire=json\n//bale:json v2", func() error { return generate("./random") })
		m.Write(t, "randomown/types.go", m.Read(t, "random/types.go"))
		if err := generate("-own", "./randomown"); err != nil {
			t.Fatal(err)
		}
		m.MustRunGo(t, "vet", "./...")
		for _, tags := range []string{"-tags=", "-tags=purego"} {
			if out, err := m.Test(t, tags, "./..."); err != nil {
				t.Errorf("%s: %v\n%s", tags, err, out)
			}
		}
	})
}
