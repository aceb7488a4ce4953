package csproto

import (
	"slices"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"

	"bale/codec/internal/messagetest"
	"bale/codec/internal/protogen"
	"bale/codec/lower"
	"bale/model"
)

// TestAsIs: a message is encoded without conversion if it has the methods or the plugin can add them. The code clears all sizes that
// encoding computes. A message is converted if a message of another package in it has the methods, if it has only some of the methods,
// or if a .proto file is unknown.
func TestAsIs(t *testing.T) {
	add := func(m *model.Model, pkg string, methods ...string) *model.Model {
		model.Walk(m.Roots[0].Type, func(t model.Type) bool {
			if n, ok := t.(*model.Named); ok && n.Message == model.MessageV2 && strings.HasSuffix(n.Package, pkg) {
				n.Methods.Names = append(slices.Clip(n.Methods.Names), methods...)
			}
			return true
		})
		return m
	}
	for _, c := range []struct {
		name   string
		model  *model.Model
		asIs   bool
		step   bool // for the user's package
		clears int  // types
	}{
		{"message", messagetest.Load(t, "messages", "./shop", "Receipt"), true, true, 2},
		{"recursive message with a oneof", messagetest.Load(t, "messages", "./shop", "Order"), true, true, 3},
		{"with methods", add(messagetest.Load(t, "messages", "./shop", "Receipt"), "/shop", methods...), true, false, 2},
		{"with a method", add(messagetest.Load(t, "messages", "./shop", "Receipt"), "/shop", "Size"), false, false, 0},
		{"another package has methods", add(messagetest.Load(t, "messages", "./shop", "Receipt"), "/geo", methods...), false, false, 0},
		{"unknown import", messagetest.Unknown(t), false, false, 0},
		{"another package", messagetest.Load(t, "messages", "./wrap", "Order"), false, false, 0},
		{"struct", messagetest.Load(t, "messages", "./wrap", "Shipment"), false, false, 0},
		{"gogo", messagetest.Load(t, "gogo", "./invoice", "Item"), false, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, own := messagetest.Generate(t, Codec.Variants[0], c.model, c.asIs)
			if out == nil {
				return
			}
			for _, req := range own {
				if files := req.GetFileToGenerate(); !slices.Equal(files, []string{"shop/shop.proto"}) {
					t.Errorf("the plugin is given %q", files)
				}
			}
			if got := len(own) > 0; got != c.step {
				t.Errorf("the plugin runs for the user's package: %v", got)
			}
			code := out.Code[0]
			if got := strings.Count(code.Decls, ".sizeCache = 0"); got != c.clears {
				t.Errorf("the sizes of %d types are cleared, want %d:\n%s", got, c.clears, code.Decls)
			}
			if got := strings.Contains(code.Marshal, "$Aclear0(c)") && strings.Contains(code.MarshalReuse, "$Aclear0(c)"); got != c.asIs {
				t.Errorf("encoding clears sizes: %v", got)
			}
		})
	}
}

// TestCompiles: a message is converted if the plugin's code for its file does not compile or omits a field.
func TestCompiles(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"proto3", `syntax = "proto3"; message M { map<string, M> m = 1; oneof o { bool b = 2; } message N {} }`, true},
		{"proto2", `syntax = "proto2"; message M { required int32 a = 1; extensions 100 to 200; }`, true},
		{"key", `syntax = "proto3"; message M { message N { map<bool, string> m = 1; } }`, false},
		{"name", `syntax = "proto3"; message M { uint64 size = 1; }`, false},
		{"name with a line", `syntax = "proto3"; message M { bytes marshal_to = 1; }`, false},
		{"group", `syntax = "proto2"; message M { optional group G = 1 { optional int32 a = 1; } }`, false},
		{"extension", `syntax = "proto2"; message M { extensions 100 to 200; extend M { optional uint32 e = 100; } }`, false},
		{"edition", `edition = "2023"; message M { int32 a = 1; }`, false},
	} {
		compiler := protocompile.Compiler{Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{
			Accessor: protocompile.SourceAccessorFromMap(map[string]string{"m.proto": c.text}),
		})}
		files, err := compiler.Compile(t.Context(), "m.proto")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := compiles(protodesc.ToFileDescriptorProto(files[0]), &lower.Package{Path: "example.com/m"}); got != c.want {
			t.Errorf("%s: compiles is %v", c.name, got)
		}
	}
}

// TestImports: one generated file cannot import two packages with the same name.
func TestImports(t *testing.T) {
	text := map[string]string{
		"a.proto": `syntax = "proto3"; package a; message A {}`, "b.proto": `syntax = "proto3"; package b; message B {}`,
		"m.proto": `syntax = "proto3"; import "a.proto"; import "b.proto"; message M { a.A a = 1; b.B b = 2; }`,
	}
	compiler := protocompile.Compiler{Resolver: &protocompile.SourceResolver{Accessor: protocompile.SourceAccessorFromMap(text)}}
	files, err := compiler.Compile(t.Context(), "a.proto", "b.proto", "m.proto")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"example.com/a/v1", "example.com/b/v1", false}, {"example.com/v1", "example.com/v1", true},
		{"example.com/a", "example.com/b", true}, {"example.com/fmt", "example.com/b", false},
	} {
		in := &lower.Package{Path: "example.com/m"}
		for i, pkg := range []string{c.a, c.b, in.Path} {
			raw, err := proto.Marshal(protodesc.ToFileDescriptorProto(files[i]))
			if err != nil {
				t.Fatal(err)
			}
			in.Protos = append(in.Protos, model.Proto{Package: pkg, Raw: raw})
		}
		m := protodesc.ToFileDescriptorProto(files[2])
		if got := compiles(m, in); got != c.want {
			t.Errorf("%s and %s: compiles is %v; imports are %q", c.a, c.b, got, protogen.Imports(m, in))
		}
	}
}
