package sequence_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bale/schema"
	"bale/wire"
	"bale/wire/fixed"
	"bale/wire/varint"
)

var update = flag.Bool("update", false, "ask Skycoin's encoder for the vectors again")

const kinds = "testdata/kinds"

var formats = []*wire.Format{fixed.Format, varint.Format}

// module lays some files into a folder of its own.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for to, from := range files {
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// TestKinds generates code for a type of every kind, with and without unsafe, and runs its tests: those that every
// user gets, and some that hold the bytes and errors against what they are to be.
func TestKinds(t *testing.T) {
	if *update {
		vectors(t)
	}
	for _, c := range []struct {
		name string
		safe bool
		args []string
	}{
		{"unsafe", false, []string{"test", "-gcflags=-d=checkptr", "."}},
		{"safe", true, []string{"test", "."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := module(t, map[string]string{
				"go.mod": kinds + "/go.mod", "kinds.go": kinds + "/kinds.go", "golden": kinds + "/golden",
				"vectors.go": kinds + "/vectors.go.txt", "more_test.go": kinds + "/more_test.go.txt",
			})
			files, err := wire.Generate(t.Context(), &wire.Request{Dir: dir, Pattern: ".", Known: formats, Safe: c.safe, Tests: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				if err := os.WriteFile(f.Path, f.Data, 0o666); err != nil {
					t.Fatal(err)
				}
				if c.safe && !strings.HasSuffix(f.Path, "_test.go") && strings.Contains(string(f.Data), `"unsafe"`) {
					t.Error("the safe code imports unsafe")
				}
			}
			run(t, dir, "vet", ".")
			run(t, dir, c.args...)
		})
	}
}

// vectors asks Skycoin's encoder.
func vectors(t *testing.T) {
	const pins = "../../codec/skycoin/pins."
	dir := module(t, map[string]string{
		"go.mod": pins + "mod", "go.sum": pins + "sum", "kinds.go": kinds + "/kinds.go",
		"vectors.go": kinds + "/vectors.go.txt", "skycoin_test.go": kinds + "/skycoin_test.go.txt",
	})
	run(t, dir, "test", ".")
	golden, err := os.ReadFile(filepath.Join(dir, "golden"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(kinds+"/golden", golden, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestRefused: what the fixed wire would lose is an error at its place.
func TestRefused(t *testing.T) {
	dir := module(t, map[string]string{"go.mod": kinds + "/go.mod", "refused.go": "testdata/refused.go.txt"})
	_, err := wire.Generate(t.Context(), &wire.Request{Dir: dir, Pattern: ".", Known: formats})
	errs, _ := err.(schema.Errors)
	var got []string
	for _, e := range errs {
		got = append(got, strings.TrimPrefix(e.Error(), dir+"/"))
	}
	want := []string{
		"refused.go:5:2: Hidden.hidden: the fixed wire has no unexported fields: mark it `bale:\"skip\"`, or take another wire",
		"refused.go:11:2: Early.First: omitempty is for the last field of a struct: without a count a reader cannot tell that it is not there",
		"refused.go:12:2: Early.Long: maxlen=many is no number",
		"refused.go:18:3: Inside.List[].Rest: omitempty is for the end of a message: what comes behind would be read as this field",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
