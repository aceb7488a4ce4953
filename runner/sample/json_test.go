package sample

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"bale/runner/inspect"
)

func TestFromJSON(t *testing.T) {
	type item struct {
		A int
		B string
	}
	type list []item
	for _, c := range []struct {
		name string
		typ  reflect.Type
		data string
		want any    // a []T
		err  string // what the error has to contain
	}{
		{"array", typeOf[item](), `[{"A":1},{"B":"x"}]`, []item{{A: 1}, {B: "x"}}, ""},
		{"lines", typeOf[item](), "{\"A\":1}\n{\"A\":2}\n\n", []item{{A: 1}, {A: 2}}, ""},
		{"pretty lines", typeOf[item](), "{\n\"A\":1\n} {\"A\":2}", []item{{A: 1}, {A: 2}}, ""},
		{"one", typeOf[item](), ` {"A":1} `, []item{{A: 1}}, ""},
		{"numbers", typeOf[int](), "1 2\n3", []int{1, 2, 3}, ""},
		{"slice lines", typeOf[list](), "[{\"A\":1}]\n[]\n", []list{{{A: 1}}, {}}, ""},
		{"slice array", typeOf[list](), `[[{"A":1},{"A":2}],[]]`, []list{{{A: 1}, {A: 2}}, {}}, ""},
		{"one slice", typeOf[list](), `[{"A":1},{"A":2}]`, []list{{{A: 1}, {A: 2}}}, ""},
		{"one empty slice", typeOf[list](), `[]`, []list{{}}, ""},
		{"slice of slices", typeOf[[][]int](), `[[1],[2]]`, [][][]int{{{1}, {2}}}, ""},
		{"bytes", typeOf[[]byte](), `["AQI=", "Aw=="]`, [][]byte{{1, 2}, {3}}, ""},
		{"empty file", typeOf[item](), "", nil, "no JSON value"},
		{"a byte order mark", typeOf[item](), "\ufeff[{\"A\":1},{\"A\":2}]", []item{{A: 1}, {A: 2}}, ""},
		{"a byte order mark and lines", typeOf[item](), "\ufeff{\"A\":1}\n{\"A\":2}", []item{{A: 1}, {A: 2}}, ""},
		{"a byte order mark and an error", typeOf[item](), "\ufeff[{\"A\":\"x\"}]", nil, "line 1, column 7 (value 1): A: json: cannot unmarshal string"},
		{"null", typeOf[item](), " null\n", nil, "no values in it, only null"},
		{"null in an array", typeOf[item](), "[null]", []item{{}}, ""},
		{"empty array", typeOf[item](), " [ ]\n", nil, "no values in it, only an empty list"},
		{"unknown field", typeOf[item](), "{\"A\":1}\n{\"A\":2,\n  \"C\":3}\n", nil, `line 3, column 3 (value 2): json: unknown field "C"`},
		{"wrong type", typeOf[item](), "[{\"A\":1},\n {\"A\":\"x\"}]", nil, "line 2, column 7 (value 2): A: json: cannot unmarshal string"},
		{"syntax", typeOf[item](), "{\"A\":1}\n{\"A\":2,}\n", nil, "line 2, column 8 (value 2): invalid character '}'"},
		{"cut off", typeOf[item](), "{\"A\":1}\n{\"A\":", nil, "line 2, column 6 (value 2): the file ends within a value"},
		{"no comma", typeOf[item](), `[{"A":1} {"A":2}]`, nil, "line 1, column 10"},
	} {
		v, err := FromJSON(c.typ, []byte(c.data))
		switch {
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%s: error %v, want %s", c.name, err, c.err)
		case c.err == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.err == "" && !reflect.DeepEqual(v.Interface(), c.want):
			t.Errorf("%s: %v, want %v", c.name, v, c.want)
		}
	}
}

// picky is a type whose method refuses some values.
type picky struct{ N int }

func (p *picky) UnmarshalJSON(b []byte) error {
	if err := json.Unmarshal(b, &p.N); err != nil {
		return err
	}
	if p.N > 3 {
		return errors.New("too many")
	}
	return nil
}

// pickyText is a type whose method refuses some texts.
type pickyText struct{ S string }

func (p *pickyText) UnmarshalText(b []byte) error {
	if p.S = string(b); p.S == "" {
		return errors.New("no text")
	}
	return nil
}

// TestJSONPosition checks that errors of a type's own methods, and all others, have the position of the value.
func TestJSONPosition(t *testing.T) {
	type embedded struct{ Deep []picky }
	type holder struct {
		Name string
		P    *picky
		T    pickyText
		Many map[string][]picky
		embedded
		N   int `json:"n,string"`
		Raw []byte
		At  time.Time
	}
	for _, c := range []struct{ data, err string }{
		{`{"Name":"x","P":3,"T":"a","Many":{"a":[1,2]},"Deep":[1],"n":"5","Raw":"AQI=","At":"2026-01-02T03:04:05Z"}`, ""},
		{"{\"Name\":\n\"P\",\"P\": 4}", "line 2, column 10 (value 1): P: too many"},
		{`{"P":"x"}`, "line 1, column 6 (value 1): P: json: cannot unmarshal string"},
		{`{"Name":"T", "T": ""}`, "line 1, column 19 (value 1): T: no text"},
		{"{\"Many\":{\"a\":[1,\n  2, 5]}}", "line 2, column 6 (value 1): Many[a][2]: too many"},
		{`{"Deep":[3, 9]}`, "line 1, column 13 (value 1): Deep[1]: too many"},
		{`{"n":"x"}`, "line 1, column 6 (value 1): N: json: invalid"},
		{`{"Raw":"A"}`, "line 1, column 8 (value 1): Raw: illegal base64"},
		{`{"Raw":[1,256]}`, "line 1, column 11 (value 1): Raw[1]: json: cannot unmarshal number 256"},
		{`{"At":"x"}`, "line 1, column 7 (value 1): At: parsing time"},
		{`{"Name":"Other", "Other":1}`, `line 1, column 18 (value 1): json: unknown field "Other"`},
	} {
		_, err := FromJSON(typeOf[holder](), []byte(c.data))
		if (err == nil) != (c.err == "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("%s: %v, want %s", c.data, err, c.err)
		}
	}
}

// TestUnionJSONString checks the tag option ",string" next to a union.
func TestUnionJSONString(t *testing.T) {
	type holder struct {
		U any
		N int   `json:",string"`
		P *bool `json:",string"`
	}
	unions := []inspect.Union{{Place: "bale/runner/sample.holder.U", Members: []reflect.Type{typeOf[int]()}}}
	v, err := FromJSON(typeOf[holder](), []byte(`{"U":{"int":1},"N":"5","P":"true"}`), unions...)
	if err != nil {
		t.Fatal(err)
	}
	if h := v.Index(0).Interface().(holder); h.N != 5 || h.U != 1 || h.P == nil || !*h.P {
		t.Errorf("%+v", h)
	}
	if _, err := FromJSON(typeOf[holder](), []byte(`{"U":{"int":1},"N":5}`), unions...); err == nil || !strings.HasPrefix(err.Error(), "line 1, column 20 (value 1): N: json: ") {
		t.Errorf("a number without quotes: %v", err)
	}
}
