package gen

import (
	"testing"

	"bale/gen/emit"
	"bale/schema"
)

// TestCallsMethods: code for messages calls the marshal methods of no message and no enum of a .proto file, unless a directive says so or the code also has
// another format.
func TestCallsMethods(t *testing.T) {
	marshals := schema.Methods{Binary: true}
	enum := schema.Methods{Binary: true, Names: []string{"Descriptor", "Number"}}
	named := func(m schema.Methods, kind schema.MessageKind, by schema.MarshalMethods, u schema.Type) *schema.Named {
		return &schema.Named{Package: "lib", Name: "T", Methods: m, Message: kind, Marshal: by, Underlying: u}
	}
	message, gogo := &schema.Struct{Proto: &schema.ProtoMessage{}}, &schema.Struct{Proto: &schema.ProtoMessage{Gogo: &schema.GogoMessage{}}}
	proto, other := &emit.Format{Messages: true}, &emit.Format{}
	for name, c := range map[string]struct {
		of          schema.Type
		alone, both bool
	}{
		"message":         {named(marshals, schema.MessageV2, "", message), false, true},
		"old message":     {named(marshals, schema.MessageV1, "", message), false, true},
		"enum":            {named(enum, schema.NoMessage, "", &schema.Basic{Kind: schema.Int32}), false, true},
		"other integer":   {named(marshals, schema.NoMessage, "", &schema.Basic{Kind: schema.Int32}), true, true},
		"type of message": {named(marshals, schema.NoMessage, "", message), true, true},
		"gogo":            {named(marshals, schema.MessageV1, "", gogo), true, true},
		"directive":       {named(marshals, schema.MessageV2, schema.MarshalByBinary, message), true, true},
		"without methods": {named(schema.Methods{}, schema.MessageV2, "", message), false, false},
		"without a name":  {message, false, false},
	} {
		if got := (&root{formats: []*emit.Format{proto}}).callsMethods(c.of, "own"); got != c.alone {
			t.Errorf("%s, only proto: got %t", name, got)
		}
		if got := (&root{formats: []*emit.Format{proto, other}}).callsMethods(c.of, "own"); got != c.both {
			t.Errorf("%s, two formats: got %t", name, got)
		}
	}
}
