package compact_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"bale/wire"
	"bale/wire/compact"
)

// TestGrow generates code for types before and after fields were appended, and lets each read what the other wrote.
func TestGrow(t *testing.T) {
	for _, safe := range []bool{false, true} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("testdata/grow")); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(dir, "grow_test.go.txt"), filepath.Join(dir, "grow_test.go")); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module grow\n\ngo 1.26\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, pkg := range []string{"before", "after"} {
			files, err := wire.Generate(t.Context(), &wire.Request{Dir: filepath.Join(dir, pkg), Pattern: ".", Known: []*wire.Format{compact.Format}, Safe: safe, Tests: !safe && pkg == "after"})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				if err := os.WriteFile(f.Path, f.Data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, args := range [][]string{{"vet", "./..."}, {"test", "-gcflags=-d=checkptr", "./..."}} {
			cmd := exec.Command("go", args...)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("go %v: %v\n%s", args, err, out)
			}
		}
	}
}
