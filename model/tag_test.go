package model

import (
	"reflect"
	"strings"
	"testing"
)

func TestTagFault(t *testing.T) {
	for _, c := range []struct{ tag, want string }{
		{``, ""},
		{`bale:"skip"`, ""},
		{` bale:"skip" `, ""},
		{`json:"a,omitempty" bale:"max=3, union string, []any"`, ""},
		{`json:"a"bale:"skip"`, ""},
		{`json:"say \"bale:\" here" bale:"skip"`, ""},
		{`a bale of hay`, ""},
		{`json:a`, ""},
		{`bale:skip`, "malformed at bale:skip"},
		{`bale:`, "malformed at bale:"},
		{`bale: "skip"`, `malformed at bale: "skip"`},
		{`bale:"skip`, `malformed at bale:"skip`},
		{`json:"a", bale:"skip"`, `malformed at , bale:"skip"`},
		{`json:"a",bale:"skip"`, `malformed at ,bale:"skip"`},
		{`json:"a";bale:"skip"`, `malformed at ;bale:"skip"`},
		{`json:"a" nobale:"skip"`, ""},
		{`json:a bale:"skip"`, `malformed at json:a bale:"skip"`},
		{`bale:"max=3" json:"-" bale:"own"`, "twice"},
	} {
		got := TagFault(c.tag, "bale", "skip")
		if !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q, want %q", c.tag, got, c.want)
		}
		if _, read := reflect.StructTag(c.tag).Lookup("bale"); read && strings.Contains(got, "malformed") {
			t.Errorf("%s: reflect reads it: %s", c.tag, got)
		}
	}
}
