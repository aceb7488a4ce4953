package reads

import (
	"encoding/json/v2"
	"errors"
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
