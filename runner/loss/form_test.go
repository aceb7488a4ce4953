package loss

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bale/runner/inspect"
)

// seen has only exported fields, and a JSON form without one of them.
type seen struct {
	H map[string]string
	N int
	S int `json:"-"`
}

func (s *seen) MarshalJSON() ([]byte, error)   { type plain seen; return json.Marshal((*plain)(s)) }
func (s *seen) UnmarshalJSON(b []byte) error   { type plain seen; return json.Unmarshal(b, (*plain)(s)) }
func (s *secret) MarshalJSON() ([]byte, error) { return json.Marshal(s.h) }
func (s *secret) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &s.h) }
func (a about) MarshalText() ([]byte, error)   { return []byte("about"), nil }
func (a *about) UnmarshalText([]byte) error    { return nil }
func (a about) Equal(b about) bool             { return a.N/10 == b.N/10 }
func (c *case_) MarshalJSON() ([]byte, error)  { return []byte("{}"), nil }
func (c *case_) UnmarshalJSON([]byte) error    { return nil }

// secret has only unexported fields, and a JSON form with them.
type secret struct{ h map[string][]int }

// case_ has an exported field whose type has no exported fields and no marshaled form.
type case_ struct {
	Secret struct{ n int }
}

// about has only exported fields, and its Equal decides which values are equal.
type about struct{ N int }

// TestDiffOfForms treats the types above as types of another module.
func TestDiffOfForms(t *testing.T) {
	type holder struct {
		Seen   seen
		Secret secret
		Case   case_
		About  about
	}
	inspect.Home(reflect.TypeFor[holder](), "example.com/other")
	lists := func(l []int) secret { return secret{map[string][]int{"a": {1}, "b": l}} }
	for _, c := range []struct {
		name      string
		want, got holder
		ignore    string
		loss      string
	}{
		{name: "a field that is not in the form", want: holder{Seen: seen{S: 1}}, loss: "Seen.S: integer changed: 1 -> 0"},
		{name: "nil in a field", got: holder{Seen: seen{H: map[string]string{}}}, loss: "Seen.H: nil became empty: nil -> 0 elements"},
		{name: "nil in a field, ignored", got: holder{Seen: seen{H: map[string]string{}}}, ignore: "nil"},
		{name: "an ignored field", want: holder{Seen: seen{S: 1}}, ignore: "seen.S"},
		{name: "a form", want: holder{Secret: lists([]int{1})}, got: holder{Secret: lists([]int{2})}, loss: `Secret: value changed: {"a":[1],"b":[1]} -> {"a":[1],"b":[2]}`},
		{name: "nil in a form", want: holder{Secret: lists(nil)}, got: holder{Secret: lists([]int{})}, loss: `Secret: nil became empty: {"a":[1],"b":null} -> {"a":[1],"b":[]}`},
		{name: "nil in a form, ignored", want: holder{Secret: lists(nil)}, got: holder{Secret: lists([]int{})}, ignore: "nil"},
		{name: "empty in a form", want: holder{Secret: lists([]int{})}, got: holder{Secret: lists(nil)}, loss: `Secret: empty became nil: {"a":[1],"b":[]} -> {"a":[1],"b":null}`},
		{name: "a whole form", got: holder{Secret: secret{map[string][]int{}}}, loss: "Secret: nil became empty: null -> {}"},
		{name: "nil and a value in a form", want: holder{Secret: lists(nil)}, got: holder{Secret: lists([]int{0})}, loss: `Secret: value changed: {"a":[1],"b":null} -> {"a":[1],"b":[0]}`},
		{name: "a hidden part that is not in the form", want: holder{Case: case_{struct{ n int }{1}}}},
		{name: "its own Equal", want: holder{About: about{1}}, got: holder{About: about{2}}},
		{name: "its own Equal, unequal", want: holder{About: about{1}}, got: holder{About: about{20}}, loss: "About.N: integer changed: 1 -> 20"},
	} {
		var got []string
		for _, l := range Diff(reflect.ValueOf(c.want), reflect.ValueOf(c.got), 0, strings.Fields(c.ignore)...) {
			got = append(got, fmt.Sprintf("%s: %s: %s -> %s", l.Path, l.Kind, l.Before, l.After))
		}
		want := strings.Fields("")
		if c.loss != "" {
			want = []string{c.loss}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, want)
		}
	}
}
