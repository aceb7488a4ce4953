// Package messagetest provides protobuf messages for tests of codecs that encode the messages themselves.
package messagetest

import (
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/pluginpb"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// Load loads a type of a module in the test data of package model. It skips the test in short mode.
func Load(t *testing.T, module, pkg, expr string) *model.Model {
	t.Helper()
	if testing.Short() {
		t.Skip("it compiles a lot of code")
	}
	m, err := model.Load(t.Context(), "../../model/testdata/"+module, pkg, []string{expr})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Unknown loads a message that uses a message of package geo, whose .proto file is unknown.
func Unknown(t *testing.T) *model.Model {
	t.Helper()
	m := Load(t, "messages", "./shop", "Receipt")
	m.Protos = slices.DeleteFunc(m.Protos, func(p model.Proto) bool { return strings.HasSuffix(p.Package, "geo") })
	return m
}

// Generate returns the output of a variant for the root of a model, and the plugin requests for the package of the root. asIs tells
// whether the variant has to encode the message itself. It returns nil if the variant cannot carry the root.
func Generate(t *testing.T, v *codec.Variant, m *model.Model, asIs bool) (*codec.Output, []*pluginpb.CodeGeneratorRequest) {
	t.Helper()
	plan := lower.New(m, v.Caps("example.com/gen"))
	if root := plan.Roots[0]; root.Node == nil {
		if asIs || len(root.Gaps) == 0 {
			t.Fatalf("it has gaps: %v", root.Gaps)
		}
		return nil, nil
	}
	if plan.Own(0) != asIs {
		t.Fatalf("as it is: %v", plan.Own(0))
	}
	out, err := v.Generate(&codec.Input{Plan: plan, Name: m.Name, Gen: "example.com/gen", GenName: "gen", Unique: "u"})
	if err != nil {
		t.Fatal(err)
	}
	var own []*pluginpb.CodeGeneratorRequest
	for _, s := range out.Steps {
		req := &pluginpb.CodeGeneratorRequest{}
		if err := proto.Unmarshal(s.Stdin, req); err != nil {
			t.Fatal(err)
		}
		if len(s.Own) > 0 {
			own = append(own, req)
		}
	}
	return out, own
}
