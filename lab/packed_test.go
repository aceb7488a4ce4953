package lab

import (
	"strings"
	"testing"

	"bale/program/build"
)

// TestOpenPackBroken checks that a damaged pack is an error.
func TestOpenPackBroken(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "unexpected end of JSON input"},
		{"{}", "it has no plan"},
		{`{"Run": {"config": {"rounds": 0}}}`, "it has no plan"},
		{`{"Run": {"config": {"rounds": 6}}, "Codecs": [{"Name": "json", "Rows": [{"shape": "s"}]}]}`, "it has no shape s"},
		{`{"Run": {"config": {"rounds": 6}}, "Codecs": [{"Name": "json", "Runner": "runners/json"}]}`, "the pack is not complete"},
		{`{"Run": {"config": {"rounds": 6}}, "Codecs": [{"Name": "json", "Runner": "runners/cut"}], "Sums": {"runners/cut": "` + sum([]byte("whole")) + `"}}`, "the pack is damaged: runners/cut is not as 'bale pack' wrote it"},
		{`{"Run": {"config": {"rounds": 6}}, "Shapes": [{"Name": "s", "Data": "runners/cut"}], "Sums": {"runners/cut": "` + sum([]byte("whole")) + `"}}`, "the pack is damaged: runners/cut"},
	} {
		dir := t.TempDir()
		if err := build.WriteFiles(dir, map[string][]byte{packFile: []byte(c.text), "runners/cut": []byte("who")}); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenPack(dir, "", ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
	if _, err := OpenPack(t.TempDir(), "", ""); err == nil || !strings.Contains(err.Error(), "is not the folder of a pack") {
		t.Errorf("no pack: %v", err)
	}
}
