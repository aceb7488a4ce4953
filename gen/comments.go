package gen

import (
	"strings"

	"bale/gen/directive"
	"bale/model"
	comments "bale/model/directive"
)

// checkStrayDirectives reports directives that are not at a type or a field, and comments that look like directives.
func (t *target) checkStrayDirectives() {
	for _, file := range t.src.Syntax {
		notes := t.src.Notes.Of(comments.FileName(t.src.Fset, file))
		for _, n := range notes.Misplaced {
			if model.IsPackageDirective(n.Text) {
				continue
			}
			t.fail(n.Pos, "", "//bale:%s is not at a type or a field: put it right above a type's declaration, or at a field", n.Text)
		}
		for _, n := range notes.Spaced {
			t.fail(n.Pos, "", "// bale:%s is an ordinary comment: a directive has no space, //bale:%s", n.Text, n.Text)
		}
	}
}

// packageFlags returns the words of the directive gen in the comment of the package.
func (t *target) packageFlags() map[string]bool {
	words := map[string]bool{}
	for _, file := range t.src.Syntax {
		notes := t.src.Notes.Of(comments.FileName(t.src.Fset, file))
		for _, x := range notes.NoPackage {
			if _, problems := directive.ParsePackage(x); len(problems) == 0 {
				t.fail(x.Pos, "", "// bale:%s is an ordinary comment: a directive has no space, //bale:%s", x.Text, x.Text)
			}
		}
		for _, x := range notes.Package {
			list, problems := directive.ParsePackage(x)
			for _, word := range list {
				words[word] = true
			}
			for _, p := range problems {
				t.fail(p.Pos, "", "%s", p.Text)
			}
		}
	}
	return words
}

// setFlags sets the flags that hold for the whole package. The generated file on disk does not say which: setFlags fails if it has others.
func (t *target) setFlags(ofPackage map[string]bool) {
	t.flags = t.Request.flags()
	var lost []string
	for _, word := range directive.PackageWords() {
		t.flags[word] = t.flags[word] || ofPackage[word]
		if t.onDisk.header.Flags[word] && !t.flags[word] && (word != "safe" || t.keepsFlags()) {
			lost = append(lost, word)
		}
	}
	if len(lost) > 0 {
		t.fail("", "", "%s was generated with -%s, which holds for that run alone: put //bale:gen %s into the comment of package %s, above its package clause, or delete the file to generate it without",
			t.src.Notes.ShortPath(t.src.Out), strings.Join(lost, " -"), strings.Join(lost, " "), t.src.Name)
	}
}
