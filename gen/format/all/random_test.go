package all

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/format/fixed"
	"bale/gen/format/varint"
	"bale/gen/internal/gentest"
	"bale/gen/internal/randtype"
	"bale/sample"
	"bale/schema"
)

var (
	firstSeed = flag.Uint64("seed", 0, "random types: the first seed")
	typeCount = flag.Int("types", 0, "random types: how many, each of the next seed; 0 is as many as usual")
)

// usualTypes are tried in all of our formats, and safeTypes without unsafe, too. The formats of other people, which have tests of
// random types of their own, get the first otherTypes. With -short and under the race detector there are fewer. To try more types takes
// time in proportion: -types 530 is for changes of what all formats share.
const (
	defaultTypes, safeTypes = 60, 15
	otherTypes              = 30
	raceTypes, raceSafe     = 15, 5
	typesPerPackage         = 30
)

// ours are the wires that nobody else tests.
var ownFormats = []*emit.Format{compact.Format, fixed.Format, varint.Format}

// A batch is the types of one package.
type batch struct {
	folder    string
	types     []*randtype.Type
	safe      bool
	formats   []*emit.Format
	accepting map[*randtype.Type][]*emit.Format // that take the type
}

// TestRandomTypes writes types at random, generates code for them in all wires, and sees whether 100 values of each come
// back, whether what is cut and changed is read without harm, and whether the fixed wire is Skycoin's.
func TestRandomTypes(t *testing.T) {
	gentest.Long(t)
	count, safe, isDefault := defaultTypes, safeTypes, false
	switch {
	case *typeCount > 0:
		count, safe = *typeCount, *typeCount
	case gentest.Race:
		count, safe = raceTypes, raceSafe
	default:
		isDefault = true
	}
	m := randomModule(t)
	tried, compared := map[string]int{}, 0
	var mu sync.Mutex
	t.Run("all", func(t *testing.T) {
		for _, b := range slices.Concat(batches("p", count, false), batches("safe", safe, true)) {
			t.Run(b.folder, func(t *testing.T) {
				t.Parallel()
				n := b.try(t, m)
				mu.Lock()
				defer mu.Unlock()
				compared += n
				for _, wires := range b.accepting {
					for _, f := range wires {
						tried[f.Name]++
					}
				}
			})
		}
	})
	t.Logf("types by wire: %v, held against Skycoin's encoder: %d", tried, compared)
	for _, f := range Formats {
		minTypes := otherTypes / 2
		if slices.Contains(ownFormats, f) {
			minTypes = defaultTypes * 9 / 10
		}
		if isDefault && tried[f.Name] < minTypes {
			t.Errorf("only %d types are for the %s wire", tried[f.Name], f.Name)
		}
	}
	if isDefault && compared < defaultTypes/6 {
		t.Errorf("only %d types are for Skycoin's encoder", compared)
	}
}

// randomModule is one with what all packages of types need.
func randomModule(t *testing.T) *gentest.Module {
	const pins = "../../../codec/skycoin/pins."
	m := gentest.New(t, map[string]string{"go.mod": pins + "mod", "go.sum": pins + "sum"})
	m.Write(t, "parts/parts.go", randtype.Parts())
	sources, err := fs.Glob(sample.Source, "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range sources {
		if data, err := sample.Source.ReadFile(name); err != nil {
			t.Fatal(err)
		} else if name != "source.go" && !strings.HasSuffix(name, "_test.go") {
			m.Write(t, "sample/"+name, data)
		}
	}
	return m
}

// batches are packages of types, as the seeds give them.
func batches(prefix string, count int, safe bool) []*batch {
	var list []*batch
	for i := range count {
		if i%typesPerPackage == 0 {
			formats := ownFormats
			if i < otherTypes {
				formats = Formats
			}
			list = append(list, &batch{folder: fmt.Sprintf("%s%d", prefix, len(list)), safe: safe, formats: formats, accepting: map[*randtype.Type][]*emit.Format{}})
		}
		b := list[len(list)-1]
		b.types = append(b.types, randtype.Of(*firstSeed+uint64(i)))
	}
	return list
}

// try generates, compiles and runs, and returns how many types Skycoin's encoder knew.
func (b *batch) try(t *testing.T, m *gentest.Module) int {
	b.write(t, m)
	model, err := schema.Load(t.Context(), m.Dir, "./"+b.folder, b.names())
	if err != nil {
		t.Fatal(err)
	}
	for i, typ := range b.types {
		for _, f := range b.formats {
			if f.Check == nil || f.Check(model.Roots[i].Type.(*schema.Named), model.Package) == nil {
				b.accepting[typ] = append(b.accepting[typ], f)
			}
		}
	}
	b.write(t, m)
	if err := m.Generate(t, b.folder, gen.Request{Known: Formats, Safe: b.safe, Tests: true}); err != nil {
		b.bisect(t, m, err)
		return 0
	}
	b.tests(t, m)
	// A cached run writes no file.
	if out, err := m.Test(t, "-vet=off", "-count=1", "./"+b.folder); err != nil {
		b.reportFailures(t, out)
		return 0
	}
	n, err := strconv.Atoi(string(m.Read(t, b.folder+"/compared")))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (b *batch) names() []string {
	var names []string
	for _, typ := range b.types {
		names = append(names, typ.Name)
	}
	return names
}

// write writes the types, each for its wires.
func (b *batch) write(t *testing.T, m *gentest.Module) {
	src, err := randtype.File(b.folder, "balepins/parts", b.types, func(typ *randtype.Type) string {
		if len(b.accepting[typ]) == 0 {
			return ""
		}
		return "//bale:gen wire=" + strings.ReplaceAll(gen.Names(b.accepting[typ]), " ", "")
	})
	if err != nil {
		t.Fatal(err)
	}
	m.Write(t, b.folder+"/types.go", src)
}

// tests makes a package of its own of the generated tests, so that the code is compiled once: Generate has done so.
// To them come tests of each type.
func (b *batch) tests(t *testing.T, m *gentest.Module) {
	name := b.folder + "/" + b.folder + "_bale_test.go"
	head := []byte("package " + b.folder + "\n\nimport (\n")
	text := bytes.Replace(m.Read(t, name), head, []byte("package "+b.folder+"_test\n\nimport (\n. \"balepins/"+b.folder+"\"\n"), 1)
	// Each type's tests are instances of generic functions, which took a fifth of the time that all takes.
	text = regexp.MustCompile(`(?m)^func (Test|Fuzz|Benchmark)Bale.*\n`).ReplaceAll(text, nil)
	m.Write(t, name, text)
	helpers, err := os.ReadFile("testdata/random_test.go")
	if err != nil {
		t.Fatal(err)
	}
	m.Write(t, b.folder+"/random_test.go", bytes.ReplaceAll(helpers, []byte("PACKAGE"), []byte(b.folder)))

	// The names of the cases are the types' and the wires'.
	names := map[string][]string{}
	for _, found := range regexp.MustCompile(`(?m)^var (bale(T\d+)\w*) = baleCase\[`).FindAllSubmatch(text, -1) {
		names[string(found[2])] = append(names[string(found[2])], string(found[1]))
	}
	var list strings.Builder
	fmt.Fprintf(&list, "package %s_test\n\nimport \"testing\"\n\n", b.folder)
	for _, typ := range b.types {
		if len(names[typ.Name]) != len(b.accepting[typ]) {
			t.Fatalf("%s has cases %v for %s", typ.Name, names[typ.Name], gen.Names(b.accepting[typ]))
		}
		fmt.Fprintf(&list, "func Test%s(t *testing.T) {\nv := values(%s, %d, %t)\n", typ.Name, names[typ.Name][0], typ.Seed, typ.Unions)
		for i, f := range b.accepting[typ] {
			fmt.Fprintf(&list, "t.Run(%q, func(t *testing.T) { check(t, %s, v) })\n", f.Name, names[typ.Name][i])
			if f.Name == "fixed" {
				fmt.Fprintf(&list, "t.Run(\"skycoin\", func(t *testing.T) { skycoin(t, %s, v) })\n", names[typ.Name][i])
			}
		}
		list.WriteString("}\n\n")
	}
	m.Write(t, b.folder+"/list_test.go", []byte(list.String()))
}

// alone finds out which type keeps the whole package from being generated, by halves.
func (b *batch) bisect(t *testing.T, m *gentest.Module, err error) {
	if len(b.types) == 1 {
		t.Errorf("%s%v", b.describe(b.types[0]), err)
		return
	}
	half := len(b.types) / 2
	for i, types := range [][]*randtype.Type{b.types[:half], b.types[half:]} {
		part := &batch{folder: b.folder + string(rune('a'+i)), types: types, safe: b.safe, formats: b.formats, accepting: b.accepting}
		part.write(t, m)
		if err := m.Generate(t, part.folder, gen.Request{Known: Formats, Safe: b.safe}); err != nil {
			part.bisect(t, m, err)
			return
		}
	}
	t.Errorf("each half is generated, and both together are not: %v", err)
}

// maxBlamed is how many lines of a failing test are shown.
const maxFailureLines = 40

// blame tells the types whose tests failed.
func (b *batch) reportFailures(t *testing.T, out string) {
	failed := regexp.MustCompile(`(?m)^(--- FAIL: |panic: |fatal error: |# ).*`).FindAllStringIndex(out, -1)
	if len(failed) == 0 {
		t.Errorf("%s", out)
	}
	for i, at := range failed {
		end := len(out)
		if i+1 < len(failed) {
			end = failed[i+1][0]
		}
		text := out[at[0]:end]
		lines := strings.SplitAfterN(text, "\n", maxFailureLines+1)
		shown := strings.Join(lines[:min(len(lines), maxFailureLines)], "")
		for _, typ := range b.types {
			if regexp.MustCompile(`\bTest` + typ.Name + `\b`).MatchString(text) {
				shown = b.describe(typ) + shown
				break
			}
		}
		t.Errorf("%s", shown)
	}
}

// tell is what somebody needs to see again what happens to a type.
func (b *batch) describe(typ *randtype.Type) string {
	return fmt.Sprintf("seed %d, wires %s, safe %t: go test ./gen/format/all -run TestRandomTypes -seed %d -types 1\n%s\n",
		typ.Seed, gen.Names(b.accepting[typ]), b.safe, typ.Seed, typ.Source)
}
