package model

import "testing"

func TestJSONTag(t *testing.T) {
	for _, c := range []struct {
		tag, name, options string
		ok, skips, quoted  bool
	}{
		{tag: ``},
		{tag: `xml:"x"`},
		{tag: `json:""`, ok: true},
		{tag: `xml:"x" json:"n"`, name: "n", ok: true},
		{tag: `json:"-"`, name: "-", ok: true, skips: true},
		{tag: `json:"-,"`, name: "-", ok: true}, // the name is -
		{tag: `json:",omitempty,string"`, options: "omitempty,string", ok: true, quoted: true},
		{tag: `json:"n,strings"`, name: "n", options: "strings", ok: true},
	} {
		tag, ok := JSONTagOf(c.tag)
		if tag.Name != c.name || tag.Options != c.options || ok != c.ok || tag.Skips() != c.skips || tag.Has("string") != c.quoted {
			t.Errorf("%s: %+v, %t", c.tag, tag, ok)
		}
		if ignored := JSONIgnores(c.tag, true); ignored != c.skips || !JSONIgnores(c.tag, false) {
			t.Errorf("%s: ignored %t", c.tag, ignored)
		}
	}
}
