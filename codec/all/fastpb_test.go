package all_test

import (
	"testing"

	"bale/codec/fastpb"
	"bale/codec/internal/messagetest"
	"bale/model"
)

// TestFastpbAsIs: the plugin adds its methods to a message from a .proto file of proto3 without imports. Other messages are converted, since the
// plugin does not support the well-known types, and messages that have one of the methods.
func TestFastpbAsIs(t *testing.T) {
	withSize := messagetest.Load(t, "messages", "./geo", "Point")
	n := withSize.Roots[0].Type.(*model.Named)
	n.Methods.Names = append(n.Methods.Names, "Size")
	for _, c := range []struct {
		name  string
		model *model.Model
		asIs  bool
	}{
		{"message", messagetest.Load(t, "messages", "./geo", "Point"), true},
		{"with a method", withSize, false},
		{"with imports", messagetest.Load(t, "messages", "./shop", "Receipt"), false},
		{"struct", messagetest.Load(t, "messages", "./wrap", "Shipment"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, own := messagetest.Generate(t, fastpb.Codec.Variants[0], c.model, c.asIs)
			if got := len(own) > 0; got != c.asIs {
				t.Errorf("the plugin runs for the user's package: %v", got)
			}
		})
	}
}
