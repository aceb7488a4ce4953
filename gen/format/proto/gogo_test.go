package proto_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/proto"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
)

var (
	gogoMessages = flag.Int("gogo.messages", 20_000, "number of random and changed messages that TestGogo compares in each module")
)

// gogoVersion is the requirement of the module of the messages.
const gogoVersion = "github.com/gogo/protobuf v1.3.2"

// TestGogo compares the methods for messages of gogo with those that gogo has generated: test messages of gogo, messages of its own, and types of
// Kubernetes, etcd and Prometheus, whose modules it downloads.
func TestGogo(t *testing.T) {
	slow.Only(t, "it compiles gogo")
	t.Parallel()
	t.Run("own", func(t *testing.T) {
		m := newGogo(t, gogoVersion)
		m.compileGogo(t)
		m.generateGogo(t, "own/two", "own/three")
		var declared []string
		for _, name := range []string{"Scalars", "Lists", "Maps", "Needs", "Options", "Oneofs", "Dropping", "Nothing", "Choice", "Either", "Empty", "Embeds"} {
			declared = append(declared, "example.org/gogo/own/two."+name)
		}
		m.declare(t, declared, false)
		m.generateDeclared(t)
		m.Write(t, "check/makers.go", []byte(ownMakers))
		m.checkGogo(t, true)
		if out, err := m.Test(t, "./own/two"); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("gogo", func(t *testing.T) {
		m := newGogo(t, gogoVersion)
		m.copyGogoTests(t)
		m.checkGogo(t, false)
	})
	t.Run("golang", func(t *testing.T) {
		m := newGogo(t, "github.com/golang/protobuf v1.5.4", "google.golang.org/protobuf v1.36.6")
		m.compileOld(t)
		m.checkGogo(t, false)
	})
	for _, c := range gogoOthers {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
}

// ownMakers has values of the types with hand-written methods in testdata/gogo/own.
const ownMakers = `package main

import (
	"math/rand/v2"
	"reflect"

	"example.org/gogo/own/three"
	"example.org/gogo/own/two"
)

// Marshal of gogo encodes negative numbers of an enum in a packed list wrongly.
func init() {
	makers[reflect.TypeFor[two.Color]()] = func(r *rand.Rand) any { return two.Color(r.Int32()) }
	makers[reflect.TypeFor[three.Color]()] = func(r *rand.Rand) any { return three.Color(r.Int32()) }
	makers[reflect.TypeFor[two.Hand]()] = func(r *rand.Rand) any { return two.NewHand(r.Uint64N(1000)) }
}
`

// A gogoModule is a module of packages with messages of gogo, and of the program that compares their methods.
type gogoModule struct {
	*gentest.Module
	types   []string // calls of add
	old     bool     // the messages are those of golang/protobuf before version 1.4
	imports []string
}

// newGogo returns a module without packages.
func newGogo(t *testing.T, requirements ...string) *gogoModule {
	t.Helper()
	m := &gogoModule{Module: gentest.New(t, map[string]string{"go.sum": "../../../model/testdata/gogo/go.sum"})}
	m.Write(t, "go.mod", []byte("module example.org/gogo\n\ngo 1.26\n\nrequire (\n\t"+strings.Join(requirements, "\n\t")+"\n)\n"))
	if err := os.CopyFS(filepath.Join(m.Dir, "check"), os.DirFS("testdata/gogo/check")); err != nil {
		t.Fatal(err)
	}
	m.Write(t, "check/bytes.go", []byte(gentest.ReadFile(t, "testdata/messages/check/bytes.go")))
	return m
}

// folder returns the folder of a module in the module cache.
func (m *gogoModule) folder(t *testing.T, module string) string {
	t.Helper()
	var found struct{ Dir string }
	if err := json.Unmarshal([]byte(m.MustRunGo(t, "mod", "download", "-json", module)), &found); err != nil {
		t.Fatal(err)
	}
	return found.Dir
}

// compileGogo adds the messages of testdata/gogo/own, and the packages that they need.
func (m *gogoModule) compileGogo(t *testing.T) {
	t.Helper()
	const options = "github.com/gogo/protobuf/gogoproto/gogo.proto"
	sources := map[string]string{options: gentest.ReadFile(t, filepath.Join(m.folder(t, "github.com/gogo/protobuf"), "gogoproto", "gogo.proto"))}
	names := []string{"own/two/two.proto", "own/three/three.proto"}
	for _, name := range names {
		sources[name] = gentest.ReadFile(t, "testdata/gogo/"+name)
	}
	known := regexp.MustCompile(`"google.golang.org/protobuf/types/known/\w+"`)
	for _, name := range names { // the plugin takes one package at a time
		for _, f := range generateMessages(t, m.Dir, "github.com/gogo/protobuf/protoc-gen-gogo", "paths=source_relative", sources, []string{name}) {
			m.Write(t, f.GetName(), []byte(known.ReplaceAllString(f.GetContent(), `"github.com/gogo/protobuf/types"`)))
		}
	}
	for _, name := range []string{"own/two/hand.go", "own/two/calls_test.go", "own/kinds/kinds.go"} {
		m.Write(t, name, []byte(gentest.ReadFile(t, "testdata/gogo/"+name)))
	}
}

// generateGogo writes the methods of all messages of packages, and adds the messages to the types to check.
func (m *gogoModule) generateGogo(t *testing.T, folders ...string) {
	t.Helper()
	for _, folder := range folders {
		r := gen.Request{Messages: true, Sorted: m.old, Known: []*emit.Format{proto.Format}}
		if err := m.Generate(t, folder, r); err != nil {
			t.Fatalf("%s: %v", folder, err)
		}
		files, err := filepath.Glob(filepath.Join(m.Dir, folder, "*_bale.go"))
		if err != nil || len(files) != 1 {
			t.Fatal(folder, files, err)
		}
		text := gentest.ReadFile(t, files[0])
		if strings.Contains(text, "*Embeds) MergeProto(") && !strings.Contains(text, "func (v *Embeds) OwnProto() any { return v }\n") { // which codecs call
			t.Error("Embeds has no OwnProto")
		}
		alias := strings.ReplaceAll(folder, "/", "_")
		m.imports = append(m.imports, fmt.Sprintf("%s %q", alias, "example.org/gogo/"+folder))
		source := gentest.ReadFile(t, firstPB(t, filepath.Join(m.Dir, folder)))
		sorted := strings.Contains(source, "\tkeysFor") && !strings.Contains(source, "[k]\n") // all messages with maps
		for _, f := range regexp.MustCompile(`(?m)^func \(v \*(\w+)\) MergeProto\(`).FindAllStringSubmatch(text, -1) {
			name := alias + "." + f[1]
			if m.old {
				m.types = append(m.types, fmt.Sprintf("addOld(%q, func() generated { return new(%s) })", path.Join(folder, f[1]), name))
				continue
			}
			if !strings.Contains(source, "func (m *"+f[1]+") Marshal(") {
				continue // gogo has no methods to compare with
			}
			m.types = append(m.types, fmt.Sprintf("add(%q, %t, func(x *%[3]s) *%[3]s { return x })", path.Join(folder, f[1]), sorted, name))
		}
	}
}

// firstPB returns the generated file of gogo in a folder.
func firstPB(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.pb.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(dir, ": no files: ", err)
	}
	return files[0]
}

// checkGogo builds and runs the program. sum says whether go.sum has all that it needs.
func (m *gogoModule) checkGogo(t *testing.T, sum bool) {
	t.Helper()
	text := "package main\n\nimport (\n" + strings.Join(m.imports, "\n") + "\n)\n\nfunc init() {\n" + strings.Join(m.types, "\n") + "\n}\n"
	m.Write(t, "check/types.go", []byte(text))
	if !sum {
		m.complete(t)
	}
	m.MustRunGo(t, "build", "-ldflags=-w", "-gcflags=example.org/gogo/...=-d=checkptr", "-o", "checker", "./check")
	out, err := m.Run(t, filepath.Join(m.Dir, "checker"), fmt.Sprint("-messages=", *gogoMessages), fmt.Sprint("-seed=", *seed))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Log(out)
}
