package verdict

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestPresetNames(t *testing.T) {
	if got := PresetNames(); got != "speed, service, storage, cache, api" {
		t.Errorf("the presets are %s", got)
	}
	if _, ok := PresetNamed("speedy"); ok {
		t.Error("there is a preset called speedy")
	}
}

// TestPage checks that the tables of docs/compare.md have the uses and the needs of this package.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/compare.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range Needs {
		if row := "| " + n.Title + " | " + n.Excludes + " |\n"; !strings.Contains(string(text), row) {
			t.Errorf("docs/compare.md does not have the row %q", row)
		}
	}
	for _, p := range Presets {
		var titles []string
		for _, n := range p.Needs {
			titles = append(titles, n.Title())
		}
		row := regexp.MustCompile("(?m)^\\| `" + p.Name + "` .*\\| " + regexp.QuoteMeta(strings.Join(titles, ", ")) + " \\|$")
		if !p.BySpeed() && !row.Match(text) {
			t.Errorf("docs/compare.md does not have a row that matches %s", row)
		}
	}
}
