package vtprotobuf

import (
	"strings"
	"testing"

	"bale/codec/internal/messagetest"
	"bale/schema"
)

// TestPoolAsIs: the plugin adds the feature pool to a message without an UnmarshalVT. A message with one is taken as it is if its package has
// the pools, else it is converted.
func TestPoolAsIs(t *testing.T) {
	with := func(methods ...string) *schema.Model {
		m := messagetest.Load(t, "messages", "./shop", "Receipt")
		receipt := m.Roots[0].Type.(*schema.Named)
		receipt.Methods.Names = append(receipt.Methods.Names, methods...)
		return m
	}
	for _, c := range []struct {
		name    string
		model   *schema.Model
		asIs    bool
		options string
	}{
		{"message", with(), true, "features=marshal+size+unmarshal+unmarshal_unsafe+pool,pool=example.com/messages/shop.*,paths=source_relative,"},
		{"without pools", with("MarshalVT", "SizeVT", "UnmarshalVT", "UnmarshalVTUnsafe", "MarshalToSizedBufferVT"), false, ""},
		{"with pools", with("MarshalVT", "SizeVT", "UnmarshalVT", "UnmarshalVTUnsafe", "MarshalToSizedBufferVT", "ReturnToVTPool"), true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, own := messagetest.Generate(t, Pool.Variants[0], c.model, c.asIs)
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

// TestAsIs: the plugin adds the missing methods to a message, from the .proto file that it was generated from. A message is converted
// if a message of another package has no methods, or if a .proto file is unknown.
func TestAsIs(t *testing.T) {
	withMethods := messagetest.Load(t, "messages", "./shop", "Receipt")
	receipt := withMethods.Roots[0].Type.(*schema.Named)
	receipt.Methods.Names = append(receipt.Methods.Names, "MarshalVT", "SizeVT", "UnmarshalVT", "MarshalToSizedBufferVT")
	for _, c := range []struct {
		name    string
		model   *schema.Model
		asIs    bool
		options string // of the step for the user's package, "" for none
	}{
		{"message", messagetest.Load(t, "messages", "./shop", "Receipt"), true,
			"features=marshal+size+unmarshal+unmarshal_unsafe,paths=source_relative,Mgeo/geo.proto=example.com/messages/geo,"},
		{"with methods", withMethods, true, "features=unmarshal_unsafe,"},
		{"unknown import", messagetest.Unknown(t), false, ""},
		{"another package", messagetest.Load(t, "messages", "./wrap", "Order"), false, ""},
		{"struct", messagetest.Load(t, "messages", "./wrap", "Shipment"), false, ""},
		{"gogo", messagetest.Load(t, "gogo", "./invoice", "Item"), false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, own := messagetest.Generate(t, Codec.Variants[0], c.model, c.asIs)
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
