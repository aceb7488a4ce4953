package review

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/format/all"
	"bale/gen/internal/gentest"
	"bale/gen/plan"
	"bale/model"
)

var update = flag.Bool("update", false, "write the generated files")

// folders are the packages with generated code.
var folders = []string{"kinds", "orders"}

// maxSize is the maximum size of a generated file, so that a review can show its diff.
const maxSize = 1 << 20

// TestFiles checks that the generated files are what bale gen writes, and have code for all formats.
func TestFiles(t *testing.T) {
	for _, folder := range folders {
		outputs, err := gen.Generate(t.Context(), &gen.Request{Dir: folder, Pattern: ".", Known: all.Formats})
		if err != nil {
			t.Fatal(err)
		}
		if outputs[0].Err != nil {
			t.Fatal(outputs[0].Err)
		}
		for _, f := range outputs[0].Files {
			if *update {
				if err := os.WriteFile(f.Path, f.Data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := os.ReadFile(f.Path); err != nil || !bytes.Equal(got, f.Data) {
				t.Errorf("%s/%s is not what bale gen writes: run go test ./gen/review -update, and read the diff: %v", folder, filepath.Base(f.Path), err)
			}
			if len(f.Data) > maxSize {
				t.Errorf("%s has %d bytes", f.Path, len(f.Data))
			}
			for _, format := range all.Formats {
				if text := "bale" + format.Title + "Decode_"; strings.HasSuffix(f.Path, "_bale.go") && !bytes.Contains(f.Data, []byte(text)) {
					t.Errorf("%s has no code for %s", f.Path, format.Name)
				}
			}
		}
	}
}

// TestKinds checks that package kinds has a value of each kind. It loads a copy without generated code, which takes 3 s of processor time to compile.
func TestKinds(t *testing.T) {
	module := gentest.New(t, map[string]string{"kinds.go": "kinds/kinds.go"})
	module.Write(t, "go.mod", []byte("module example.org/kinds\n\ngo 1.26\n"))
	m, err := model.LoadWith(t.Context(), module.Dir, ".", []string{"Values", "Parts", "Tree"}, model.Options{
		TypeUnion: func(_, name string) *model.Union {
			if name == "Figure" {
				return &model.Union{Members: []string{"Point"}}
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	g, has := &plan.Graph{Home: m.Package}, map[plan.Kind]bool{}
	for _, r := range m.Roots {
		model.Walk(r.Type, func(typ model.Type) bool {
			has[g.Kind(typ, false)] = true
			return !g.Custom(typ)
		})
	}
	for k := plan.Bool; k <= plan.Union; k++ {
		if !has[k] && k != plan.Duration && k != plan.Fixed { // Kind never returns these two
			t.Errorf("package kinds has no value of kind %d", k)
		}
	}
}
