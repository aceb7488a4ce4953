package emit

import (
	"testing"

	"bale/model"
)

// TestCallsMethods: code for messages calls the marshal methods of no message and no enum of a .proto file, unless a directive says so or the code also has
// another format.
func TestCallsMethods(t *testing.T) {
	marshals := model.Methods{Binary: true}
	enum := model.Methods{Binary: true, Names: []string{"Descriptor", "Number"}}
	named := func(m model.Methods, kind model.MessageKind, by model.MarshalMethods, u model.Type) *model.Named {
		return &model.Named{Package: "lib", Name: "T", Methods: m, Message: kind, Marshal: by, Underlying: u}
	}
	message, gogo := &model.Struct{Proto: &model.ProtoMessage{}}, &model.Struct{Proto: &model.ProtoMessage{Gogo: &model.GogoMessage{}}}
	proto, other := &Format{View: View{Kind: LikeProto}}, &Format{}
	for name, c := range map[string]struct {
		of          model.Type
		alone, both bool
	}{
		"message":         {named(marshals, model.MessageV2, "", message), false, true},
		"old message":     {named(marshals, model.MessageV1, "", message), false, true},
		"enum":            {named(enum, model.NoMessage, "", &model.Basic{Kind: model.Int32}), false, true},
		"other integer":   {named(marshals, model.NoMessage, "", &model.Basic{Kind: model.Int32}), true, true},
		"type of message": {named(marshals, model.NoMessage, "", message), true, true},
		"gogo":            {named(marshals, model.MessageV1, "", gogo), true, true},
		"directive":       {named(marshals, model.MessageV2, model.MarshalByBinary, message), true, true},
		"without methods": {named(model.Methods{}, model.MessageV2, "", message), false, false},
		"without a name":  {message, false, false},
	} {
		if got := (&Root{Formats: []*Format{proto}}).CallsMethods(c.of, "own"); got != c.alone {
			t.Errorf("%s, only proto: got %t", name, got)
		}
		if got := (&Root{Formats: []*Format{proto, other}}).CallsMethods(c.of, "own"); got != c.both {
			t.Errorf("%s, two formats: got %t", name, got)
		}
	}
}
