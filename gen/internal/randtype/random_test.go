package randtype_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/compact"
	"bale/gen/format/fixed"
	"bale/gen/format/varint"
	"bale/gen/internal/gentest"
	"bale/gen/internal/randtype"
	"bale/internal/slow"
	"bale/model"
	"bale/runner/inspect"
	"bale/runner/sample"
)

var (
	firstSeed = flag.Uint64("seed", 0, "random types: seed of the first type")
	typeCount = flag.Int("types", 0, "random types: number of types, with consecutive seeds; 0 means the default")
)

// defaultTypes is the number of types that are tested in our own formats, and puregoTypes the number of types that are, with BALE_TEST=slow, also tested
// without unsafe. With -types, the other formats, which have random tests of their own, get only the first otherTypes. The test's time is proportional to
// the number of types; .ci/run also uses -types 30. Use -types 530 after a change of shared code.
const (
	defaultTypes, puregoTypes = 8, 3
	otherTypes                = 15
	typesPerPackage           = 15
)

// ownFormats are the formats that are tested with random types only here.
var ownFormats = []*emit.Format{compact.Format, fixed.Format, varint.Format}

// A batch holds the types of one package.
type batch struct {
	folder    string
	types     []*randtype.Type
	purego    bool
	formats   []*emit.Format
	accepting map[*randtype.Type][]*emit.Format // formats that support the type
	reads     map[*randtype.Type][][]string     // the paths of its parts
}

// TestRandomTypes generates code for random types in all formats. It checks that 100 values of each type survive a round trip,
// that truncated and corrupted messages do no harm, and that the fixed format is that of Skycoin's encoder.
func TestRandomTypes(t *testing.T) {
	gentest.SkipIfShort(t)
	count, purego, isDefault := defaultTypes, 0, *typeCount == 0
	switch {
	case slow.Enabled():
		purego = puregoTypes
	case !isDefault:
		count, purego = *typeCount, *typeCount
	}
	m := randomModule(t)
	tried, compared := map[string]int{}, 0
	var mu sync.Mutex
	t.Run("all", func(t *testing.T) {
		for _, b := range slices.Concat(batches("p", count, false), batches("purego", purego, true)) {
			t.Run(b.folder, func(t *testing.T) {
				t.Parallel()
				n := b.try(t, m)
				mu.Lock()
				defer mu.Unlock()
				compared += n
				for _, list := range b.accepting {
					for _, f := range list {
						tried[f.Name]++
					}
				}
			})
		}
	})
	t.Logf("types by format: %v, compared with Skycoin's encoder: %d", tried, compared)
	for _, f := range all.Binary {
		minTypes := defaultTypes / 2
		if slices.Contains(ownFormats, f) {
			minTypes = defaultTypes * 9 / 10
		}
		if isDefault && tried[f.Name] < minTypes {
			t.Errorf("the %s format supports only %d types", f.Name, tried[f.Name])
		}
	}
	if isDefault && compared < defaultTypes/6 {
		t.Errorf("Skycoin's encoder supports only %d types", compared)
	}
}

// randomModule returns a module with everything that the packages of types need.
func randomModule(t *testing.T) *gentest.Module {
	const pins = "../../../codec/skycoin/pins."
	m := gentest.New(t, map[string]string{"go.mod": pins + "mod", "go.sum": pins + "sum"})
	m.Write(t, "parts/parts.go", randtype.Parts())
	copySource(t, m, "sample", sample.Source)
	copySource(t, m, "inspect", inspect.Source)
	return m
}

// copySource writes a package of bale into a folder of the module.
func copySource(t *testing.T, m *gentest.Module, folder string, source fs.FS) {
	names, err := fs.Glob(source, "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if data, err := fs.ReadFile(source, name); err != nil {
			t.Fatal(err)
		} else if name != "source.go" && !strings.HasSuffix(name, "_test.go") {
			m.Write(t, folder+"/"+name, bytes.ReplaceAll(data, []byte(`"bale/runner/inspect"`), []byte(`"balepins/inspect"`)))
		}
	}
}

// batches returns packages of random types with consecutive seeds.
func batches(prefix string, count int, purego bool) []*batch {
	var list []*batch
	for i := range count {
		if i%typesPerPackage == 0 {
			formats := ownFormats
			if i < otherTypes {
				formats = all.Binary
			}
			list = append(list, &batch{folder: fmt.Sprintf("%s%d", prefix, len(list)), purego: purego, formats: formats, accepting: map[*randtype.Type][]*emit.Format{}, reads: map[*randtype.Type][][]string{}})
		}
		b := list[len(list)-1]
		b.types = append(b.types, randtype.Of(*firstSeed+uint64(i)))
	}
	return list
}

// try generates, compiles and runs the code, and returns the number of types that Skycoin's encoder supports.
func (b *batch) try(t *testing.T, m *gentest.Module) int {
	b.write(t, m)
	mod, err := model.Load(t.Context(), m.Dir, "./"+b.folder, b.names())
	if err != nil {
		t.Fatal(err)
	}
	for i, typ := range b.types {
		b.reads[typ] = choosePaths(mod.Roots[i].Type.(*model.Named), typ.Seed, mod.Package)
		for _, f := range b.formats {
			if f.Check.Root == nil || f.Check.Root(mod.Roots[i].Type.(*model.Named), nil, mod.Package) == nil {
				b.accepting[typ] = append(b.accepting[typ], f)
			}
		}
	}
	b.write(t, m)
	if err := m.Generate(t, b.folder, gen.Request{Known: all.Formats, Tests: true}); err != nil {
		b.bisect(t, m, err)
		return 0
	}
	b.tests(t, m)
	// A cached run writes no file.
	if out, err := m.Test(t, gentest.CompilerFlag(b.purego), "-count=1", "./"+b.folder); err != nil {
		b.reportFailures(t, out)
		return 0
	}
	n, err := strconv.Atoi(string(m.Read(t, b.folder+"/compared")))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// names returns the names of the types.
func (b *batch) names() []string {
	var names []string
	for _, typ := range b.types {
		names = append(names, typ.Name)
	}
	return names
}

// write writes the source of the types, each with a directive for its formats.
func (b *batch) write(t *testing.T, m *gentest.Module) {
	src, err := randtype.File(b.folder, "balepins/parts", b.types, func(typ *randtype.Type) string {
		if len(b.accepting[typ]) == 0 {
			return ""
		}
		return "//bale:gen wire=" + strings.ReplaceAll(emit.Names(b.accepting[typ]), " ", "") + b.readDirectives(typ)
	})
	if err != nil {
		t.Fatal(err)
	}
	m.Write(t, b.folder+"/types.go", src)
}

// tests moves the generated tests to a package of their own, so that the code is not compiled again: Generate has compiled it.
// It adds tests of each type.
func (b *batch) tests(t *testing.T, m *gentest.Module) {
	name := b.folder + "/" + b.folder + "_bale_test.go"
	head := []byte("package " + b.folder + "\n\nimport (\n")
	text := bytes.Replace(m.Read(t, name), head, []byte("package "+b.folder+"_test\n\nimport (\n. \"balepins/"+b.folder+"\"\n"), 1)
	// The generated tests of each type are left out: their instances of generic functions took a fifth of the whole time.
	text = regexp.MustCompile(`(?m)^func (Test|Fuzz|Benchmark)Bale.*\n`).ReplaceAll(text, nil)
	// So is the list of types, which names unexported ones.
	text = regexp.MustCompile(`(?ms)^\t\tTypes: \[\]baletest\.Was\{.*?^\t\t\},\n`).ReplaceAll(text, nil)
	text = withoutUnusedImports(t, text)
	m.Write(t, name, text)
	for from, to := range map[string]string{"random_test.go": "random_test.go", "share.go": "share_test.go", "guard.go": "guard_test.go"} {
		helpers, err := os.ReadFile("testdata/" + from)
		if err != nil {
			t.Fatal(err)
		}
		m.Write(t, b.folder+"/"+to, bytes.ReplaceAll(helpers, []byte("PACKAGE"), []byte(b.folder)))
	}

	// The names of the cases consist of the names of type and format.
	names := map[string][]string{}
	for _, found := range regexp.MustCompile(`(?m)^var (bale(T\d+)\w*) = baletest\.Case\[`).FindAllSubmatch(text, -1) {
		names[string(found[2])] = append(names[string(found[2])], string(found[1]))
	}
	var list strings.Builder
	fmt.Fprintf(&list, "package %s_test\n\nimport (\n\"testing\"\n\n\"balepins/internal/bale/baletest\"\n. \"balepins/%[1]s\"\n)\n\nvar (\n_ %[2]s\n_ baletest.Field\n)\n\n", b.folder, b.types[0].Name)
	for _, typ := range b.types {
		if len(names[typ.Name]) != len(b.accepting[typ]) {
			t.Fatalf("%s has cases %v for %s", typ.Name, names[typ.Name], emit.Names(b.accepting[typ]))
		}
		fmt.Fprintf(&list, "func Test%s(t *testing.T) {\nv := values(%s, %d, %t)\n", typ.Name, names[typ.Name][0], typ.Seed, typ.Unions)
		for i, f := range b.accepting[typ] {
			fmt.Fprintf(&list, "t.Run(%q, func(t *testing.T) { check(t, %s, v, %t) })\n", f.Name, names[typ.Name][i], f.Facts(&model.Named{Name: typ.Name, Underlying: &model.Struct{}}).RejectsNil)
			list.WriteString(b.readTests(typ, f, names[typ.Name][i]))
			if f.Name == "fixed" {
				fmt.Fprintf(&list, "t.Run(\"skycoin\", func(t *testing.T) { skycoin(t, %s, v) })\n", names[typ.Name][i])
			}
		}
		list.WriteString("}\n\n")
	}
	m.Write(t, b.folder+"/list_test.go", []byte(list.String()))
}

// withoutUnusedImports returns the text of a Go file without the imports that it does not use. Those with a name have the last element of their paths.
func withoutUnusedImports(t *testing.T, text []byte) []byte {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if x, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := x.X.(*ast.Ident); ok {
				used[id.Name] = true
			}
		}
		return true
	})
	return regexp.MustCompile(`(?m)^\t(\w+ )?"[\w/]+"\n`).ReplaceAllFunc(text, func(line []byte) []byte {
		if !used[path.Base(strings.Trim(string(line), "\t\n\""))] {
			return nil
		}
		return line
	})
}

// bisect finds the type whose code cannot be generated.
func (b *batch) bisect(t *testing.T, m *gentest.Module, err error) {
	if len(b.types) == 1 {
		t.Errorf("%s%v", b.describe(b.types[0]), err)
		return
	}
	half := len(b.types) / 2
	for i, types := range [][]*randtype.Type{b.types[:half], b.types[half:]} {
		part := &batch{folder: b.folder + string(rune('a'+i)), types: types, purego: b.purego, formats: b.formats, accepting: b.accepting, reads: b.reads}
		part.write(t, m)
		if err := m.Generate(t, part.folder, gen.Request{Known: all.Formats}); err != nil {
			part.bisect(t, m, err)
			return
		}
	}
	t.Errorf("code is generated for each half, but not for both together: %v", err)
}

// maxFailureLines is the maximum number of lines that are shown of a failing test.
const maxFailureLines = 40

// reportFailures reports the failed tests, each with its type.
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

// describe returns what is needed to repeat a test of a type: the command, and the source of the type.
func (b *batch) describe(typ *randtype.Type) string {
	return fmt.Sprintf("seed %d, formats %s, safe %t: go test ./gen/internal/randtype -run TestRandomTypes -seed %d -types 1\n%s\n",
		typ.Seed, emit.Names(b.accepting[typ]), b.purego, typ.Seed, typ.Source)
}
