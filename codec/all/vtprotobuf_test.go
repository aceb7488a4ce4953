package all_test

import (
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/internal/messagetest"
	"bale/codec/vtprotobuf"
	"bale/model"
)

// TestVTProtobufAsIs: the plugin adds the missing methods to a message, from the .proto file that it was generated from. A message is converted
// if a message of another package has no methods, if a .proto file is unknown, or if the message has an UnmarshalVT without the pools that a
// variant needs.
func TestVTProtobufAsIs(t *testing.T) {
	with := func(methods ...string) *model.Model {
		m := messagetest.Load(t, "messages", "./shop", "Receipt")
		receipt := m.Roots[0].Type.(*model.Named)
		receipt.Methods.Names = append(receipt.Methods.Names, methods...)
		return m
	}
	plain, pool := vtprotobuf.Codec.Variants[0], vtprotobuf.Pool.Variants[0]
	withMethods := with("MarshalVT", "SizeVT", "UnmarshalVT", "MarshalToSizedBufferVT")
	for _, c := range []struct {
		name    string
		variant *codec.Variant
		model   *model.Model
		asIs    bool
		options string // of the step for the user's package, "" for none
	}{
		{"message", plain, with(), true, "features=marshal+size+unmarshal+unmarshal_unsafe,paths=source_relative,Mgeo/geo.proto=example.com/messages/geo,"},
		{"with methods", plain, withMethods, true, "features=unmarshal_unsafe,"},
		{"unknown import", plain, messagetest.Unknown(t), false, ""},
		{"another package", plain, messagetest.Load(t, "messages", "./wrap", "Order"), false, ""},
		{"struct", plain, messagetest.Load(t, "messages", "./wrap", "Shipment"), false, ""},
		{"gogo", plain, messagetest.Load(t, "gogo", "./invoice", "Item"), false, ""},
		{"message and pools", pool, with(), true, "features=marshal+size+unmarshal+unmarshal_unsafe+pool,pool=example.com/messages/shop.*,paths=source_relative,"},
		{"without pools", pool, withMethods, false, ""},
		{"with pools", pool, with("MarshalVT", "SizeVT", "UnmarshalVT", "UnmarshalVTUnsafe", "MarshalToSizedBufferVT", "ReturnToVTPool"), true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, own := messagetest.Generate(t, c.variant, c.model, c.asIs)
			var options []string
			for _, req := range own {
				options = append(options, req.GetParameter())
			}
			if got := strings.Join(options, " "); !strings.HasPrefix(got, c.options) || c.options == "" && got != "" {
				t.Errorf("the plugin gets %q, want %q", got, c.options)
			}
		})
	}
}
