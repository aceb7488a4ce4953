package report

import (
	"bytes"
	"strings"
	"testing"

	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

// TestOwnStrings checks what reports say about strings that share memory: only in a class with both kinds, and in the verdict if the winner shares.
func TestOwnStrings(t *testing.T) {
	const fastest = "bale/compact" // of nested-1
	for _, c := range []struct {
		name     string
		strings  func(codec string) measure.Strings
		marked   bool
		sentence string // by speed
	}{
		{"as declared", func(codec string) measure.Strings {
			return map[bool]measure.Strings{true: measure.Shared, false: measure.Own}[codec == fastest || codec == "floor"]
		}, true, "Strings that bale/compact decodes share memory; fastest with strings of their own: mus."},
		{"only the floor shares", func(codec string) measure.Strings {
			return map[bool]measure.Strings{true: measure.Shared, false: measure.Own}[codec == "floor"]
		}, false, ""},
		{"all share", func(string) measure.Strings { return measure.Shared }, false, "Strings that bale/compact decodes share memory."},
		{"all but the fastest share", func(codec string) measure.Strings {
			return map[bool]measure.Strings{true: measure.Own, false: measure.Shared}[codec == fastest]
		}, true, ""},
		{"no strings", func(string) measure.Strings { return "" }, false, ""},
	} {
		r := synthetic(10, 2)
		for i := range r.Rows {
			r.Rows[i].Strings = c.strings(r.Rows[i].Codec)
		}
		var table, md, page bytes.Buffer
		for _, err := range []error{Table(&table, r, Options{Width: 200}), Markdown(&md, r, Reader{}), HTML(&page, []*result.Results{r}, Reader{})} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if got := strings.Contains(table.String(), fastest+sharedMark) || strings.Contains(table.String(), "colfer*"+sharedMark); got != c.marked {
			t.Errorf("%s: the table has marks: %v, want %v", c.name, got, c.marked)
		}
		if got := strings.Contains(table.String(), "\n"+rankAndSharedMeaning+"\n"); got != c.marked {
			t.Errorf("%s: the table explains the mark: %v, want %v", c.name, got, c.marked)
		}
		if strings.Contains(table.String(), "floor"+sharedMark) {
			t.Errorf("%s: the floor, which is not ranked, has a mark", c.name)
		}
		if got := strings.Contains(md.String(), "| strings |"); got != c.marked {
			t.Errorf("%s: report.md has the column strings: %v, want %v", c.name, got, c.marked)
		}
		if got := strings.Contains(page.String(), `"shares"`); got != c.marked {
			t.Errorf("%s: the page has marks: %v, want %v", c.name, got, c.marked)
		}
		for _, s := range views(r, &Reader{}) {
			for _, class := range s.Classes {
				if s.Name != "nested-1" || class.Mode != measure.DefaultMode {
					continue
				}
				if got := class.Verdict; strings.Contains(got, "share memory") != (c.sentence != "") || !strings.Contains(got, c.sentence) {
					t.Errorf("%s: the verdict is %q, want %q in it", c.name, got, c.sentence)
				}
			}
		}
	}
}

// TestOwnStringsOfUse checks that the verdict for a use names the cheapest codec with own strings that meets the needs.
func TestOwnStringsOfUse(t *testing.T) {
	withFacts(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 2)
	for _, p := range verdict.Presets {
		for _, s := range views(r, &Reader{For: p, Code: code}) {
			c := s.Classes[0]
			_, after, found := strings.Cut(c.Verdict, " decodes share memory; ")
			if shares := c.Use != nil && c.Use.Row.Strings == measure.Shared; !found {
				if shares && !strings.Contains(c.Verdict, "decodes share memory.") {
					t.Errorf("%s, %s: nothing about the strings of %s: %s", p.Name, s.Name, c.Use.Row.Codec, c.Verdict)
				}
				continue
			}
			_, name, _ := strings.Cut(after, "with strings of their own: ")
			name, _, _ = strings.Cut(name, ".")
			for _, l := range c.Order {
				if l.Row.Strings == measure.Own && l.Complete() && !l.Excluded && !l.Unsure && !l.Row.LosesSamples() {
					if l.Row.Codec != name {
						t.Errorf("%s, %s: %s is named, and %s comes first", p.Name, s.Name, name, l.Row.Codec)
					}
					break
				}
			}
		}
	}
}

// TestLeftOutByModes checks the sentence about codecs that -modes leaves out because of their strings.
func TestLeftOutByModes(t *testing.T) {
	r := synthetic(10, 2)
	for only, want := range map[measure.Strings]string{
		"":             "",
		measure.Own:    "Left out by -modes own, since their decoded strings share memory: bale/compact, gencode/unsafe and mus.",
		measure.Shared: "Left out by -modes shared, since their decoded strings have their own memory: ",
	} {
		r.OnlyStrings = only
		if got := leftOutText(r); got != want && (only != measure.Shared || !strings.HasPrefix(got, want)) {
			t.Errorf("-modes %s: %q, want %q", only, got, want)
		}
	}
}
