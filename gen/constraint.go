package gen

import (
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/version"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// constraintOf returns the build constraint of a file, from its //go:build line and its name, or "" if it has none.
func constraintOf(name string, file *ast.File) string {
	var exprs []string
	for _, group := range file.Comments {
		if group.Pos() > file.Package {
			break
		}
		for _, c := range group.List {
			if expr, err := constraint.Parse(c.Text); err == nil && constraint.IsGoBuild(c.Text) {
				exprs = append(exprs, expr.String())
			}
		}
	}
	return withTags(strings.Join(exprs, " && "), nameTags(filepath.Base(name)))
}

// withTags adds tags to a constraint, which may be "".
func withTags(expr string, tags []string) string {
	switch {
	case expr == "":
		return strings.Join(tags, " && ")
	case len(tags) > 0 && strings.Contains(expr, "||"):
		expr = "(" + expr + ")"
	}
	return strings.Join(append([]string{expr}, tags...), " && ")
}

// importsC reports whether a file uses cgo. The go command leaves out such a file if cgo is disabled, as it is by default for another
// system.
func importsC(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` })
}

// nameTags returns the operating system and the architecture that a file's name restricts it to: linux and amd64 for
// order_linux_amd64.go. Package go/build does not export its lists of both, so nameTags asks it which build tags the name needs.
func nameTags(name string) []string {
	parts := strings.Split(strings.TrimSuffix(name, ".go"), "_")[1:]
	n := len(parts)
	switch {
	case n == 0 || builtWith(name, ""):
		return nil
	case n == 1 || builtWith(name, parts[n-1]):
		return parts[n-1:]
	}
	return parts[n-2:]
}

// builtWith reports whether the go command includes a file with this name if tag is the only build tag.
func builtWith(name, tag string) bool {
	c := build.Context{Compiler: "gc", GOOS: tag, OpenFile: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("package p\n")), nil
	}}
	ok, err := c.MatchFile("", name)
	return ok && err == nil
}

// setConstraint gives the generated files the build constraint of the files that declare the root types. All of them must have the
// same constraint, and the name of the generated file must not add one. The constraint that an import of "C" implies is added if all of the
// files have it. If only some have it, their package may need cgo as a whole.
func (t *target) setConstraint() {
	cgo := len(t.roots) > 0
	for i, r := range t.roots {
		cgo = cgo && r.cgo
		switch {
		case i == 0:
			t.constraint = r.constraint
		case r.constraint != t.constraint:
			t.fail(r.Pos, r.Name, "built %s, and %s %s: types that share a generated file need the same build constraint",
				describeConstraint(r.constraint), t.roots[0].Name, describeConstraint(t.constraint))
		}
	}
	if cgo && !slices.Contains(strings.Split(t.constraint, " && "), "cgo") {
		t.constraint = withTags(t.constraint, []string{"cgo"})
	}
	for _, tag := range nameTags(filepath.Base(t.out)) {
		if len(t.roots) > 0 && !slices.Contains(strings.Split(t.constraint, " && "), tag) {
			t.fail("", "", "%s is a name of files for %s only, and the types are built %s: name another file with -o", t.notes.ShortPath(t.out), tag, describeConstraint(t.constraint))
		}
	}
}

// describeConstraint returns a phrase for an error: in which builds a file with the constraint is included.
func describeConstraint(constraint string) string {
	if constraint == "" {
		return "everywhere"
	}
	return "only with the constraint " + constraint
}

// headerText returns the text before the package clause of a generated Go file. more is added to the flags in its first line.
func (t *target) headerText(more string) string {
	if t.constraint == "" {
		return t.newHeader.text(more)
	}
	return t.newHeader.text(more) + "//go:build " + atLeast(t.constraint, minGo) + "\n\n"
}

// atLeast returns the constraint, extended by goVersion if it asks for an older version. The compiler takes the language version of
// a file from its constraint, even if go.mod has a newer one.
func atLeast(text, goVersion string) string {
	expr, err := constraint.Parse("//go:build " + text)
	if err != nil {
		return text
	}
	if old := constraint.GoVersion(expr); old == "" || version.Compare(old, goVersion) >= 0 {
		return text
	}
	return (&constraint.AndExpr{X: expr, Y: &constraint.TagExpr{Tag: goVersion}}).String()
}
