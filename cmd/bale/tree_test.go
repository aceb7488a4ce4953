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
var layers = []string{"cmd", "lab", "report", "published", "result", "codec", "gen", "schema", "shape", "feature", "convert", "measure", "loss", "sample", "inspect", "version", "internal"}

// inRunner are the packages that are compiled into every runner. They import each other and the standard library.
var inRunner = []string{"lab/harness", "measure", "loss", "sample", "inspect"}

// inConvert are the packages that are compiled into programs of bale convert, together with some of those of runners.
var inConvert = []string{"convert", "convert/container", "convert/zstd"}

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
	case above < 0 || below < 0:
		return "it is in none of the folders " + strings.Join(layers, ", ") + ": add its folder to the list"
	case slices.Contains(inRunner, from) && !slices.Contains(inRunner, to):
		return from + " is compiled into every runner: it imports the standard library and " + strings.Join(inRunner, ", ") + " only"
	case slices.Contains(inConvert, from) && !slices.Contains(append(inConvert, inRunner[1:]...), to):
		return from + " is compiled into programs of bale convert: it imports the standard library, " + strings.Join(append(inConvert, inRunner[1:]...), ", ") + " only"
	case from == "lab/show":
		return "it is compiled into programs of bale show: it imports the standard library only"
	case from == "loss" && to == "sample":
		return "comparing values does not depend on how they are made"
	case strings.HasPrefix(from, "codec/") && from != "codec/all" && from != "codec/pin" && !strings.HasPrefix(from, "codec/facts"):
		if to != "schema" && to != "measure" && to != "codec" && to != "codec/lower" && !strings.HasPrefix(to, "codec/internal/") && !strings.HasPrefix(to, "gen") {
			return "a codec imports codec, codec/lower, codec/internal, gen, schema and measure: no codec imports another, and none reads or writes files"
		}
	case folder(from) == "lab" && (folder(to) == "report" || folder(to) == "published"):
		return "the lab measures: it prints no results, and does not depend on other benchmarks"
	case below < above:
		return "imports run down " + strings.Join(layers, " > ") + ", never up"
	case !sameFolder && to == "codec/all" && folder(from) != "cmd":
		return "only the command and its tests import the list of codecs"
	case sameFolder && folder(from) == "gen":
		return mayImportInGen(from, to)
	case sameFolder && folder(from) == "lab" && slices.Index(labLayers, to) < slices.Index(labLayers, from):
		return "imports run down " + strings.Join(labLayers, " > ") + ", never up"
	}
	return ""
}

// labLayers are the folders of lab. A package may import packages that come later in the list.
var labLayers = []string{"lab", "lab/aspect", "lab/internal/fake", "lab/build", "lab/datafile", "lab/adapter", "lab/tiny", "lab/show", "lab/harness"}

// genLayers are the folders of gen. A package may import packages of its own folder and of folders that come later in the list.
var genLayers = []string{"gen/internal", "gen/format/all", "gen", "gen/format", "gen/emit/sequence", "gen/emit/item", "gen/emit", "gen/layout", "gen/plan", "gen/printer", "gen/runtime"}

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
	case from == "gen" && layer(to) == slices.Index(genLayers, "gen/format"):
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
				} else if top, _, _ := strings.Cut(imported, "/"); strings.Contains(top, ".") && (from == "lab/show" || from == "convert" || from == "convert/container" || slices.Contains(inRunner, from)) {
					t.Errorf("%s imports %s: it is compiled into every runner, so it imports the standard library only", from, imported)
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
		{"result", "report", false},
		{"lab", "lab/harness", true},
		{"lab", "result", true},
		{"lab", "lab/aspect", true},
		{"lab/aspect", "lab/build", true},
		{"lab/aspect", "lab", false},
		{"lab/build", "lab/aspect", false},
		{"lab/build", "lab/adapter", true},
		{"lab/adapter", "lab/build", false},
		{"lab", "report", false},
		{"lab", "published", false},
		{"result", "lab", false},
		{"report", "lab", false},
		{"published", "lab", false},
		{"lab", "codec/all", false},
		{"lab/harness", "sample", true},
		{"lab/harness", "measure", true},
		{"lab/harness", "schema", false},
		{"lab/harness", "loss", true},
		{"sample", "schema", false},
		{"sample", "measure", false},
		{"sample", "inspect", true},
		{"sample", "loss", false},
		{"loss", "inspect", true},
		{"loss", "sample", false},
		{"loss", "version", false},
		{"inspect", "sample", false},
		{"inspect", "version", false},
		{"measure", "sample", true},
		{"measure", "loss", true},
		{"measure", "version", false},
		{"convert", "convert/container", true},
		{"convert", "loss", true},
		{"convert", "measure", true},
		{"convert", "version", false},
		{"convert", "shape", false},
		{"lab/build", "convert", true},
		{"codec", "codec/lower", true},
		{"codec", "lab", false},
		{"codec", "lab/adapter", false},
		{"lab/adapter", "codec", true},
		{"codec/json", "lab/adapter", false},
		{"codec/json", "codec/gob", false},
		{"codec/json", "codec/internal/owntypes", true},
		{"codec/json", "sample", false},
		{"codec/all", "codec/json", true},
		{"schema", "shape", true},
		{"schema", "codec", false},
		{"elsewhere", "shape", false},
		{"gen", "gen/emit", true},
		{"gen", "gen/format/proto", false},
		{"gen/format/all", "gen/format/proto", true},
		{"gen/format/proto", "gen/format/varint", true},
		{"gen/format/proto", "gen/emit/sequence", true},
		{"gen/emit", "gen/emit/sequence", false},
		{"gen/emit", "gen/printer", true},
		{"gen/plan", "gen/printer", false},
		{"gen/printer", "gen/plan", false},
		{"gen/printer", "gen/emit", false},
		{"gen/printer", "gen/runtime/core", true},
	} {
		if why := mayImport(c.from, c.to); (why == "") != c.ok {
			t.Errorf("%s imports %s: %q", c.from, c.to, why)
		}
	}
}

// TestLayersComplete checks that every folder of lab is in the list.
func TestLayersComplete(t *testing.T) {
	for from := range sources(t) {
		if strings.HasPrefix(from, "lab/") && !slices.Contains(labLayers, from) {
			t.Errorf("%s is not in labLayers: add it", from)
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
