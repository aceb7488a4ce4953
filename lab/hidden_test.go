package lab

import (
	"encoding/json"
	"fmt"
	"testing"

	"bale/model"
	"bale/program/build"
	"bale/runner/measure"
)

// TestHide checks what becomes of the losses of rows, as on the machine that measures a pack: it has neither the type nor the codec.
func TestHide(t *testing.T) {
	user := &model.Named{Name: "User", Underlying: &model.Struct{Fields: []*model.Field{
		{Name: "Password", Tag: `json:"-"`, Type: &model.Basic{Kind: model.String}}, {Name: "Nick", Type: &model.Basic{Kind: model.String}},
	}}}
	text, err := json.Marshal(packShape{Hiding: model.NewHiding(user)})
	if err != nil {
		t.Fatal(err)
	}
	var s packShape
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	password, nick := measure.Loss{Path: "Password"}, measure.Loss{Path: "Nick"}
	for _, c := range []struct {
		name   string
		tags   []string
		losses []measure.Loss
		want   string // losses, hidden fields and sent fields
	}{
		{"hidden", []string{"json"}, []measure.Loss{password, nick, password}, "[{ Nick   }] [User.Password] []"},
		{"the tag is of others", []string{"cbor"}, []measure.Loss{password}, "[{ Password   }] [] []"},
		{"sent", nil, []measure.Loss{nick}, "[{ Nick   }] [] [User.Password]"},
		{"sent in spite of the tag", []string{"json"}, nil, "[] [] [User.Password]"},
	} {
		row := &build.Row{Row: &measure.Row{Losses: c.losses}, On: &build.Shape{Hiding: s.Hiding}, Tags: c.tags}
		hide(row)
		if got := fmt.Sprint(row.Losses, row.Hidden, row.Sends); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
