package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers are the top-level folders. A package may import packages of its own folder and of folders that come later in the list.
var layers = []string{"cmd", "lab", "program", "report", "profile", "result", "codec", "gen", "model", "shape", "runner", "internal"}

// rooms are the packages of some top-level folders. A package may import packages that come later in the list of its folder.
var rooms = map[string][]string{
	"lab":     {"lab", "lab/aspect", "lab/internal/fake"},
	"program": {"program/build", "program/datafile", "program/adapter"},
	"runner": {"runner/tiny", "runner/show", "runner/harness", "runner/convert", "runner/convert/avro", "runner/convert/beam", "runner/convert/zstd", "runner/convert/container",
		"runner/measure", "runner/loss", "runner/sample", "runner/inspect"},
}

// sources returns the source files of bale by package folder, without test files.
func sources(t *testing.T) map[string][]*ast.File {
	t.Helper()
	const root = "../.."
	files := map[string][]*ast.File{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != root && (name == "testdata" || name[0] == '.' || name[0] == '_' || name == "bale-results") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		if len(f.Comments) > 0 && f.Comments[0].List[0].Text == "//go:build ignore" { // it is in no package
			return nil
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		files[filepath.ToSlash(folder)] = append(files[filepath.ToSlash(folder)], f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 20 {
		t.Fatalf("only %d packages found", len(files))
	}
	return files
}

// mayImport returns the reason why a package must not import another package of bale, or "" if it may.
func mayImport(from, to string) string {
	folder := func(p string) string { top, _, _ := strings.Cut(p, "/"); return top }
	above, below := slices.Index(layers, folder(from)), slices.Index(layers, folder(to))
	sameFolder := folder(from) == folder(to)
	switch {
	case strings.HasPrefix(from, "internal/bale/"):
		if !strings.HasPrefix(to, "internal/bale/") {
			return "it is written into users' modules: it imports the standard library and packages of internal/bale only"
		}
		return ""
	case folder(from) == "example" && strings.HasPrefix(to, "internal/bale/"):
		return "" // as in a user's module
	case above < 0 || below < 0:
		return "it is in none of the folders " + strings.Join(layers, ", ") + ": add its folder to the list"
	case folder(from) == "runner" && !sameFolder:
		return "packages of runner are compiled into programs beside the user's code: they import the standard library and each other only"
	case from == "runner/show":
		return "it is compiled into programs of bale show: it imports the standard library only"
	case from == "runner/loss" && to == "runner/sample":
		return "comparing values does not depend on how they are made"
	case strings.HasPrefix(from, "codec/") && from != "codec/all" && from != "codec/pin" && !strings.HasPrefix(from, "codec/facts"):
		if to != "model" && to != "runner/measure" && to != "codec" && to != "codec/lower" && !strings.HasPrefix(to, "codec/internal/") && !strings.HasPrefix(to, "gen") {
			return "a codec imports codec, codec/lower, codec/internal, gen, model and runner/measure: no codec imports another, and none reads or writes files"
		}
	case (folder(from) == "lab" || folder(from) == "program") && folder(to) == "report":
		return "the lab measures: it prints no results, and does not depend on other benchmarks"
	case below < above:
		return "imports run down " + strings.Join(layers, " > ") + ", never up"
	case !sameFolder && to == "codec/all" && folder(from) != "cmd":
		return "only the command and its tests import the list of codecs"
	case sameFolder && folder(from) == "gen":
		return mayImportInGen(from, to)
	case sameFolder && slices.Index(rooms[folder(from)], to) < slices.Index(rooms[folder(from)], from):
		return "imports run down " + strings.Join(rooms[folder(from)], " > ") + ", never up"
	}
	return ""
}

// genLayers are the folders of gen. A package may import packages of its own folder and of folders that come later in the list.
var genLayers = []string{"gen/internal", "gen/format/all", "gen", "gen/notes", "gen/tests", "gen/hosts", "gen/header", "gen/lock", "gen/check", "gen/root", "gen/format", "gen/directive", "gen/emit/sequence", "gen/emit/item", "gen/emit", "gen/source", "gen/lock/layout", "gen/plan", "gen/printer", "gen/runtime"}

// mayImportInGen is mayImport for two packages of the generator.
func mayImportInGen(from, to string) string {
	layer := func(p string) int {
		for !slices.Contains(genLayers, p) {
			p = path.Dir(p)
		}
		return slices.Index(genLayers, p)
	}
	switch {
	case layer(to) < layer(from):
		return "imports run down " + strings.Join(genLayers, " > ") + ", never up"
	case layer(to) == slices.Index(genLayers, "gen/format") && layer(from) != layer(to) && layer(from) > slices.Index(genLayers, "gen/format/all"):
		return "gen does not import formats: only gen/format/all does"
	case from == "gen/plan":
		return "the plan does not depend on packages that print it"
	}
	return ""
}

// TestImportDirection checks that all imports are allowed by mayImport.
func TestImportDirection(t *testing.T) {
	for from, files := range sources(t) {
		for _, f := range files {
			for _, im := range f.Imports {
				imported, err := strconv.Unquote(im.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				if to, ok := strings.CutPrefix(imported, "bale/"); ok {
					if why := mayImport(from, to); why != "" {
						t.Errorf("%s imports %s: %s", from, to, why)
					}
				} else if top, _, _ := strings.Cut(imported, "/"); strings.Contains(top, ".") && strings.HasPrefix(from, "runner/") && from != "runner/convert/zstd" {
					t.Errorf("%s imports %s: it is compiled into programs beside the user's code, so it imports the standard library only", from, imported)
				}
			}
		}
	}
}

// TestMayImport checks mayImport itself.
func TestMayImport(t *testing.T) {
	for _, c := range []struct {
		from, to string
		ok       bool
	}{
		{"cmd/bale", "codec/all", true},
		{"report", "result", true},
		{"profile", "codec/facts", true},
		{"profile", "report", false},
		{"profile", "codec/all", false},
		{"result", "report", false},
		{"lab", "runner/harness", true},
		{"lab", "result", true},
		{"lab", "lab/aspect", true},
		{"lab/aspect", "program/build", true},
		{"lab/aspect", "lab", false},
		{"program/build", "lab/aspect", false},
		{"program/build", "program/adapter", true},
		{"program/adapter", "program/build", false},
		{"lab", "report", false},
		{"lab", "report/published", false},
		{"program/build", "report/term", false},
		{"result", "lab", false},
		{"report", "lab", false},
		{"report/published", "lab", false},
		{"lab", "codec/all", false},
		{"runner/harness", "runner/sample", true},
		{"runner/harness", "runner/measure", true},
		{"runner/harness", "model", false},
		{"runner/harness", "runner/loss", true},
		{"runner/harness", "internal/version", false},
		{"runner/sample", "runner/measure", false},
		{"runner/sample", "runner/inspect", true},
		{"runner/sample", "runner/loss", false},
		{"runner/loss", "runner/inspect", true},
		{"runner/loss", "runner/sample", false},
		{"runner/inspect", "runner/sample", false},
		{"runner/measure", "runner/sample", true},
		{"runner/measure", "runner/loss", true},
		{"runner/convert", "runner/convert/container", true},
		{"runner/convert", "runner/loss", true},
		{"runner/convert", "runner/measure", true},
		{"runner/convert", "shape", false},
		{"runner/show", "runner/inspect", false},
		{"program/build", "runner/convert", true},
		{"codec", "codec/lower", true},
		{"codec", "lab", false},
		{"codec", "program/adapter", false},
		{"program/adapter", "codec", true},
		{"codec/json", "program/adapter", false},
		{"codec/json", "codec/gob", false},
		{"codec/json", "codec/internal/owntypes", true},
		{"codec/json", "runner/sample", false},
		{"codec/all", "codec/json", true},
		{"model", "shape", true},
		{"model", "codec", false},
		{"elsewhere", "shape", false},
		{"gen", "gen/emit", true},
		{"gen", "gen/format/proto", false},
		{"gen/check", "gen/format/proto", false},
		{"gen/format/all", "gen/format/proto", true},
		{"gen/format/proto", "gen/format/varint", true},
		{"gen/format/proto", "gen/emit/sequence", true},
		{"gen/emit", "gen/emit/sequence", false},
		{"gen/emit", "gen/printer", true},
		{"gen/lock", "gen", false},
		{"gen/tests", "gen", false},
		{"gen/hosts", "gen", false},
		{"gen/source", "gen", false},
		{"gen/check", "gen/root", true},
		{"gen/root", "gen/check", false},
		{"gen/format/json", "gen/directive", true},
		{"gen/directive", "gen/format/json", false},
		{"gen/header", "gen/notes", false},
		{"gen/source", "gen/emit", false},
		{"gen/lock", "gen/lock/layout", true},
		{"gen/format/compact", "gen/lock", false},
		{"gen/format/compact", "gen/lock/layout", true},
		{"gen/plan", "gen/printer", false},
		{"gen/printer", "gen/plan", false},
		{"gen/printer", "gen/emit", false},
		{"gen/printer", "gen/runtime", true},
		{"internal/bale/json", "internal/bale/core", true},
		{"internal/bale/json", "internal/slow", false},
		{"example/order", "internal/bale/core", true},
		{"example/order", "internal/slow", false},
	} {
		if why := mayImport(c.from, c.to); (why == "") != c.ok {
			t.Errorf("%s imports %s: %q", c.from, c.to, why)
		}
	}
}

// TestRoomsComplete checks that every package of the folders of rooms is in its list.
func TestRoomsComplete(t *testing.T) {
	for from := range sources(t) {
		top, _, _ := strings.Cut(from, "/")
		if list, ok := rooms[top]; ok && !slices.Contains(list, from) {
			t.Errorf("%s is not in rooms: add it", from)
		}
	}
}

// TestPackageDocs checks that every package has one package comment, which begins with its name.
func TestPackageDocs(t *testing.T) {
	for folder, files := range sources(t) {
		var docs []string
		for _, f := range files {
			if f.Doc != nil {
				docs = append(docs, f.Doc.Text())
			}
		}
		start := "Package " + files[0].Name.Name + " "
		if files[0].Name.Name == "main" {
			start = "Command " + filepath.Base(folder) + " "
		}
		switch {
		case len(docs) != 1:
			t.Errorf("%s has %d package comments, want 1", folder, len(docs))
		case !strings.HasPrefix(docs[0], start):
			t.Errorf("the comment of %s begins %.40q, want %q", folder, docs[0], start)
		}
	}
}
