package vtprotobuf

import (
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/pluginpb"

	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

// TestAsIs: a message gets the methods that it lacks by the plugin, from the file that it was generated from. One of another
// package that has none, and one whose files are not all known, is converted.
func TestAsIs(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles much code")
	}
	load := func(module, pkg, expr string) *schema.Model {
		m, err := schema.Load(t.Context(), "../../schema/testdata/"+module, pkg, []string{expr})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	withMethods := load("messages", "./shop", "Receipt")
	receipt := withMethods.Roots[0].Type.(*schema.Named)
	receipt.Methods.Names = append(receipt.Methods.Names, "MarshalVT", "SizeVT", "UnmarshalVT", "MarshalToSizedBufferVT")
	unknown := load("messages", "./shop", "Receipt")
	unknown.Protos = slices.DeleteFunc(unknown.Protos, func(p schema.Proto) bool { return strings.HasSuffix(p.Package, "geo") })
	for _, c := range []struct {
		name    string
		model   *schema.Model
		asIs    bool
		options string // of the step for the user's package, "" for none
	}{
		{"message", load("messages", "./shop", "Receipt"), true,
			"features=marshal+size+unmarshal+unmarshal_unsafe,paths=source_relative,Mgeo/geo.proto=example.com/messages/geo,"},
		{"with methods", withMethods, true, "features=unmarshal_unsafe,"},
		{"unknown import", unknown, false, ""},
		{"another package", load("messages", "./wrap", "Order"), false, ""},
		{"struct", load("messages", "./wrap", "Shipment"), false, ""},
		{"gogo", load("gogo", "./invoice", "Item"), false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := Codec.Variants[0]
			plan := lower.New(c.model, v.Caps("example.com/gen"))
			root := plan.Roots[0]
			if root.Node == nil {
				if c.asIs || len(root.Gaps) == 0 {
					t.Fatalf("it has gaps: %v", root.Gaps)
				}
				return
			}
			if plan.Own(0) != c.asIs {
				t.Fatalf("as it is: %v", plan.Own(0))
			}
			out, err := v.Generate(&codec.Input{Plan: plan, Name: c.model.Name, Gen: "example.com/gen", GenName: "gen", Unique: "u"})
			if err != nil {
				t.Fatal(err)
			}
			var options []string
			for _, s := range out.Steps {
				req := &pluginpb.CodeGeneratorRequest{}
				if err := proto.Unmarshal(s.Stdin, req); err != nil {
					t.Fatal(err)
				}
				if len(s.Own) > 0 {
					options = append(options, req.GetParameter())
				}
			}
			if got := strings.Join(options, " "); !strings.HasPrefix(got, c.options) || c.options == "" && got != "" {
				t.Errorf("the plugin gets %q, want %q", got, c.options)
			}
		})
	}
}
