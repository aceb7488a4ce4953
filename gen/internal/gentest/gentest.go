// Package gentest creates modules for tests of the generator: with types, the generated code for them, and tests of that code.
package gentest

import (
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/printer"
	"bale/gen/runtime"
	"bale/internal/slow"
	"bale/internal/testdir"
	"bale/internal/wholefile"
	"bale/model"
)

// SkipIfShort skips a test with -short, since the test compiles much code.
func SkipIfShort(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("it compiles much code")
	}
}

func init() {
	os.Setenv("GOFLAGS", goFlags)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(1000) // a third of the time for generating code would be the collector's
	}
	printer.CheckLocals = true
}

const goFlags = "-mod=mod"

// A Module is a Go module in its own folder.
type Module struct {
	Dir string
	Env []string // additional environment variables
}

// New returns a Module with copies of files. The keys of files are the names in the module, the values the paths of the originals.
func New(t testing.TB, files map[string]string) *Module {
	t.Helper()
	m := &Module{Dir: testdir.New(t)}
	for to, from := range files {
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		m.Write(t, to, data)
	}
	return m
}

// Write writes a file of the module.
func (m *Module) Write(t testing.TB, name string, data []byte) {
	t.Helper()
	if err := writeFile(filepath.Join(m.Dir, name), data); err != nil {
		t.Fatal(err)
	}
}

// writeFile writes a file, and the folders that it is in. Parallel tests of one module may read the file at the same time.
func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return wholefile.Write(wholefile.Text(path, data, 0o666))
}

// Read returns the content of a file of the module.
func (m *Module) Read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(m.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Generate writes the generated code for the package in a folder of the module. It checks that it does not import unsafe.
func (m *Module) Generate(t testing.TB, folder string, r gen.Request) error {
	t.Helper()
	r.Dir, r.Pattern = filepath.Join(m.Dir, folder), "."
	outputs, err := gen.Generate(t.Context(), &r)
	if err != nil {
		return err
	}
	if outputs[0].Err != nil {
		return outputs[0].Err
	}
	for _, f := range outputs[0].All() {
		if err := writeFile(f.Path, f.Data); err != nil {
			return err
		}
	}
	if code := outputs[0].Files[0]; strings.Contains(string(code.Data), `"unsafe"`) {
		t.Errorf("%s imports unsafe", code.Path)
	}
	return nil
}

// long is the flag that lets tests search for as long as they can: in messages with all changes, for example.
var long = flag.Bool("long", false, "tests of generated code: try all changes of messages; run with -timeout 0")

// Some returns the formats to test: with BALE_TEST=slow all, and otherwise those in ways, which has one format of each way of writing values. Code for the
// others differs in how leaves are written, which [RunKinds] tests for each format.
func Some(formats, ways []*emit.Format) []*emit.Format {
	if slow.Enabled() {
		return formats
	}
	return slices.DeleteFunc(slices.Clone(formats), func(f *emit.Format) bool { return !slices.Contains(ways, f) })
}

// BothBuilds runs the subtests purego=false and purego=true of a test, which differ in the flag of [CompilerFlag]. The second is skipped
// without BALE_TEST=slow. [RunKinds] tests the format compact with the tag in any case.
func BothBuilds(t *testing.T, test func(t *testing.T, purego bool)) {
	t.Helper()
	for _, purego := range []bool{false, true} {
		t.Run(fmt.Sprintf("purego=%t", purego), func(t *testing.T) {
			if purego {
				slow.Only(t, "it repeats the test without package unsafe")
			}
			test(t, purego)
		})
	}
}

// Unoptimized is the flag of the go command that compiles the tested packages without optimization, in half the time. Tests that compare with
// other serializers and other versions use it; those of package kinds and of the shapes have the code as users have it.
const Unoptimized = "-gcflags=-N -l"

// CompilerFlag returns the flag of the go command with which a test compiles generated code: the tag purego, or checks for wrong pointers. With
// BALE_TEST=slow the code is optimized as users have it: otherwise no function is inlined, so that compiling takes 0.6 of the time. [RunKinds] for the
// format compact, and the tests of the shapes, have the optimized code in any case.
func CompilerFlag(purego bool) string {
	switch {
	case purego:
		return "-tags=purego"
	case slow.Enabled():
		return optimized
	}
	return Uninlined
}

// Uninlined is the flag of the go command that compiles code without inlining, with checks for wrong pointers.
const Uninlined = "-gcflags=./...=-l -d=checkptr"

// optimized is the flag of the go command that compiles code as users have it, with checks for wrong pointers.
const optimized = "-gcflags=./...=-d=checkptr"

// Test runs tests of the module, with -short unless there is the flag -long, and with the race detector if the caller has it. The generated tests
// change fewer messages without BALE_TEST=slow. It runs no vet checks, since callers that need them call go vet, and links without debug symbols. The go command takes results of equal packages from its
// cache, unless they have the flag -exec or -count=1: the tests of gen/internal/limits then take 12 s of processor time instead of 60 s.
func (m *Module) Test(t testing.TB, args ...string) (string, error) {
	t.Helper()
	m.prepareTests(t)
	all := []string{"test", "-vet=off", "-ldflags=-w"}
	if !*long {
		all = append(all, "-short")
	}
	if Race {
		all = append(all, "-race")
	}
	return m.Go(t, append(all, args...)...)
}

// fewer are the parts of generated tests that take most of their time: corrupting 20 messages of a type, and comparing 200 texts of a type with
// encoding/json. Behind each is what tests have instead of it without BALE_TEST=slow.
var fewer = []struct{ file, of, what, by string }{
	{"case.go", "{ Corruptions(", "t, c, c.Values(3, 20), 100)", "t, c, c.Values(3, 5), 60)"},
	{"json.go", "var JSONTexts", " = 200\n", " = 64\n"},
}

// prepareTests adds a file to each package with tests that sets the default collector, which finds wrong pointers that are collected.
// [Module.Go] has another one for the compiler, and a variable for the tests alone needs -exec. Without BALE_TEST=slow and -long, it replaces
// the parts of the tests' package in fewer.
func (m *Module) prepareTests(t testing.TB) {
	t.Helper()
	const name = "collector_test.go"
	err := filepath.WalkDir(m.Dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly)
		if err != nil {
			return nil // the go command reports it
		}
		text := fmt.Sprintf("package %s\n\nimport \"runtime/debug\"\n\nfunc init() { debug.SetGCPercent(100) }\n", strings.TrimSuffix(file.Name.Name, "_test"))
		return writeFile(filepath.Join(filepath.Dir(path), name), []byte(text))
	})
	if err == nil && !slow.Enabled() && !*long {
		err = m.shorten()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// shorten replaces the parts in fewer of the package that generated tests import, if the module has it.
func (m *Module) shorten() error {
	for _, f := range fewer {
		path := filepath.Join(m.Dir, filepath.FromSlash(runtime.Folder), runtime.Tests, f.file)
		data, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil {
			return err
		}
		text := string(data)
		if !strings.Contains(text, f.of+f.what) && !strings.Contains(text, f.of+f.by) {
			return fmt.Errorf("%s does not have %s%s: correct the variable fewer", path, f.of, f.what)
		}
		if err := writeFile(path, []byte(strings.Replace(text, f.of+f.what, f.of+f.by, 1))); err != nil {
			return err
		}
	}
	return nil
}

// Go runs the go command in the module, and returns its output.
func (m *Module) Go(t testing.TB, args ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = m.Dir
	cmd.Env = append(append(model.CompilerEnv(os.Environ()), "GOFLAGS="+goFlags, "GOWORK=off"), m.Env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Run runs a program in the module, and returns its output.
func (m *Module) Run(t testing.TB, program string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = m.Dir
	cmd.Env = append(os.Environ(), m.Env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Vet runs go vet on packages of the module with BALE_TEST=slow, and not otherwise. [RunKinds] for the format compact runs it in any case, and .ci/run for
// the code in all formats below gen/review.
func (m *Module) Vet(t testing.TB, packages ...string) {
	t.Helper()
	if slow.Enabled() {
		m.MustRunGo(t, append([]string{"vet"}, packages...)...)
	}
}

// MustRunGo is Go for commands that must succeed.
func (m *Module) MustRunGo(t testing.TB, args ...string) string {
	t.Helper()
	out, err := m.Go(t, args...)
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}
