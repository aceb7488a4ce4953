package matrix

import (
	"bytes"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bale/codec/facts"
	"bale/model/feature"
)

// TestParse checks that Parse returns what WriteData has written.
func TestParse(t *testing.T) {
	want := Supports(goldenRows())
	var b bytes.Buffer
	if err := want.WriteData(&b); err != nil {
		t.Fatal(err)
	}
	if got, err := Parse(b.String()); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v\nwant %v", got, err, want)
	}
	if want["capnp/packed"]["BoolField"].Carried() || want["capnp/packed"]["IntField"].Carried() || !want["capnp"]["IntField"].Carried() {
		t.Error("a gap or a failure counts as carried")
	}
	for _, text := range []string{"", supportHead + "\na\town\tBoolField\n", supportHead + "\na\tyes\t\tBoolField\n", "a\town\t\tBoolField\n"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) is %v", text, got)
		}
	}
}

// TestTested checks that support.tsv has a support for each kind.
func TestTested(t *testing.T) {
	table, err := Tested()
	if err != nil {
		t.Fatal(err)
	}
	// These have rows for lists of structs only, and the types are structs.
	onlyLists := map[string]bool{"arrow": true, "parquet": true}
	missing, lacking := map[string]bool{}, map[string]bool{}
	for codec := range table {
		for _, f := range feature.All {
			if _, ok := table[codec][f.Type]; !ok {
				missing[f.Type], lacking[codec] = true, true
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
		s := Support{Sign: ownSign}
		switch f.Type {
		case "InterfaceField":
			s.Sign = gapSign
		case "Int32sField":
			s.Losses = []string{"nil became empty"}
		case "TimeField":
			s.Losses = []string{"time truncated to ms"}
		}
		table.add("a", f.Type, s)
	}
	var not []string
	for _, k := range Kinds() {
		carried, losses, ok := k.Of(table, "a")
		if !ok {
			t.Errorf("%s is not known", k.Word)
		}
		if !carried {
			not = append(not, k.Word)
		}
		if k.Word == "slices" && !slices.Equal(losses, []string{"nil became empty"}) {
			t.Errorf("slices lose %q", losses)
		}
		if _, _, ok := k.Of(table, "b"); ok {
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
