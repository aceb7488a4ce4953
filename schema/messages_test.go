package schema

import (
	"bytes"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

// messages is the module with messages of protoc-gen-go, and gogo that with messages of gogo's generator.
const (
	messages = "testdata/messages"
	gogo     = "testdata/gogo"
)

// TestMessages has the models of messages: their internal fields, oneofs, and those of the standard messages.
func TestMessages(t *testing.T) {
	if *update {
		generateMessages(t, messages, "google.golang.org/protobuf/cmd/protoc-gen-go", "geo/geo.proto", "shop/shop.proto")
		generateMessages(t, gogo, "github.com/gogo/protobuf/protoc-gen-gogofast", "invoice/invoice.proto")
	}
	for _, c := range []struct {
		dir     string
		name    string
		exprs   []string
		leftOut string
	}{
		{messages, "shop", []string{"Order", "Status"}, "Order: left out of the code: state, unknownFields, sizeCache (internal to protobuf)"},
		{gogo, "invoice", []string{"Invoice"},
			"Invoice: left out of the code: XXX_NoUnkeyedLiteral, XXX_unrecognized, XXX_sizecache (internal to protobuf)"},
		{messages, "wrap", []string{"Shipment"}, "Shipment: left out of the code: state, unknownFields, sizeCache (internal to protobuf)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := Load(t.Context(), c.dir, "./"+c.name, c.exprs)
			if err != nil {
				t.Fatal(err)
			}
			got, err := m.JSON()
			if err != nil {
				t.Fatal(err)
			}
			golden(t, "messages_"+c.name+".json", string(withoutStdLines(got)))
			if got := strings.Join(m.LeftOut("the code"), "\n"); got != c.leftOut {
				t.Errorf("%q, want %q", got, c.leftOut)
			}
		})
	}
}

// TestProtos: the descriptors of a message's file and of all that it imports are found. A struct that embeds a message has none.
func TestProtos(t *testing.T) {
	m, err := Load(t.Context(), messages, "./shop", []string{"Order"})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, p := range m.Protos {
		d := &descriptorpb.FileDescriptorProto{}
		if err := proto.Unmarshal(p.Raw, d); err != nil {
			t.Fatal(err)
		}
		found = append(found, p.Package+" "+d.GetName())
	}
	for _, want := range []string{"example.com/messages/geo geo/geo.proto", "example.com/messages/shop shop/shop.proto",
		"google.golang.org/protobuf/types/known/structpb google/protobuf/struct.proto"} {
		if !slices.Contains(found, want) {
			t.Errorf("%q is not among %q", want, found)
		}
	}
	if m, err = Load(t.Context(), messages, "./wrap", []string{"Stamped"}); err != nil {
		t.Fatal(err)
	}
	if n := m.Roots[0].Type.(*Named); n.Message != NoMessage || m.Protos != nil {
		t.Errorf("a struct that embeds a message is one of kind %q, with %d files", n.Message, len(m.Protos))
	}
}

// TestOpaque: a message whose fields have no names for code is refused.
func TestOpaque(t *testing.T) {
	src := `package opaque

import "google.golang.org/protobuf/runtime/protoimpl"
import "google.golang.org/protobuf/reflect/protoreflect"

type Order struct {
	state         protoimpl.MessageState ` + "`protogen:\"opaque.v1\"`" + `
	xxx_hidden_Id uint64
	sizeCache     protoimpl.SizeCache
}

func (*Order) ProtoReflect() protoreflect.Message { return nil }

type Orders struct{ List []*Order }
`
	file := filepath.Join(absolute(t, messages), "shop", "shop.pb.go")
	pkg, err := findPackages(t.Context(), messages, []string{"./shop"}, loadMode, map[string][]byte{file: []byte(src)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = newLoader(pkg[0], absolute(t, messages), Options{}).models([]string{"Orders"})
	same(t, err, []string{"shop/shop.pb.go:14:21: Orders.List[]: " +
		"Order has protobuf's opaque API, whose fields code cannot name: generate it with api_level = API_OPEN"})
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}

// generateMessages writes what a plugin makes of files of the module in dir beside them.
func generateMessages(t *testing.T, dir, plugin string, names ...string) {
	t.Helper()
	compiler := protocompile.Compiler{Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{dir}})}
	files, err := compiler.Compile(t.Context(), names...)
	if err != nil {
		t.Fatal(err)
	}
	req := &pluginpb.CodeGeneratorRequest{FileToGenerate: names, Parameter: proto.String("paths=source_relative")}
	added := map[string]bool{}
	var add func(f protoreflect.FileDescriptor)
	add = func(f protoreflect.FileDescriptor) {
		if added[f.Path()] {
			return
		}
		added[f.Path()] = true
		for i := range f.Imports().Len() {
			add(f.Imports().Get(i).FileDescriptor)
		}
		req.ProtoFile = append(req.ProtoFile, protodesc.ToFileDescriptorProto(f))
	}
	for _, f := range files {
		add(f)
	}
	in, err := proto.Marshal(req)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", plugin)
	cmd.Dir, cmd.Stdin, cmd.Stderr = dir, bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var resp pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(out, &resp); err != nil || resp.Error != nil {
		t.Fatal(err, resp.GetError())
	}
	for _, f := range resp.File {
		if err := os.WriteFile(filepath.Join(dir, f.GetName()), []byte(f.GetContent()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRawDescriptors: protoc-gen-go has written them in two ways. Values of another form are left out.
func TestRawDescriptors(t *testing.T) {
	src := `package p
const file_new_proto_rawDesc = "" +
	"\n\x0fabc" + "\xff"
var file_old_proto_rawDesc = []byte{0x0a, 255, 0}
var file_wide_proto_rawDesc = []byte{256}
var file_made_proto_rawDesc = make([]byte, 3)
var file_other_proto_goTypes, file_x_rawDesc = 1, 2
const other = "x"
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := rawDescriptors(file), [][]byte{[]byte("\n\x0fabc\xff"), {10, 255, 0}}; !slices.EqualFunc(got, want, bytes.Equal) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestIndirectOneofs: the members of a oneof are known, too, if only an import of the package imports the package with them.
func TestIndirectOneofs(t *testing.T) {
	m, err := Load(t.Context(), messages, "./wrap", []string{"Order"})
	if err != nil {
		t.Fatal(err)
	}
	members := map[string]int{}
	Walk(m.Roots[0].Type, func(t Type) bool {
		if n, ok := t.(*Named); ok {
			if i, ok := n.Underlying.(*Interface); ok {
				members[n.Name] = len(i.Members)
			}
		}
		return true
	})
	if want := map[string]int{"isOrder_Payment": 4, "isValue_Kind": 6}; !maps.Equal(members, want) {
		t.Errorf("%v, want %v", members, want)
	}
}
