package facts_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"bale/codec"
	"bale/codec/all"
	"bale/codec/facts"
)

// TestTable: every codec that is not a reference has a complete line, and Format reproduces the table.
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
		t.Error("Format does not reproduce the text that Parse parsed")
	}
	for _, c := range all.Codecs {
		if c.Reference {
			continue
		}
		for _, v := range c.Variants {
			complete(t, c, c.FullName(v))
		}
	}
}

// complete checks the line of a variant.
func complete(t *testing.T, c *codec.Codec, name string) {
	f, ok := facts.Of(name)
	switch {
	case !ok:
		t.Errorf("facts.tsv has no line for %s: add one, and run go run ./codec/facts/update", name)
		return
	case f.Codec != c.Name && f.Codec != name:
		t.Errorf("%s has the line of %s", name, f.Codec)
	case f.Languages == "" || strings.Contains(f.Languages, ";") || f.Schema != "yes" && f.Schema != "no" || f.Licence == "" || f.Release == "" ||
		f.Source == "":
		t.Errorf("the line of %s is not complete: %+v", name, f)
	}
	if _, err := time.Parse(time.DateOnly, f.Date); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if _, err := time.Parse(time.DateOnly, f.Released); err != nil && c.Module != "" {
		t.Errorf("%s: %v", name, err)
	}
}

func TestOf(t *testing.T) {
	for name, want := range map[string]string{"vtprotobuf/unsafe": "vtprotobuf", "vtprotobuf/pool": "vtprotobuf/pool", "shamaton-gen/map": "shamaton-gen/map", "gob": "gob"} {
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
