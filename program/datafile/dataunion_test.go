package datafile

import (
	"reflect"
	"strings"
	"testing"

	"bale/model/directive"
	"bale/program/datafile/testdata/jsontypes"
	"bale/runner/inspect"
	"bale/runner/sample"
)

// TestCheckUnions checks that values of unions are checked before anything is built, with their positions, as the runners check them.
func TestCheckUnions(t *testing.T) {
	m, err := directive.Load(t.Context(), ".", "./testdata/jsontypes", []string{"Drawing"})
	if err != nil {
		t.Fatal(err)
	}
	const pkg = "bale/program/datafile/testdata/jsontypes."
	unions := []inspect.Union{
		{Place: pkg + "Figure", Members: []reflect.Type{reflect.TypeFor[jsontypes.Circle](), reflect.TypeFor[*jsontypes.Square](), reflect.TypeFor[jsontypes.Figures]()}},
		{Place: pkg + "Drawing.Value", Members: []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[int8](), reflect.TypeFor[[]any](),
			reflect.TypeFor[map[string]any](), reflect.TypeFor[[]string]()}},
	}
	for _, c := range []struct{ data, want string }{
		{`{"Main":{"Circle":{"R":1}},"All":[null,{"Square":{"side":1,"Next":{"Figures":[]}}}],"N":"5"}`, ""},
		{`{"Main":null,"Value":{"string":"x"},"Plain":{"string":1}}`, ""},
		{`{"Value":{"[]any":[{"int8":1},{"string":"a"}]}} {"Value":{"[]interface {}":[]}} {"Value":{"map[string]any":{"a":{"int8":1}}}} {"Value":{"[]string":["a"]}}`, ""},
		{`{"Main":{"Circle":null}}`, ""},
		{`{"Main":5}`, `line 1, column 9 (value 1): Drawing.Main: found the number 5, want null or an object with the name of a type, as in {"Circle": ...}`},
		{`{"Main":{}}`, `line 1, column 9 (value 1): Drawing.Main: found an empty object`},
		{"{\"Main\":\n{\"Oval\":{}}}", `line 2, column 2 (value 1): Drawing.Main: unknown type "Oval": want one of Circle, Square, Figures`},
		{`{"Main":{"R":1,"Circle":{}}}`, `line 1, column 10 (value 1): Drawing.Main: unknown type "R"`},
		{`{"Main":{"Circle":{},"Square":{}}}`, `line 1, column 22 (value 1): Drawing.Main: found a second type, "Square", next to "Circle": want one`},
		{"{}\n{\"Main\":{\"Circle\":{\"R\":\n300}}}", `line 3, column 1 (value 2): Drawing.Main.(Circle).R: found the number 300, want a whole number from -128 to 127 (int8)`},
		{`{"All":[{"Square":{"Side":1,"Next":{"Figures":[{"Circle":{"X":1}}]}}}]}`,
			`column 59 (value 1): Drawing.All[0].(Square).Next.(Figures)[0].(Circle) has no field "X"`},
		{`{"Named":{"a":{"Main":{"Circle":{"Text":5}}}}}`, `column 41 (value 1): Drawing.Named["a"].Main.(Circle).Text: found the number 5, want a string`},
		{`{"Value":{"int8":"x"}}`, `column 18 (value 1): Drawing.Value.(int8): found the string "x"`},
		{`{"Value":{"[]string":[1]}}`, `column 23 (value 1): Drawing.Value.([]string)[0]: found the number 1, want a string`},
		{`{"Value":"x"}`, `column 10 (value 1): Drawing.Value: found the string "x", want null or an object with the name of a type, as in {"string": ...}`},
		{`{"N":5,"Main":null}`, "column 6 (value 1): Drawing.N: found the number 5"},
	} {
		err := checkValues([]byte(c.data), m.Roots[0])
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.data, err, c.want)
		}
		_, really := sample.FromJSON(reflect.TypeFor[jsontypes.Drawing](), []byte(c.data), unions...)
		if (err == nil) != (really == nil) {
			t.Errorf("%s: %v, but a runner returns %v", c.data, err, really)
		} else if err != nil && beforeColon(err) != beforeColon(really) {
			t.Errorf("%s: %v, and a runner has another position: %v", c.data, err, really)
		}
	}
}

// beforeColon returns the position in an error.
func beforeColon(err error) string {
	at, _, _ := strings.Cut(err.Error(), ":")
	return at
}
