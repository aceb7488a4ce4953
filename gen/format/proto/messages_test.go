package proto_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/proto"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
)

var (
	messages     = flag.Int("messages", manyMessages/50, "number of random and changed messages that TestMessages compares with google.golang.org/protobuf")
	messagesOnly = flag.String("messages.only", "", "regular expression: the full names of the messages that TestMessages compares")
	messagesAt   = flag.Int("messages.at", -1, "the only round that TestMessages runs")
)

// manyMessages is the number of messages from which on TestMessages takes all packages and all versions of protoc-gen-go.
const manyMessages = 1_000_000

// TestMessages compares the methods of messages with google.golang.org/protobuf: of protobuf's own test messages, and of those in
// testdata/messages/own.
func TestMessages(t *testing.T) {
	if *messages < manyMessages && *messagesOnly == "" {
		slow.Only(t, "it compiles packages of protobuf")
	}
	t.Parallel()
	packages := moreProtos
	if *messages >= manyMessages {
		packages = nil
	}
	m := newMessages(t, "")
	m.copyTestProtos(t, packages)
	m.compileOwn(t, *messages >= manyMessages)
	m.compare(t)
}

// TestMessagesOnArchitectures does what TestMessages does on other architectures.
func TestMessagesOnArchitectures(t *testing.T) {
	gentest.OnArchitectures(t, func(t *testing.T, arch string, env, args []string) {
		m := newMessages(t, "")
		m.copyTestProtos(t, fewProtos)
		m.compileOwn(t, false)
		m.Env = env
		if len(args) > 1 { // -exec and an emulator
			m.runWith = args[1:2]
		}
		m.compare(t)
	})
}

// TestMessagesWithVersions does what TestMessages does with other versions of Go, and with a version of google.golang.org/protobuf that
// the version of Go can compile.
func TestMessagesWithVersions(t *testing.T) {
	gentest.WithVersions(t, func(t *testing.T, version string) {
		toolchain := []string{"GOTOOLCHAIN=go" + version}
		if strings.HasPrefix(version, "1.22.") {
			m := newMessages(t, "v1.34.2")
			m.oldDepth = true
			m.compileWith(t, generators[1])
			m.compileWith(t, generators[3])
			m.sortFolders(t)
			m.Env = toolchain
			m.compare(t)
			return
		}
		m := newMessages(t, "")
		m.copyTestProtos(t, fewProtos)
		m.compileOwn(t, false)
		m.Env = toolchain
		m.compare(t)
	})
}

// compare adds the methods to all messages, and compares them.
func (m *messageModule) compare(t *testing.T) {
	t.Helper()
	m.generate(t)
	args := []string{fmt.Sprint("-messages=", *messages), fmt.Sprint("-seed=", *seed), "-without=" + strings.Join(m.without, ","), "-messages.only=" + *messagesOnly, fmt.Sprint("-messages.at=", *messagesAt)}
	if m.oldDepth {
		args = append(args, "-olddepth")
	}
	out, err := m.check(t, args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Log(out)
}

// TestMessagesFaults: the program that TestMessages runs finds each fault that a stub can have, by the check that is for it.
func TestMessagesFaults(t *testing.T) {
	slow.Only(t, "it compiles packages of protobuf")
	t.Parallel()
	m := newMessages(t, "")
	m.copyTestProto(t, "conformance")
	m.copyTestProto(t, "enums")
	m.copyTestProto(t, "test")
	m.copyTestProto(t, "test3")
	m.addStubs(t)
	if out, err := m.check(t, "-messages=4000", "-quiet"); err != nil {
		t.Fatalf("without a fault: %v\n%s", err, out)
	}
	m.Env = []string{"GOMAXPROCS=1"} // the types in order, so that it is always the same check that finds the fault
	for _, c := range []struct{ fault, found string }{
		{"alias", "after the input was overwritten"},
		{"byte", "got"},
		{"changes", "encoding changed the message"},
		{"closed", "UnmarshalProto: got"},
		{"depth", "UnmarshalProto of a nested message: error <nil>"},
		{"extension", "not equal"},
		{"input", "changed the input"},
		{"long", "in the check of lengths): AppendProto: got"},
		{"merge", "MergeProto: got"},
		{"negzero", "AppendProto: got"},
		{"nilbytes", "bytes differs"},
		{"order", "Proto: got"},
		{"overread", "UnmarshalProto: error"},
		{"prefix", "changed the bytes in front"},
		{"presence", "UnmarshalProto: got"},
		{"required", "error <nil>, want"},
		{"reset", "used message: got"},
		{"resetproto", "ResetProto: got"},
		{"shallow", "UnmarshalProto of a nested message: error"},
		{"share", "share memory"},
		{"size", "SizeProto is"},
		{"unknown", "UnmarshalProto: got"},
		{"usedbytes", "changed"}, // another input, or bytes that another message has
		{"usedempty", "a list that was empty in the message"},
		{"usedlist", "used message"},
		{"usedmap", "entries in a map that was in the message"},
		{"usedstring", "a string of the previous message changed"},
		{"utf8", "error <nil>, want"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			out, err := m.check(t, "-messages=100000", "-quiet", "-failures=1", "-fault="+c.fault)
			if err == nil {
				t.Fatal("it is not found")
			}
			if !strings.Contains(out, c.found) {
				t.Errorf("it is found by another check than %q:\n%.3000s", c.found, out)
			}
		})
	}
}

// A messageModule is a module of packages with messages, and of the program that compares their methods with google.golang.org/protobuf.
type messageModule struct {
	*gentest.Module
	folders  []string // of the packages, in the order in which they import each other
	without  []string // the packages that get no methods, so that the protobuf library encodes their messages in those of others
	oldDepth bool     // the version of google.golang.org/protobuf does not count the entries of maps for the depth
	runWith  []string // the command that runs programs of another architecture, if any
}

// messagesPath is the path of the module.
const messagesPath = "example.org/messages"

// newMessages returns a module without packages. version is that of google.golang.org/protobuf, or "" for the one that this module has.
func newMessages(t *testing.T, version string) *messageModule {
	t.Helper()
	m := &messageModule{Module: gentest.New(t, map[string]string{"go.mod": "../../../go.mod", "go.sum": "../../../go.sum"})}
	need := regexp.MustCompile(`(?m)^\tgoogle.golang.org/protobuf \S+`).FindString(string(m.Read(t, "go.mod")))
	goVersion := "1.26"
	if version != "" {
		need, goVersion = "google.golang.org/protobuf "+version, "1.22"
	}
	m.Write(t, "go.mod", []byte("module "+messagesPath+"\n\ngo "+goVersion+"\n\nrequire "+need+"\n"))
	if err := os.CopyFS(filepath.Join(m.Dir, "check"), os.DirFS("testdata/messages/check")); err != nil {
		t.Fatal(err)
	}
	return m
}

// check builds the program, unless it has been built, and runs it.
func (m *messageModule) check(t *testing.T, args ...string) (string, error) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(m.Dir, "checker")); err != nil {
		imports := "package main\n\nimport (\n"
		for _, f := range m.folders {
			imports += fmt.Sprintf("_ %q\n", messagesPath+"/"+f)
		}
		m.Write(t, "check/imports.go", []byte(imports+")\n"))
		flags := []string{"build", "-ldflags=-w", "-gcflags=" + messagesPath + "/...=-d=checkptr", "-o", "checker"} // it finds wrong pointers
		if gentest.Race {
			flags = append(flags, "-race")
		}
		m.MustRunGo(t, append(flags, "./check")...)
	}
	program := slices.Concat(m.runWith, []string{filepath.Join(m.Dir, "checker")}, args)
	return m.Run(t, program[0], program[1:]...)
}

// generate writes the methods of all messages.
func (m *messageModule) generate(t *testing.T) {
	for _, folder := range m.folders {
		if len(m.messageTypes(t, folder)) == 0 || slices.Contains(m.without, folder) {
			continue
		}
		r := gen.Request{Messages: true, Sorted: true, Known: []*emit.Format{proto.Format}}
		if err := m.Generate(t, folder, r); err != nil {
			t.Fatalf("%s: %v", folder, err)
		}
	}
}

// addStubs writes methods that call package stub.
func (m *messageModule) addStubs(t *testing.T) {
	m.Write(t, "stub/stub.go", []byte(gentest.ReadFile(t, "testdata/messages/stub/stub.go")))
	for _, folder := range m.folders {
		types := m.messageTypes(t, folder)
		if len(types) == 0 {
			continue
		}
		text := "package " + m.packageName(t, folder) + "\n\nimport \"" + messagesPath + "/stub\"\n"
		for _, name := range types {
			text += strings.ReplaceAll(`
func (m *T) AppendProto(b []byte) ([]byte, error) { return stub.Append(b, m) }
func (m *T) MarshalProto() ([]byte, error) { return stub.Append(nil, m) }
func (m *T) SizeProto() int { return stub.Size(m) }
func (m *T) UnmarshalProto(b []byte) error { return stub.Unmarshal(b, m, false) }
func (m *T) UnmarshalProtoAlias(b []byte) error { return stub.Unmarshal(b, m, true) }
func (m *T) MergeProto(b []byte) error { return stub.Merge(b, m) }
func (m *T) ResetProto() { stub.Reset(m) }
`, "*T", "*"+name)
		}
		m.Write(t, folder+"/stubs.go", []byte(text))
	}
}

// files parses the Go files of a package.
func (m *messageModule) files(t *testing.T, folder string) (files []*ast.File) {
	t.Helper()
	dir := filepath.Join(m.Dir, folder)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if ok, err := build.Default.MatchFile(dir, e.Name()); err != nil || !ok || filepath.Ext(e.Name()) != ".go" {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

func (m *messageModule) packageName(t *testing.T, folder string) string {
	return m.files(t, folder)[0].Name.Name
}

// messageTypes returns the names of a package's messages: the types with a method ProtoReflect.
func (m *messageModule) messageTypes(t *testing.T, folder string) (names []string) {
	for _, f := range m.files(t, folder) {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == "ProtoReflect" {
				names = append(names, fn.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// sortFolders sorts the packages: one that others import comes before them.
func (m *messageModule) sortFolders(t *testing.T) {
	var sorted []string
	var add func(folder string)
	add = func(folder string) {
		if slices.Contains(sorted, folder) {
			return
		}
		for _, f := range m.files(t, folder) {
			for _, i := range f.Imports {
				if inside, ok := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), messagesPath+"/"); ok && slices.Contains(m.folders, inside) && inside != folder {
					add(inside)
				}
			}
		}
		sorted = append(sorted, folder)
	}
	for _, folder := range m.folders {
		add(folder)
	}
	m.folders = sorted
}

// goFolders returns the folders below root that have Go files, relative to dir.
func goFolders(t *testing.T, dir, root string) (folders []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(dir, root), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		rel, err := filepath.Rel(dir, filepath.Dir(path))
		if folder := filepath.ToSlash(rel); !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return folders
}
