package model

import (
	"bytes"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// programName is the name of a package main in a runner, which cannot import a package with that name. Its function main is an ordinary
// function there.
const programName = "baleprogram"

// Importable renames a package main in the model and in the Overlay. The Overlay then has all files of the package, including tests and
// files for other platforms, since the go command requires the same package name in all files of a folder.
func (m *Model) Importable() error {
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

// Renamed returns a file of the model's package with the name that the package has in the model.
func (m *Model) Renamed(text []byte) []byte {
	if m.Name != programName {
		return text
	}
	return renamed(text)
}

// SourceName returns the name of the model's package in its source.
func (m *Model) SourceName() string {
	if m.Name == programName {
		return "main"
	}
	return m.Name
}

// renamed returns a file of package main, or of its tests, with the new name in its package clause. It returns other files unchanged.
func renamed(text []byte) []byte {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.PackageClauseOnly)
	if err != nil || file.Name.Name != "main" && file.Name.Name != "main_test" {
		return text
	}
	at := fset.PositionFor(file.Name.Pos(), false).Offset
	return slices.Concat(text[:at], []byte(programName), bytes.TrimPrefix(text[at:], []byte("main")))
}
