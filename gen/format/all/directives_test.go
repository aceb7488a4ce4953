package all

import (
	"regexp"
	"slices"
	"testing"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/format/sproto"
)

// TestDirectives checks that formats list directives that exist, and that the documentation of a directive that not all formats have names those that have it.
func TestDirectives(t *testing.T) {
	used := map[string]bool{}
	for _, s := range directive.Specs {
		var has []*emit.Format
		for _, f := range Formats {
			if f.Has(s.Word) {
				used[s.Word] = true
				if !s.In(f) {
					t.Errorf("the format %s lists %s, which is for all formats", f.Name, s.Word)
				}
			}
			if s.In(f) {
				has = append(has, f)
			}
		}
		switch {
		case len(has) == 0 && s.Formats != nil:
			t.Errorf("no format has %q", s.Word)
		case s.Formats == nil || slices.Equal(has, Binary) || s.Doc[0].Directive == "//bale:evolve all": // which is documented below evolve
			continue
		}
		for _, f := range has {
			if f != sproto.Packed && !regexp.MustCompile(`\b`+f.Name+`\b`).MatchString(s.Doc[0].Effect) { // sproto stands for both
				t.Errorf("the documentation of %q does not name the format %s", s.Word, f.Name)
			}
		}
	}
	for _, f := range Formats {
		for _, word := range f.Check.Directives {
			if !used[word] {
				t.Errorf("the format %s lists %q, which is no directive", f.Name, word)
			}
		}
	}
}
