package matrix

import (
	"bytes"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bale/codec/facts"
	"bale/feature"
)

// TestRead checks that Read returns from a page what Write has written into it.
func TestRead(t *testing.T) {
	entries := []Entry{{Name: "gob", Wire: "gob"}, {Name: "capnp", Wire: "Cap'n Proto"}, {Name: "capnp/packed", Wire: "Cap'n Proto"}}
	var b bytes.Buffer
	if err := Write(&b, entries, goldenRows(), nil); err != nil {
		t.Fatal(err)
	}
	want := Supports(goldenRows())
	if got := Read(b.String()); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if s := want["capnp/packed"]["`int`"]; s.Carried || want["capnp"]["`int`"].Carried == false {
		t.Error("a gap or a failure counts as carried")
	}
	for _, page := range []string{"", "## \n|", "\n## X\n| field | a |\n| :-- |\n| `bool` |\n| `int` | ● zz | more |\n"} {
		if got := Read(page); len(got) > 0 {
			t.Errorf("Read(%q) is %v", page, got)
		}
	}
}

// TestReadPage checks that docs/serializers.md has a support for each kind that was there when the page was written.
func TestReadPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/serializers.md")
	if err != nil {
		t.Fatal(err)
	}
	table := Read(string(page))
	// These have rows for lists of structs only, and the types of the page are structs.
	onlyLists := map[string]bool{"arrow": true, "parquet": true}
	missing, lacking := map[string]bool{}, map[string]bool{}
	for codec := range table {
		for _, f := range feature.All {
			if _, ok := table[codec][f.Name]; !ok {
				missing[f.Name], lacking[codec] = true, true
			}
		}
		for name, s := range table[codec] {
			if slices.Contains(s.Losses, "") {
				t.Errorf("%s, %s: a loss without an explanation", codec, name)
			}
		}
	}
	if len(table) < 90 || len(missing) > 1 && !maps.Equal(lacking, onlyLists) {
		t.Errorf("%d codecs; missing: %v in %v", len(table), missing, lacking)
	}
}

// TestKinds checks kinds of fields and of values.
func TestKinds(t *testing.T) {
	table := Table{}
	for _, f := range feature.All {
		s := Support{Carried: f.Name != "`any`"}
		switch f.Name {
		case "`[]int32`":
			s.Losses = []string{"nil became empty"}
		case "`time.Time`":
			s.Losses = []string{"time truncated to ms"}
		}
		table.add("a", f.Name, s)
	}
	var not []string
	for _, k := range Kinds() {
		s, ok := k.Of(table, "a")
		if !ok {
			t.Errorf("%s is not known", k.Word)
		}
		if !s.Carried {
			not = append(not, k.Word)
		}
		if k.Word == "slices" && !slices.Equal(s.Losses, []string{"nil became empty"}) {
			t.Errorf("slices lose %q", s.Losses)
		}
		if _, ok := k.Of(table, "b"); ok {
			t.Errorf("%s of an unknown codec is known", k.Word)
		}
	}
	if want := "any nil nanoseconds"; strings.Join(not, " ") != want {
		t.Errorf("not carried are %v, want %s", not, want)
	}
}

// TestReplacements checks the order of what can replace a codec, and that references and codecs for Go only are left out.
func TestReplacements(t *testing.T) {
	entry := func(codec, wire, languages, schema, released string) Entry {
		return Entry{Name: codec + "/x", Codec: codec, Wire: wire, Facts: facts.Fact{Codec: codec, Languages: languages, Schema: schema, Released: released}}
	}
	entries := []Entry{
		entry("old", "W", "C, Go", "yes", "2015-01-01"), entry("mid", "W", "C, Go", "yes", "2020-01-01"), entry("new", "W", "C, Go", "yes", "2026-01-01"),
		entry("builtin", "W", "C, Go", "yes", ""), {Name: "floor", Codec: "floor", Wire: "none"}, entry("mine", "own", facts.OwnLanguages, "no", ""),
		entry("other", "V", "Go, Rust", "yes", "2026-01-01"), entry("both", "U", "C, Go and others", "yes", "2019-01-01"), entry("all", "T", "nearly all", "yes", "2018-01-01"),
		entry("go", "S", "Go", "yes", "2026-01-01"), entry("without", "R", "nearly all", "no", "2026-01-01"),
	}
	same, like := Replacements(entries, entries[0].Facts)
	if got, want := strings.Join(Names(same, entries), " "), "builtin new mid"; got != want {
		t.Errorf("the same wire format have %s, want %s", got, want)
	}
	if got, want := strings.Join(Names(like, entries), " "), "both all other"; got != want {
		t.Errorf("similar are %s, want %s", got, want)
	}
	if _, like := Replacements(entries, entries[9].Facts); len(like) != 7 {
		t.Errorf("%d are like a codec for Go only, want 7", len(like))
	}
	if same, like := Replacements(entries, facts.Fact{Schema: "?"}); len(same)+len(like) > 0 {
		t.Errorf("an unknown serializer is replaced by %v %v", same, like)
	}
}
