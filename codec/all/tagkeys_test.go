package all_test

import (
	"testing"

	"bale/codec/internal/tagkeys"
	"bale/model"
)

func TestTagKeysConflict(t *testing.T) {
	field := func(name, tag string, typ model.Type) *model.Field {
		return &model.Field{Name: name, Tag: tag, Type: typ, Exported: true}
	}
	number := &model.Basic{Kind: model.Int}
	inner := &model.Struct{Fields: []*model.Field{field("X", "", number)}}
	for _, c := range []struct {
		fields []*model.Field
		want   string
	}{
		{[]*model.Field{field("X", "", number), field("Y", "", number)}, ""},
		{[]*model.Field{field("X", "", number), field("Y", `yaml:"x"`, number)}, "two fields with the key x"},
		{[]*model.Field{field("X", "", number), field("Y", "x", number)}, "two fields with the key x"},
		{[]*model.Field{field("X", `yaml:"-"`, number), field("Y", `yaml:"-"`, number)}, ""},
		{[]*model.Field{field("X", "", number), field("In", "", inner)}, ""},
		{[]*model.Field{field("X", "", number), field("In", `yaml:",inline"`, inner)}, "two fields with the key x"},
		{[]*model.Field{field("In", `yaml:",inline"`, number)}, "field In, which is inlined but not a struct"},
		{[]*model.Field{field("X", `yaml:"x,compact"`, number)}, "the flag compact of field X"},
	} {
		if got := tagkeys.Conflict(&model.Struct{Fields: c.fields}, tagkeys.Parse("yaml"), "inline"); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.fields[len(c.fields)-1].Name, c.fields[len(c.fields)-1].Tag, got, c.want)
		}
	}
}
