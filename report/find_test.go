package report

import (
	"testing"

	"bale/report/verdict"
)

func TestResumeCommand(t *testing.T) {
	storage, _ := verdict.PresetNamed("storage")
	for _, c := range []struct {
		folder string
		reader Reader
		want   string
	}{
		{"bale-results/2026-11-25-090000", Reader{}, "bale compare -resume bale-results/2026-11-25-090000"},
		{"a b", Reader{For: storage}, "bale compare -resume 'a b' -for storage"},
		{"it's", Reader{For: storage, Now: "json/v2"}, `bale compare -resume 'it'\''s' -for storage -now json/v2`},
		{"größe_注文", Reader{Now: "json"}, "bale compare -resume größe_注文 -now json"},
		{"$HOME;`x`", Reader{}, "bale compare -resume '$HOME;`x`'"},
		{`a\b`, Reader{}, `bale compare -resume 'a\b'`},
		{"~", Reader{}, "bale compare -resume '~'"},
	} {
		if got := ResumeCommand(c.folder, &c.reader); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if got := findCommand("", &Reader{For: storage}); got != "" {
		t.Errorf("without a folder: %s", got)
	}
}
