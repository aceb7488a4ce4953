package all

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
	"bale/shape"
)

var shapeFuzz = flag.Duration("shapefuzz", 0, "TestShapes: how long to fuzz the decoder of each shape in each format; run with -timeout 0")

// shapeList returns the shapes that the formats were tuned on, with BALE_TEST=slow all shapes.
func shapeList() []shape.Shape {
	if slow.Enabled() {
		return shape.All
	}
	return shape.Tuned
}

// shapes returns a module with shapes, and code for each of them in some formats.
func shapes(t *testing.T, list []shape.Shape, formats []*emit.Format, r gen.Request) *gentest.Module {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/shapes\n\ngo 1.26\n"))
	for _, s := range list {
		name := s.Name + "/" + s.Name + ".go"
		src, err := shape.Source.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m.Write(t, name, src)
		r.Types, r.Formats, r.Known = []string{s.Type}, formats, Formats
		if err := m.Generate(t, s.Name, r); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// richShapes are tuned shapes with lists, and structs in structs. The others have only fields of types that these have, too.
var richShapes = []string{"block", "valmsg"}

// TestShapes runs the generated tests of the richShapes, with BALE_TEST=slow of all shapes in all formats. It also decodes every prefix of a sample's message, and messages in which
// one byte is changed. With -shapefuzz, it then fuzzes the decoders.
func TestShapes(t *testing.T) {
	gentest.SkipIfShort(t)
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		t.Parallel()
		list := shapeList()
		switch {
		case !slow.Enabled() && *shapeFuzz == 0:
			list = slices.DeleteFunc(slices.Clone(list), func(s shape.Shape) bool { return !slices.Contains(richShapes, s.Name) })
		case purego:
			list = shape.Tuned
		}
		formats := gentest.Some(Formats, Ways)
		if *shapeFuzz > 0 {
			formats = Formats
		}
		m := shapes(t, list, formats, gen.Request{Tests: true})
		var fuzzers [][2]string
		for _, s := range list {
			list := sampleTests(t, m, s)
			if len(list) != len(formats)-1 { // json has other tests
				t.Fatalf("%s has fuzz functions %v", s.Name, list)
			}
			fuzzers = append(fuzzers, list...)
		}
		args := []string{"-gcflags=./wide=-N -l", "./..."} // its 200 fields take 7 s to compile with optimization
		if purego {
			args = []string{"-tags=purego", "-gcflags=./...=-N -l", "./..."}
		}
		if purego || gentest.Race {
			args = append(args, "-short")
		}
		if out, err := m.Test(t, args...); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for i := 0; i < len(fuzzers) && *shapeFuzz > 0 && !purego; i++ {
			out := m.MustRunGo(t, "test", "-vet=off", "-run", "^$", "-fuzz", "^"+fuzzers[i][1]+"$", "-fuzztime", shapeFuzz.String(), "-fuzzminimizetime", "1s", "./"+fuzzers[i][0])
			count := regexp.MustCompile(`execs: \d+`).FindAllString(out, -1)
			t.Logf("%s %s: %s, nothing found", fuzzers[i][0], fuzzers[i][1], count[len(count)-1])
		}
	})
}

// sampleTests adds tests of a shape's samples to the generated tests, and returns the folders and names of the generated fuzz
// functions.
func sampleTests(t *testing.T, m *gentest.Module, s shape.Shape) (fuzzers [][2]string) {
	helpers, err := os.ReadFile("testdata/sample_test.go")
	if err != nil {
		t.Fatal(err)
	}
	m.Write(t, s.Name+"/sample_test.go", bytes.ReplaceAll(helpers, []byte("PACKAGE"), []byte(s.Name)))
	var list strings.Builder
	fmt.Fprintf(&list, "package %s\n\nimport \"testing\"\n\n", s.Name)
	for _, found := range regexp.MustCompile(`(?ms)^var bale(\w+) = baletest\.Case\[.*?^}`).FindAllSubmatch(m.Read(t, s.Name+"/"+s.Name+"_bale_test.go"), -1) {
		name := string(found[1])
		fuzzers = append(fuzzers, [2]string{s.Name, "FuzzBale" + name})
		fmt.Fprintf(&list, "func TestSample%s(t *testing.T) { testSample(t, bale%s, %t) }\n\n", name, name, bytes.Contains(found[0], []byte("Unterminated: ")))
	}
	m.Write(t, s.Name+"/list_test.go", []byte(list.String()))
	return fuzzers
}
