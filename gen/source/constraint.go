package source

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

// ConstraintOf returns the build constraint of a file, from its //go:build line and its name, or "" if it has none.
func ConstraintOf(name string, file *ast.File) string {
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
	return WithTags(strings.Join(exprs, " && "), NameTags(filepath.Base(name)))
}

// WithTags adds tags to a constraint, which may be "".
func WithTags(expr string, tags []string) string {
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

// NameTags returns the operating system and the architecture that a file's name restricts it to: linux and amd64 for
// order_linux_amd64.go. Package go/build does not export its lists of both, so NameTags asks it which build tags the name needs.
func NameTags(name string) []string {
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

// DescribeConstraint returns a phrase for an error: in which builds a file with the constraint is included.
func DescribeConstraint(constraint string) string {
	if constraint == "" {
		return "everywhere"
	}
	return "only with the constraint " + constraint
}

// AtLeast returns the constraint, extended by goVersion if it asks for an older version. The compiler takes the language version of
// a file from its constraint, even if go.mod has a newer one.
func AtLeast(text, goVersion string) string {
	expr, err := constraint.Parse("//go:build " + text)
	if err != nil {
		return text
	}
	if old := constraint.GoVersion(expr); old == "" || version.Compare(old, goVersion) >= 0 {
		return text
	}
	return (&constraint.AndExpr{X: expr, Y: &constraint.TagExpr{Tag: goVersion}}).String()
}
