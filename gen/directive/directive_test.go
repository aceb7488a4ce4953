package directive

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"bale/gen/emit"
	"bale/model"
)

var update = flag.Bool("update", false, "write the tables in docs/directives.md")

// TestPage checks that the tables in docs/directives.md are those of the directives.
func TestPage(t *testing.T) {
	const path = "../../docs/directives.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page, err := Page(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(path, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if page != string(text) {
		t.Errorf("the tables in %s are not those of the directives: run go test ./gen/directive -update", path)
	}
	if _, err := Page("<!-- directives fields -->\n"); err == nil {
		t.Error("a page without an end of a table is no error")
	}
}

// TestSpecs checks that each directive is documented at each of its places, and that the directives that others name exist.
func TestSpecs(t *testing.T) {
	exists := func(word string) bool {
		return slices.ContainsFunc(Specs, func(s *Spec) bool { return s.Word == word })
	}
	for i, s := range Specs {
		for _, where := range []Place{AtField, AtType, AtPackage, Anywhere} {
			documented := slices.ContainsFunc(s.Doc, func(r Row) bool { return r.Where == where })
			if documented != (s.Where&where != 0) {
				t.Errorf("%s: documented: %v at place %d", s.form(), documented, where)
			}
		}
		if slices.ContainsFunc(Specs[:i], func(other *Spec) bool { return other.Word == s.Word }) {
			t.Errorf("%s is in the table twice", s.form())
		}
		for _, row := range s.Doc {
			for _, text := range []string{row.Directive, row.For, row.Effect} {
				if strings.Contains(text, "|") {
					t.Errorf("%s: %q would end a cell of the table", s.form(), text)
				}
			}
		}
		if s.Excludes == nil {
			continue
		}
		for _, word := range s.Excludes.Words {
			if !exists(word) {
				t.Errorf("%s excludes %s, which is no directive", s.form(), word)
			}
		}
	}
}

// TestUsage checks that the lines of bale help gen have all directives, and fit.
func TestUsage(t *testing.T) {
	text := Usage()
	for _, s := range Specs {
		if s.Where&(AtField|AtType|AtPackage) != 0 && !strings.Contains(text, s.form()) {
			t.Errorf("no %s in\n%s", s.form(), text)
		}
	}
	for line := range strings.Lines(text) {
		if len(line) > usageWidth+1 {
			t.Errorf("%d characters: %s", len(line), line)
		}
	}
}

// TestParseField checks how tags and comments are split.
func TestParseField(t *testing.T) {
	for text, want := range map[string]string{
		"max=3, own":              "max=3; own",
		"3 sint":                  "3; sint",
		"max=3,union A, map[B]C":  "union; max=3",
		"json union=field:t A=a":  "json union",
		"union=A":                 "union",
		"":                        "! a directive without words: remove it, or write one that a field can have: FIELDS",
		"own=1":                   "own=1; ! own takes no value: write own alone",
		"max=3,max=3":             "max=3; max=3; ! max appears twice: remove one",
		"3,3":                     "3; 3; ! 3 appears twice: remove one",
		"3,4":                     "3; 4; ! a field can have one number, not both 3 and 4: remove one",
		"-1":                      "! unknown directive \"-1\": a field can have FIELDS",
		"gen wire=proto":          "! gen is for types: put it above the declaration of one; a field can have FIELDS",
		"read A=B":                "! read is for types: put it above the declaration of one; a field can have FIELDS",
		"memory=3,skip":           "skip; ! memory is for types: put it above the declaration of one; a field can have FIELDS",
		"safe":                    "! unknown directive \"safe\": a field can have FIELDS",
		"json v2":                 "! \"json v2\": want the form of a union, json union=object or json union=field:NAME, as in //bale:json union=field:type",
		"skip,max=3":              "skip; max=3; ! skip excludes other directives: keep one of them",
		"fixed,sint":              "fixed; sint; ! sint and fixed exclude each other: take sint for small numbers of either sign, fixed for large ones",
		"own,intern":              "own; intern; ! intern and own exclude each other: remove own, since an interned string has memory of its own",
		"unknown,union []byte":    "union; unknown; ! unknown excludes other directives: remove them, since the field has no number and no limit",
		"custom x/y.T json":       "",
		"union x/y.T.Field A, *B": "",
	} {
		a := ParseField([]Note{{Text: text, Pos: "comment"}}, &model.Field{Pos: "field"})
		if got := show(a.Uses, a.Problems, List(AtField), "FIELDS"); got != want {
			t.Errorf("%q: got\n%s, want\n%s", text, got, want)
		}
	}
}

// TestParseType checks directives with and without arguments above types.
func TestParseType(t *testing.T) {
	for text, want := range map[string]string{
		"gen":                     "gen",
		"gen wire=proto size=3":   "gen",
		"evolve":                  "evolve",
		"evolve all":              "evolve all",
		"evolve some":             "! evolve takes no argument but all, as in //bale:evolve all",
		"evolve=all":              "! evolve takes no argument but all, as in //bale:evolve all",
		"json v2":                 "json v2",
		"json v3":                 "! json takes the argument v2, as in //bale:json v2",
		"json union=object":       "json union",
		"memory=1KiB":             "memory=1KiB",
		"memory":                  "! memory: want the bytes that a decoded value may take, as in memory=1GiB or memory=100000",
		"read A=B,C":              "read",
		"union A, *B":             "union",
		"stamp 1":                 "! stamp takes no argument but off, as in //bale:stamp=off",
		"max=3":                   "! max is for fields: put it at one; a type can have TYPES",
		"3":                       "! unknown directive \"3\": a type can have TYPES",
		"evlove":                  "! unknown directive \"evlove\": a type can have TYPES",
		"messages":                "! messages is for packages: write //bale:gen messages in the comment of the package",
		"custom x/y.T json":       "",
		"union x/y.T.Field A, *B": "",
	} {
		uses, problems := ParseType([]Note{{Text: text}}, false)
		if got := show(uses, problems, List(AtType), "TYPES"); got != want {
			t.Errorf("%q: got\n%s, want\n%s", text, got, want)
		}
		uses, problems = ParseType([]Note{{Text: text}}, true)
		if ok := want == "" || strings.HasPrefix(text, "gen"); (len(problems) == 0) != ok || ok != (len(uses) > 0 || want == "") {
			t.Errorf("%q above an alias: %v, %v", text, uses, problems)
		}
	}
}

// show returns directives, with their values if these have no spaces, and problems. A list in problems is replaced by a name.
func show(uses Uses, problems []Note, list, name string) string {
	var all []string
	for _, x := range uses {
		if x.Alone || strings.Contains(x.Text, " ") || x.Word == "union" || x.Word == "gen" {
			all = append(all, x.Word)
		} else {
			all = append(all, x.Text)
		}
	}
	for _, p := range problems {
		all = append(all, "! "+strings.ReplaceAll(p.Text, list, name))
	}
	return strings.Join(all, "; ")
}

// TestSupport checks the texts of errors about formats.
func TestSupport(t *testing.T) {
	known := []*emit.Format{{Name: "a", Check: emit.Check{Directives: []string{"x"}}}, {Name: "b"}, {Name: "c", Check: emit.Check{Directives: []string{"x", "y"}}}}
	s := listed("x", Support{None: "DIRECTIVE is not in FORMAT, but in FORMATS"})
	if got, want := s.Error("x all", "b", known), "x all is not in b, but in a, c"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if s := listed("y", Support{}); s.Has(known[0]) || !s.Has(known[2]) {
		t.Error("listed does not find the word in the list of the format")
	}
}
