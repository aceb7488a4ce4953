package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

const before = `// Code generated.
// Written by bale v0.0.9.

package p

import "fmt"

// A has methods.
func (v *A) M() error { return baleTold(v, "a hollow word") } // as it was

const (
	a    = 1 // one
	long = 2 /* two */
)

func baleTold(v any, text string) error {
	// A comment.

	return fmt.Errorf("%v: %s", v, ` + "`raw\n\n  // text`" + `)
}
`

const after = `// Code generated.
// Written by bale v0.1.0.

package p

import "fmt"

func baleErrorPath(v any, text string) error {
	return fmt.Errorf("%v: %s", v, ` + "`raw\n\n  // text`" + `)
}

const (
	a      = 1
	longer = 2
)

func (v *A) M() error { return baleErrorPath(v, "a zero-size word") }
`

// TestNormal checks that normal removes what the options ignore, and nothing else.
func TestNormal(t *testing.T) {
	all, err := parseRenames("# names\nbaleTold baleErrorPath\n\nlong longer\n\"hollow word\" \"zero-size word\"\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		options options
		same    bool
	}{
		{options{renames: all, noComments: true, noOrder: true}, true},
		{options{renames: all, noComments: true}, false},
		{options{renames: all, noOrder: true}, false},
		{options{noComments: true, noOrder: true}, false},
		{options{}, false},
	} {
		o := c.options
		if got := o.normal("code", before, true) == o.normal("code", after, false); got != c.same {
			t.Errorf("%+v: same is %t\n%s\n%s", o, got, o.normal("code", before, true), o.normal("code", after, false))
		}
		for _, change := range [][2]string{{"a zero", "A zero"}, {"= 1", "= 3"}, {"raw\n\n", "raw\n"}, {"*A", "A"}, {"a      = 1\n", ""}} {
			if o.normal("code", after, false) == o.normal("code", strings.Replace(after, change[0], change[1], 1), false) {
				t.Errorf("%+v does not see %q", o, change)
			}
		}
	}
}

func TestRenames(t *testing.T) {
	r, err := parseRenames("a b\nb a\nbaleMost* baleMax*\n*Told *Path\nbale*Spot bale*Site\n\"a b\" \"c d\"")
	if err != nil {
		t.Fatal(err)
	}
	const text = "a(b, ab) baleMaxDepth baleTold baleXSpot baleSpotX a b"
	if got, want := r.apply(text), "b(a, ab) baleMaxDepth balePath baleXSite baleSpotX c d"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := (*renames)(nil).apply(text); got != text {
		t.Errorf("without renames: %s", got)
	}
	for _, wrong := range []string{"a", "a b c", "a* b", "a** b**", `"a" b`, `"" "b"`} {
		if _, err := parseRenames("x y\n" + wrong); err == nil || !strings.HasPrefix(err.Error(), "2: ") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// TestSame checks that a hunk is printed once, but counted for each file.
func TestSame(t *testing.T) {
	var out bytes.Buffer
	c := &comparison{options: &options{}, out: &out, seen: map[string]bool{}}
	old := "a\nb\nc\nd\ne\nf\ng\nh\ni\n"
	for _, x := range []struct{ name, new string }{
		{"same", old}, {"one", strings.Replace(old, "b", "B", 1)}, {"two", strings.NewReplacer("b", "B", "i", "I").Replace(old)},
	} {
		r := &result{call: call{input: &input{module: &module{name: "m"}, folder: "p"}, label: x.name}}
		r.old.files, r.new.files = map[string]string{"code": old}, map[string]string{"code": x.new}
		c.printResult(r)
	}
	if c.count.files != 1 || c.count.differentFiles != 2 {
		t.Error(c.count)
	}
	if text := out.String(); strings.Count(text, "+B\n") != 1 || strings.Count(text, "+I\n") != 1 || !strings.Contains(text, "== m/p two: code\n") ||
		!strings.Contains(text, "and 1 hunks as above") || strings.Contains(text, "same") {
		t.Error(text)
	}
	r := &result{call: call{input: &input{module: &module{name: "m"}, folder: "p"}}, old: output{refusal: "no\n"}}
	if c.printResult(r); c.count.differentRefusals != 1 {
		t.Error("a removed refusal is not counted")
	}
}

func TestDiffering(t *testing.T) {
	got := diffLines("c\tk 1\tx\nc\tk 2\ty\nc\tk 3\tz\n", "c\tk 1\tx\nc\tk 2\tY\nc\tk 4\tw\n")
	want := []changedLine{{"c\tk 2", "y", "Y"}, {"c\tk 4", "(nothing)", "w"}, {"c\tk 3", "z", "(nothing)"}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestUnionsOf(t *testing.T) {
	m := &module{files: map[string][]byte{"p/p.go": []byte("package p\n\n//bale:union A, *B\n//bale:union [2]C\n//\n// Text.\ntype Shape interface{ M() }\n\n" +
		"type (\n\t//bale:union X\n\tY any\n)\n\ntype T struct {\n\tF any `json:\"x\" bale:\"max=3,union Pair[int, string], map[string]any\"`\n" +
		"\tG any //bale:sorted,union struct{ A, B int }\n\tH any `bale:\"union bool\"`\n\t//bale:union int\n\tF any\n\tNone any\n}\n")}}
	got := unionsOf(&input{module: m, folder: "p"})
	want := map[string][]string{
		"Shape": {"A", "*B", "[2]C"}, "Y": {"X"}, "F": {"Pair[int, string]", "map[string]any", "int"}, "G": {"struct{ A, B int }"}, "H": {"bool"},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
