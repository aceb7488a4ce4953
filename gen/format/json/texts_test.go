package json_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/json"
	"bale/gen/internal/gentest"
	"bale/shape"
)

var (
	textCount = flag.Int("texts", 0, "TestTexts: number of texts for each type; run with -timeout 0")
	textFuzz  = flag.Duration("textfuzz", 0, "TestTexts: how long to fuzz each built-in shape; run with -timeout 0")
	textGo    = flag.String("textgo", "", "TestTexts: the version of Go, such as 1.27.3, that compiles and runs the generated tests")
)

// TestTexts is the long comparison with encoding/json: the generated tests of the built-in shapes, of package feature, of the types of TestSame and of
// random types try so many texts for each type. It is skipped without the flag -texts or -textfuzz.
func TestTexts(t *testing.T) {
	if *textCount == 0 && *textFuzz == 0 {
		t.Skip("it takes hours: run it with -texts 60000 or -textfuzz 20m")
	}
	m, folders := textsModule(t)
	if *textCount > 0 {
		longTexts(t, m, folders)
	}
	if *textFuzz > 0 {
		fuzzTexts(t, m)
	}
}

// textsModule returns a module with the types, and the folders of their packages, which have generated tests.
func textsModule(t *testing.T) (m *gentest.Module, folders []string) {
	m = sameModule(t)
	m.Write(t, "go.mod", []byte("module example.org/json\n\ngo 1.26\n"))
	if *textGo != "" {
		m.Env = append(m.Env, "GOTOOLCHAIN=go"+*textGo)
	}
	folders = []string{"fast/cases", "unions", "random"}
	randomTypes(t, m)
	generate := func(folder string, src []byte, types []string) {
		m.Write(t, folder+"/types.go", src)
		r := gen.Request{Types: types, Formats: []*emit.Format{json.Format}, Known: all.Formats, Tests: true}
		if err := m.Generate(t, folder, r); err != nil {
			t.Fatal(err)
		}
		folders = append(folders, folder)
	}
	features, err := os.ReadFile("../../../model/feature/types/types.go")
	if err != nil {
		t.Fatal(err)
	}
	generate("feature", features, featureTypes(features))
	for _, s := range shape.All {
		src, err := shape.Source.ReadFile(s.Name + "/" + s.Name + ".go")
		if err != nil {
			t.Fatal(err)
		}
		generate(s.Name, src, []string{s.Type})
	}
	return m, folders
}

// featureTypes returns the names of the types in the source of package model/feature/types that json can have: encoding/json has no texts for complex numbers
// and structs as keys, and a generic type cannot be a root.
func featureTypes(source []byte) (names []string) {
	for _, found := range regexp.MustCompile(`(?m)^(?:type |\t)(\w+Field)\b`).FindAllSubmatch(source, -1) {
		if name := string(found[1]); !slices.Contains([]string{"Complex128Field", "StructMapField", "GenericField"}, name) {
			names = append(names, name)
		}
	}
	return names
}

// longTexts runs the generated tests of folders with *textCount texts for each type.
func longTexts(t *testing.T, m *gentest.Module, folders []string) {
	total := 0
	args := []string{"-timeout", "0", "-run", "^TestBale"}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(m.Dir, folder, "*_bale_test.go"))
		if err != nil || len(files) != 1 {
			t.Fatalf("%s: generated tests %v, %v", folder, files, err)
		}
		test := m.Read(t, folder+"/"+filepath.Base(files[0]))
		name := regexp.MustCompile(`(?m)^package (\w+)`).FindSubmatch(test)[1]
		total += bytes.Count(test, []byte("{ baletest.TestJSON(t, ")) * *textCount
		m.Write(t, folder+"/texts_test.go", fmt.Appendf(nil, "package %s\n\nimport \"example.org/json/internal/bale/baletest\"\n\nfunc init() { baletest.JSONTexts, baletest.JSONBytes = %d, 1<<62 }\n", name, *textCount))
		args = append(args, "./"+folder)
	}
	t.Logf("%d texts", total)
	if out, err := m.Test(t, args...); err != nil {
		t.Errorf("%v\n%s", err, out)
	} else {
		t.Log(out)
	}
}

// fuzzTexts fuzzes the decoders of the built-in shapes, as many at a time as the flag -parallel says.
func fuzzTexts(t *testing.T, m *gentest.Module) {
	t.Run("fuzz", func(t *testing.T) {
		for _, s := range shape.All {
			t.Run(s.Name, func(t *testing.T) {
				t.Parallel()
				out := m.MustRunGo(t, "test", "-vet=off", "-run", "^$", "-fuzz", ".", "-fuzztime", textFuzz.String(), "-fuzzminimizetime", "1s", "-parallel", "1", "./"+s.Name)
				count := regexp.MustCompile(`execs: \d+`).FindAllString(out, -1)
				t.Logf("%s, nothing found", count[len(count)-1])
			})
		}
	})
}
