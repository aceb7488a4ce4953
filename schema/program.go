package schema

import (
	"bytes"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// programName is what package main is called in a runner, which cannot import a program. Its function main is one like any other there.
const programName = "baleprogram"

// importable gives a package main another name in the model and in the Overlay, which then has all files of the package: those of other
// platforms and the tests, too, since the go command wants one name for all files in a folder.
func (l *loader) importable(m *Model) error {
	if m.Name != "main" {
		return nil
	}
	m.Name = programName
	paths, err := filepath.Glob(filepath.Join(m.Dir, "*.go"))
	if err != nil {
		return err
	}
	for _, path := range slices.Concat(paths, slices.Collect(maps.Keys(m.Overlay))) {
		text, ok := m.Overlay[path]
		if !ok {
			if text, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		if filepath.Dir(path) == m.Dir {
			m.Overlay[path] = renamed(text)
		}
	}
	return nil
}

// renamed is a file of package main, or of its tests, with the name of the package in its package clause. Any other text stays as it is.
func renamed(text []byte) []byte {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.PackageClauseOnly)
	if err != nil || file.Name.Name != "main" && file.Name.Name != "main_test" {
		return text
	}
	at := fset.PositionFor(file.Name.Pos(), false).Offset
	return slices.Concat(text[:at], []byte(programName), bytes.TrimPrefix(text[at:], []byte("main")))
}
