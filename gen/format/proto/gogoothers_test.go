package proto_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/proto"
	"bale/gen/internal/gentest"
)

// gogoTests are the packages of gogo's own tests that TestGogo takes, below the folder test, and their names here.
var gogoTests = map[string]string{
	"combos/both": "thetest", "theproto3/combos/both": "theproto3", "mapsproto2/combos/both": "mapsproto2", "oneof/combos/both": "oneof",
	"oneof3/combos/both": "oneof3", "casttype/combos/both": "casttype", "castvalue/combos/both": "castvalue", "types/combos/both": "types",
	"required": "required", "example": "example", "mapdefaults/combos/both": "mapdefaults", "unrecognized": "unrecognized",
	"unrecognizedgroup": "unrecognizedgroup",
}

// copyGogoTests copies gogo's test messages into the module, and writes their methods. Their imports of each other become the module's, since
// gogo registers names once.
func (m *gogoModule) copyGogoTests(t *testing.T) {
	t.Helper()
	root := filepath.Join(m.folder(t, "github.com/gogo/protobuf"), "test")
	folders := []string{"thetest", "casttype", "castvalue"} // before those that import them
	for from, to := range gogoTests {
		files, err := filepath.Glob(filepath.Join(root, from, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(from, ": no files: ", err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") || strings.HasSuffix(f, "pb_test.go") {
				continue
			}
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			const own = `"github.com/gogo/protobuf/test`
			m.Write(t, to+"/"+filepath.Base(f), []byte(strings.NewReplacer(own+`"`, `"example.org/gogo/thetest"`, own+`/combos/both"`, `"example.org/gogo/thetest"`).Replace(string(text))))
		}
		if to != "thetest" && to != "casttype" && to != "castvalue" {
			folders = append(folders, to)
		}
	}
	m.Write(t, "check/makers.go", []byte(`package main

import (
	"math/rand/v2"
	"reflect"

	"example.org/gogo/thetest"
)

// A Uuid that is not of 16 bytes makes MarshalTo write past its end, or less than its size.
func init() {
	makers[reflect.TypeFor[test.Uuid]()] = func(r *rand.Rand) any {
		return test.Uuid((&maker{Rand: r}).text() + "0123456789abcdef")[:16]
	}
}
`))
	m.complete(t)
	m.generateGogo(t, folders...)
}

// complete adds to go.mod and go.sum what the packages need. Unlike go mod tidy, it leaves out what tests of other modules need.
func (m *gogoModule) complete(t *testing.T) {
	t.Helper()
	m.MustRunGo(t, "list", "-mod=mod", "-deps", "./...")
}

// compileOld adds messages as golang/protobuf generated them before version 1.4, and writes their methods. They are compared with the protobuf
// library.
func (m *gogoModule) compileOld(t *testing.T) {
	t.Helper()
	m.old = true
	sources, names := map[string]string{}, []string{}
	for _, folder := range []string{"other", "kinds2", "kinds3"} {
		name := "own/" + folder + "/" + folder + ".proto"
		text := gentest.ReadFile(t, "testdata/messages/"+name)
		sources[name], names = strings.ReplaceAll(strings.ReplaceAll(text, "example.org/messages", "example.org/gogo"), "  optional ", map[bool]string{true: "  ", false: "  optional "}[folder == "kinds3"]), append(names, name)
	}
	var folders []string
	for _, name := range names {
		for _, f := range generateMessages(t, m.Dir, "github.com/golang/protobuf/protoc-gen-go@v1.3.5", "paths=source_relative", sources, []string{name}) {
			m.Write(t, f.GetName(), []byte(f.GetContent()))
			folders = append(folders, filepath.Dir(f.GetName()))
		}
	}
	m.Write(t, "check/old.go", []byte(`package main

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/runtime/protoimpl"
)

// An oldMessage has the methods of the protobuf library for a message without ProtoReflect.
type oldMessage struct{ m any }

func (o oldMessage) Marshal() ([]byte, error) {
	return proto.MarshalOptions{Deterministic: true}.Marshal(protoimpl.X.ProtoMessageV2Of(o.m))
}

func (o oldMessage) Unmarshal(b []byte) error {
	m := protoimpl.X.ProtoMessageV2Of(o.m)
	if err := (proto.UnmarshalOptions{Merge: true}).Unmarshal(b, m); err != nil {
		return err
	}
	return proto.CheckInitialized(m) // Unmarshal does not look for required fields everywhere
}

// The protobuf library makes a map before it looks at the wire type.
func init() { emptyMaps = true }

func addOld(name string, fresh func() generated) {
	all = append(all, checked{name, true, func() value {
		x := fresh()
		return value{oldMessage{x}, x, x}
	}})
}
`))
	m.complete(t)
	m.generateGogo(t, folders...)
}

// A gogoOther is a module with messages of gogo. Types of the package mine stand for the types.
type gogoOther struct {
	name         string
	requirements []string
	types        []string // import path and name
	sorted       bool
	makers       string // a Go file of package main
}

var gogoOthers = []gogoOther{
	{"kubernetes", []string{"k8s.io/api v0.37.2", "k8s.io/apimachinery v0.37.2"},
		[]string{"k8s.io/api/core/v1.Pod", "k8s.io/api/core/v1.Node", "k8s.io/api/core/v1.Service", "k8s.io/api/apps/v1.Deployment",
			"k8s.io/api/core/v1.Event", "k8s.io/api/admission/v1.AdmissionReview", "k8s.io/apimachinery/pkg/apis/meta/v1.APIResourceList"}, true, `package main

import (
	"math/rand/v2"
	"reflect"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func init() {
	makers[reflect.TypeFor[metav1.Time]()] = func(r *rand.Rand) any { return metav1.Unix(r.Int64N(1<<33), 0) }
	makers[reflect.TypeFor[metav1.MicroTime]()] = func(r *rand.Rand) any { return metav1.NewMicroTime(time.UnixMicro(r.Int64N(1 << 50))) }
	makers[reflect.TypeFor[resource.Quantity]()] = func(r *rand.Rand) any {
		return *resource.NewMilliQuantity(r.Int64N(1<<40), []resource.Format{resource.BinarySI, resource.DecimalSI}[r.IntN(2)])
	}
}
`},
	{"etcd", []string{"go.etcd.io/etcd/api/v3 v3.5.17", "go.etcd.io/raft/v3 v3.6.0"},
		[]string{"go.etcd.io/raft/v3/raftpb.Message", "go.etcd.io/etcd/api/v3/etcdserverpb.TxnRequest", "go.etcd.io/etcd/api/v3/etcdserverpb.WatchResponse"}, false, ""},
	{"prometheus", []string{"github.com/prometheus/prometheus v0.300.1"},
		[]string{"github.com/prometheus/prometheus/prompb.WriteRequest", "github.com/prometheus/prometheus/prompb.ReadResponse", "github.com/prometheus/prometheus/prompb/io/prometheus/write/v2.Request"}, false, ""},
}

// check compares the methods of the types.
func (c *gogoOther) check(t *testing.T) {
	m := newGogo(t, c.requirements...)
	m.declare(t, c.types, c.sorted)
	if c.makers != "" {
		m.Write(t, "check/makers.go", []byte(c.makers))
	}
	m.complete(t)
	m.generateDeclared(t)
	m.checkGogo(t, false)
}

// declare writes a package mine with types that have the fields of messages in other packages, and adds them to the types to check. sorted says whether
// gogo's methods sort the entries of maps.
func (m *gogoModule) declare(t *testing.T, types []string, sorted bool) {
	t.Helper()
	m.imports = append(m.imports, `"example.org/gogo/mine"`)
	imports, text := "", ""
	for i, full := range types {
		dot := strings.LastIndexByte(full, '.')
		path, name, pkg := full[:dot], full[dot+1:], fmt.Sprint("p", i)
		imports += fmt.Sprintf("import %s %q\n", pkg, path)
		text += fmt.Sprintf("\n//bale:gen wire=proto\ntype %[1]s %[2]s.%[1]s\n", name, pkg)
		m.imports = append(m.imports, fmt.Sprintf("%s %q", pkg, path))
		m.types = append(m.types, fmt.Sprintf("add(%q, %[3]t, func(x *%[4]s.%[2]s) *mine.%[2]s { return (*mine.%[2]s)(x) })", "mine/"+name, name, sorted, pkg))
	}
	m.Write(t, "mine/mine.go", []byte("package mine\n\n"+imports+text))
}

// generateDeclared writes the methods of the types that declare has written.
func (m *gogoModule) generateDeclared(t *testing.T) {
	t.Helper()
	if err := m.Generate(t, "mine", gen.Request{Known: []*emit.Format{proto.Format}}); err != nil {
		t.Fatal(err)
	}
}
