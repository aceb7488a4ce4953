package all_test

import (
	"testing"

	"bale/codec/internal/tagkeys"
	"bale/schema"
)

func TestTagKeysConflict(t *testing.T) {
	field := func(name, tag string, typ schema.Type) *schema.Field {
		return &schema.Field{Name: name, Tag: tag, Type: typ, Exported: true}
	}
	number := &schema.Basic{Kind: schema.Int}
	inner := &schema.Struct{Fields: []*schema.Field{field("X", "", number)}}
	for _, c := range []struct {
		fields []*schema.Field
		want   string
	}{
		{[]*schema.Field{field("X", "", number), field("Y", "", number)}, ""},
		{[]*schema.Field{field("X", "", number), field("Y", `yaml:"x"`, number)}, "two fields with the key x"},
		{[]*schema.Field{field("X", "", number), field("Y", "x", number)}, "two fields with the key x"},
		{[]*schema.Field{field("X", `yaml:"-"`, number), field("Y", `yaml:"-"`, number)}, ""},
		{[]*schema.Field{field("X", "", number), field("In", "", inner)}, ""},
		{[]*schema.Field{field("X", "", number), field("In", `yaml:",inline"`, inner)}, "two fields with the key x"},
		{[]*schema.Field{field("In", `yaml:",inline"`, number)}, "field In, which is inlined but not a struct"},
		{[]*schema.Field{field("X", `yaml:"x,compact"`, number)}, "the flag compact of field X"},
	} {
		if got := tagkeys.Conflict(&schema.Struct{Fields: c.fields}, tagkeys.Parse("yaml"), "inline"); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.fields[len(c.fields)-1].Name, c.fields[len(c.fields)-1].Tag, got, c.want)
		}
	}
}
