package json

import (
	"strings"
	"testing"

	"bale/model"
)

// TestTagV2 checks tags by the rules of encoding/json/v2. A fault is a part of the reason.
func TestTagV2(t *testing.T) {
	for _, c := range []struct {
		tag, fault string
		want       tagV2
	}{
		{``, "", tagV2{}},
		{`json:""`, "", tagV2{}},
		{`json:"a"`, "", tagV2{name: "a", named: true}},
		{`json:",omitempty"`, "", tagV2{omitEmpty: true}},
		{`json:"a b.c<>,omitzero,omitempty,string"`, "", tagV2{name: "a b.c<>", named: true, omitZero: true, omitEmpty: true, quoted: true}},
		{`json:",embed"`, "", tagV2{embed: true}},
		{`json:"x,case:ignore"`, "", tagV2{name: "x", named: true, ignoreCase: true}},
		{`json:"x,case:strict,other,inline"`, "", tagV2{name: "x", named: true}},
		{`json:"x,format:hex"`, "does not support the option format", tagV2{}},
		{`json:"-,"`, `the option "", which is not a word`, tagV2{}},
		{`json:"x,"`, `the option "", which is not a word`, tagV2{}},
		{`json:"'x'"`, "has a quote", tagV2{}},
		{`json:"x\\y"`, "a backslash", tagV2{}},
		{`json:"x,case"`, "ignore and strict", tagV2{}},
		{`json:"x,case:other"`, "ignore and strict", tagV2{}},
		{`json:"x,case:ignore,case:strict"`, "case twice", tagV2{}},
		{`json:"x,omitempty,omitempty"`, "omitempty twice", tagV2{}},
		{`json:"x,omitEmpty"`, "the option omitempty is spelled omitEmpty", tagV2{}},
		{`json:"x,omit_zero"`, "the option omitzero is spelled omit_zero", tagV2{}},
		{`json:"x,omitempty:1"`, "takes no value", tagV2{}},
		{`json:"x, omitempty"`, "not a word", tagV2{}},
		{`json:"x,1a"`, "not a word", tagV2{}},
		{`json:"\xff"`, "not UTF-8", tagV2{}},
	} {
		got := tagV2Of(&model.Field{Tag: c.tag})
		if c.fault != "" {
			if !strings.Contains(got.fault, c.fault) {
				t.Errorf("%s: got fault %q, want %q", c.tag, got.fault, c.fault)
			}
		} else if got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.tag, got, c.want)
		}
	}
}
