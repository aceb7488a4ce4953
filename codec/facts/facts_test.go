package facts_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"bale/codec/all"
	"bale/codec/facts"
)

// TestTable: every codec that is not a reference has a complete line, and Format writes the table as it is.
func TestTable(t *testing.T) {
	text, err := os.ReadFile("facts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	list, err := facts.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if facts.Format(list) != string(text) {
		t.Error("Format does not write what Parse has read")
	}
	for _, c := range all.Codecs {
		if c.Reference {
			continue
		}
		f, ok := facts.Of(c.FullName(c.Variants[0]))
		switch {
		case !ok:
			t.Errorf("facts.tsv has no line for %s: add one, and run go run ./codec/facts/update", c.Name)
			continue
		case f.Codec != c.Name:
			t.Errorf("%s has the line of %s", c.Name, f.Codec)
		case f.Languages == "" || f.Schema != "yes" && f.Schema != "no" || f.Licence == "" || f.Release == "" || f.Source == "":
			t.Errorf("the line of %s is not complete: %+v", c.Name, f)
		}
		if _, err := time.Parse(time.DateOnly, f.Date); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		if _, err := time.Parse(time.DateOnly, f.Released); err != nil && c.Module != "" {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}

func TestOf(t *testing.T) {
	for name, want := range map[string]string{"vtprotobuf/pool": "vtprotobuf", "shamaton-gen/map": "shamaton-gen/map", "gob": "gob"} {
		if f, ok := facts.Of(name); !ok || f.Codec != want {
			t.Errorf("%s has the line of %q", name, f.Codec)
		}
	}
	if f, ok := facts.Of("unknown/variant"); ok {
		t.Errorf("an unknown codec has the line of %q", f.Codec)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{"": "line 1", "codec\n": "line 1", strings.SplitAfter(facts.Format(nil), "\n")[0] + "a\tb\n": "line 2 has 2 columns"} {
		if _, err := facts.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
