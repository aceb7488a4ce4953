package build

import (
	"os"
	"path/filepath"
	"testing"

	"bale/codec/json"
	"bale/internal/testdir"
	"bale/model"
)

// TestSourcesStay checks that a program is built with the files of its overlay in place of the user's, and that these stay as they are.
func TestSourcesStay(t *testing.T) {
	dir, out := testdir.New(t), testdir.New(t)
	mod := []byte("module example.com/m\n\ngo 1.24\n")
	if err := WriteFiles(dir, map[string][]byte{"go.mod": mod, "main.go": []byte("package main\n\nfunc main() { user() }\n")}); err != nil {
		t.Fatal(err)
	}
	before, err := digestTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	p := &Program{codec: json.Codec, model: &model.Model{Module: model.Module{Dir: dir}}, path: "example.com/m", mod: mod, files: map[string][]byte{
		filepath.Join(dir, "main.go"):  []byte("package main\n\nfunc main() { added() }\n"),
		filepath.Join(dir, "added.go"): []byte("package main\n\nfunc added() {}\n"),
	}}
	if err := p.Compile(t.Context(), Target{}, out); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(p.Binary(out)); err != nil {
		t.Error(err)
	}
	if after, err := digestTree(dir); err != nil || after != before {
		t.Errorf("building has changed the user's files: %v", err)
	}
}
