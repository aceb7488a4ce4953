package gen

import (
	"strings"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/source"
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

// packageComment sets t.ofPackage to the arguments of the directive gen in the comment of the package, and checks them.
func (t *target) packageComment() {
	for _, file := range t.src.Syntax {
		notes := t.src.Notes.Of(comments.FileName(t.src.Fset, file))
		for _, x := range notes.NoPackage {
			if _, problems := directive.ParsePackage(x); len(problems) == 0 {
				t.fail(x.Pos, "", "// bale:%s is an ordinary comment: a directive has no space, //bale:%s", x.Text, x.Text)
			}
		}
		for _, x := range notes.Package {
			uses, problems := directive.ParsePackage(x)
			t.ofPackage = append(t.ofPackage, uses...)
			for _, p := range problems {
				t.fail(p.Pos, "", "%s", p.Text)
			}
		}
	}
	for _, x := range t.ofPackage.All("wire") {
		if _, unknown := emit.Choose(t.Known, strings.Split(x.Value.(string), ",")); len(unknown) > 0 {
			t.fail(x.Pos, "", "unknown format %q: want one of %s", unknown[0], emit.Names(t.Known))
		}
	}
	for _, x := range t.ofPackage.All("methods") {
		if wrong := source.WrongEnding(x.Value.(string)); wrong != "" {
			t.fail(x.Pos, "", "%s", wrong)
		}
	}
}

// packageFormats returns the formats in the comment of the package.
func (t *target) packageFormats() []*emit.Format {
	var names []string
	for _, x := range t.ofPackage.All("wire") {
		names = append(names, strings.Split(x.Value.(string), ",")...)
	}
	formats, _ := emit.Choose(t.Known, names)
	return formats
}

// packageEnding returns the ending of method names in the comment of the package, or "".
func (t *target) packageEnding() (last string) {
	for _, x := range t.ofPackage.All("methods") {
		if last = x.Value.(string); source.WrongEnding(last) != "" {
			last = ""
		}
	}
	return last
}

// setFlags sets the flags that hold for the whole package. The generated file on disk does not say which: setFlags fails if it has others.
func (t *target) setFlags() {
	t.flags = t.Request.flags()
	var lost, args []string
	for _, word := range directive.PackageWords() {
		t.flags[word] = t.flags[word] || t.ofPackage.Has(word)
		switch {
		case !t.onDisk.header.Flags[word] || t.flags[word]:
		case strings.HasSuffix(t.src.Out, source.PluginEnding): // the options of a plugin of protoc hold for all runs
			t.flags[word] = true
		default:
			lost, args = append(lost, word), append(args, word)
		}
	}
	all := len(t.Types) == 0 // the flags -wire and -methods are for all types
	if old := t.onDisk.header; t.general() || !all {
		if names := strings.ReplaceAll(emit.Names(old.Formats), " ", ""); names != "" && !(all && len(t.Formats) > 0) && !t.ofPackage.Has("wire") {
			lost, args = append(lost, "wire "+names), append(args, "wire="+names)
		}
		if old.Ending != "" && !(all && t.Methods != "") && !t.ofPackage.Has("methods") {
			lost, args = append(lost, "methods "+old.Ending), append(args, "methods="+old.Ending)
		}
	}
	if len(lost) > 0 {
		t.fail("", "", "%s was generated with -%s, which holds for that run alone: put //bale:gen %s into the comment of package %s, above its package clause, or delete the file to generate it without",
			t.src.Notes.ShortPath(t.src.Out), strings.Join(lost, " -"), strings.Join(args, " "), t.src.Name)
	}
}
