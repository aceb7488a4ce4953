package reads

import (
	"encoding/json/v2"
	"errors"
	"reflect"
	"testing"
)

// TestStrict checks that a part refuses all unknown names, whatever is wrong with values that it does not read.
func TestStrict(t *testing.T) {
	for text, unknown := range map[string]bool{
		`{"id":"a","Kind":"q","X":"x","L":[{"X":1,"Y":"q"}],"B":1,"P":1,"Q":"s"}`: false,
		`{"Y":{},"Kind":5}`:        false,
		`{"B":1,"zz":1}`:           true,
		`{"P":1,"zz":1}`:           true,
		`{"zz":1,"Q":"s"}`:         true,
		`{"L":[{"Y":"q","zz":1}]}`: true,
		`{"X":"q","zz":1}`:         true,
		`{"B":"s","zz":1}`:         true,
	} {
		var v Strict
		if err := v.UnmarshalJSONA([]byte(text)); errors.Is(err, json.ErrUnknownName) != unknown || err != nil && !unknown {
			t.Errorf("%s: %v", text, err)
		}
		if v.Opt != nil {
			t.Errorf("%s: %+v", text, v)
		}
	}
}

// TestNames checks that names of fields that are not read are not those of others.
func TestNames(t *testing.T) {
	for _, text := range []string{`{"ID":"a","L":[{"X":1,"Y":2}],"a":1,"o":{"X":2},"b":2}`, `{"o":{},"ID":""}`, `{"c":3}`} {
		var whole, part Rest
		if err := whole.UnmarshalJSON([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := part.UnmarshalJSONB([]byte(text)); err != nil || !reflect.DeepEqual(part.Rest, whole.Rest) || part.ID != "" || part.O != (Opt{}) {
			t.Errorf("%v: %+v of %s", err, part, text)
		}
	}
	for _, text := range []string{`{"id":1,"I_D":2,"name":3,"NAME":4,"Kind":5}`, `{"I_D":2,"NAME":4,"Kind":5,"At":"2026-01-02T03:04:05Z"}`, `{"Id":1,"name":3}`, `{"i-d":1,"other":7}`} {
		var whole, a, b Cases
		if err := whole.UnmarshalJSON([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := a.UnmarshalJSONA([]byte(text)); err != nil || !reflect.DeepEqual(a, Cases{ID: whole.ID}) {
			t.Errorf("%v: %+v of %s", err, a, text)
		}
		if err := b.UnmarshalJSONB([]byte(text)); err != nil || !reflect.DeepEqual(b, Cases{Name: whole.Name, Base: whole.Base}) {
			t.Errorf("%v: %+v of %s", err, b, text)
		}
	}
}
