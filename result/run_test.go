package result

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"bale/runner/measure"
)

func TestRunSaveLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	run := &Run{
		Environment: Environment{
			Go: "go1.26.8", GOOS: "linux", GOARCH: "amd64", CPU: "A CPU", Procs: 2, Bale: "v0.1.0",
			Date: "2026-11-21T09:00:00Z", Seed: 1<<64 - 1, Modules: map[string]string{"example.com/m": "v1.2.3"},
		},
		Config: Config{
			Effort: Effort{Name: "quick", Rounds: 6, Epochs: 3, BlockMillis: 5},
			Modes:  []measure.Mode{measure.DefaultMode}, Shapes: []string{"small"},
		},
		Rows:  []measure.Row{{Shape: "small", Codec: "json", Status: measure.OK, Size: 12.5}},
		Cells: []PlannedCell{{cell("small", "gencode/unsafe", measure.Decode), 4711}},
	}
	for range 2 { // the second time replaces the file
		if err := run.Save(path); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, run) {
		t.Errorf("got %+v, want %+v", got, run)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("files left behind: %v", left)
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"newer", `{"format": 2, "environment": {"go": 7}}`, "written by a newer bale: it has format 2, and this bale reads up to 1"},
		{"foreign", `{"name": "package", "version": "1.0"}`, "not written by 'bale compare'"},
		{"list", `[1, 2]`, "the file is damaged or of another program"},
		{"cut off", `{"environment": {"go": "go1`, "the file is damaged or of another program"},
		{"empty", ``, "the file is damaged or of another program"},
	} {
		path := filepath.Join(t.TempDir(), "run.json")
		if err := os.WriteFile(path, []byte(c.file), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path); err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want the path and %q", c.name, err, c.want)
		}
	}
}

func TestLoadNamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	if err := os.WriteFile(path, []byte("{\"environment\": {}, \"cells\": [{\"mode\": \"fast\"}]}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !filepath.IsAbs(err.Error()[:len(path)]) {
		t.Errorf("got %v, want an error that begins with the path", err)
	}
}
