package json_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/json"
	"bale/gen/internal/gentest"
	"bale/gen/internal/randtype"
	"bale/internal/slow"
)

var (
	firstSeed = flag.Uint64("seed", 0, "random types: seed of the first type")
	typeCount = flag.Int("types", 0, "random types: number of types, with consecutive seeds; 0 means 4, and with BALE_TEST=slow 10")
)

// TestSame compares generated code with encoding/json: for the types, values and texts of the package cases, and for random ones. With BALE_TEST=slow, it also
// compares code with own strings, runs the generated tests of package cases, tries more texts for unions, and repeats all with the tag purego.
func TestSame(t *testing.T) {
	gentest.SkipIfShort(t)
	m := sameModule(t)
	randomTypes(t, m)
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		args := []string{gentest.CompilerFlag(purego), "./..."}
		if purego { // encoding/json gets copies: see the end of the table in docs/json.md
			args = append([]string{"-skip=^(Test|Fuzz)Bale(Square|Folder)JSON$"}, args...)
		}
		if out, err := m.Test(t, args...); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// TestGoVersions is TestSame with other versions of Go, whose encoding/json has other results.
func TestGoVersions(t *testing.T) {
	gentest.WithVersions(t, func(t *testing.T, version string) {
		m := sameModule(t)
		m.Env = []string{"GOTOOLCHAIN=go" + version}
		args := []string{"./..."}
		if strings.HasPrefix(version, "1.27") {
			// Its encoding/json calls the method that a struct has from an embedded pointer which is nil. The method panics, as the generated test says.
			args = []string{"-skip=^(Test|Fuzz)BaleHasEmbeddedJSON$", "./..."}
		}
		if out, err := m.Test(t, args...); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// sameModule returns a module with the package cases as it is, and with generated code.
func sameModule(t *testing.T) *gentest.Module {
	files := map[string]string{"compare_test.go": "testdata/compare_test.go", "other/other.go": "testdata/other/other.go", "boxes/boxes.go": "testdata/boxes/boxes.go"}
	for _, name := range []string{"types.go", "unions_test.go"} {
		files["unions/"+name] = "testdata/unions/" + name
	}
	folders := []string{"plain", "fast"}
	if slow.Enabled() {
		files["unions/texts_test.go"] = "testdata/unions/texts_test.go"
		files["own_test.go"] = "testdata/own_test.go"
		folders = append(folders, "own")
	}
	for _, folder := range folders {
		for _, name := range []string{"cases", "names", "kinds", "methods", "shapes", "faces", "generics"} {
			files[folder+"/cases/"+name+".go"] = "testdata/cases/" + name + ".go"
		}
	}
	for _, name := range []string{"reads.go", "reads_test.go"} {
		files["reads/"+name] = "testdata/reads/" + name
	}
	m := gentest.New(t, files)
	m.Write(t, "go.mod", []byte("module example.org/json\n\ngo 1.22\n"))
	for _, folder := range folders[1:] {
		own := folder == "own"
		if err := m.Generate(t, folder+"/cases", gen.Request{Formats: []*emit.Format{json.Format}, Known: all.Formats, Own: own, Tests: !own && (slow.Enabled() || *textCount > 0)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, folder := range []string{"unions", "reads"} {
		if err := m.Generate(t, folder, gen.Request{Known: all.Formats, Tests: true}); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// randomTypes adds the package random, with generated tests.
func randomTypes(t *testing.T, m *gentest.Module) {
	addRandom(t, m, tags, "//bale:gen wire=json", func() error {
		return m.Generate(t, "random", gen.Request{Known: all.Formats, Tests: true})
	})
}

// addRandom adds random types with directives and tags to the package random, for which it calls generate.
func addRandom(t *testing.T, m *gentest.Module, tags []string, directives string, generate func() error) {
	m.Write(t, "parts/parts.go", randtype.Parts())
	count := *typeCount
	if count == 0 {
		count = 4
		if slow.Enabled() {
			count = 10
		}
	}
	var types []*randtype.Type
	for i := range count {
		types = append(types, tagged(randtype.Of(*firstSeed+uint64(i)), tags))
	}
	for {
		source, err := randtype.File("random", "example.org/json/parts", types, func(*randtype.Type) string { return directives })
		if err != nil {
			t.Fatal(err)
		}
		m.Write(t, "random/types.go", source)
		err = generate()
		if err == nil {
			t.Logf("%d random types", len(types))
			return
		}
		left := len(types)
		for _, found := range typeName.FindAllStringSubmatch(err.Error(), -1) { // json refuses some types
			types = slices.DeleteFunc(types, func(typ *randtype.Type) bool { return typ.Name == "T"+found[1] })
		}
		if len(types) == left || left < count/3 {
			t.Fatal(err)
		}
	}
}

var (
	typeName  = regexp.MustCompile(`\b[Tt](\d+)(?:x\d+)?\b.*encoding/json`)
	fieldLine = regexp.MustCompile("(?m)^(F\\d+ [^{\n`]*[^{\n` ]|[\\w.*]+)$")
)

// tags are the tags of fields. The first are more frequent.
var tags = []string{
	"", "", "", "name", ",omitempty", "n,omitempty", ",omitzero", "z,omitzero", ",string", "k,string,omitempty", "-", "-,", "<k>", "S", "s", "K", ",omitzero,omitempty", "long name with spaces", "é",
}

// tagged adds tags to the fields of a type.
func tagged(typ *randtype.Type, tags []string) *randtype.Type {
	r := rand.New(rand.NewPCG(typ.Seed, 9))
	typ.Source = fieldLine.ReplaceAllStringFunc(typ.Source, func(line string) string {
		tag := tags[r.IntN(len(tags))]
		if tag == "" {
			return line
		}
		return fmt.Sprintf("%s `json:%q`", line, tag)
	})
	return typ
}
