package sample

import (
	"reflect"
	"strings"
	"testing"
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
		{"a byte order mark and an error", typeOf[item](), "\ufeff[{\"A\":\"x\"}]", nil, "line 1, column 9 (value 1): json: cannot unmarshal string"},
		{"null", typeOf[item](), " null\n", nil, "no values in it, only null"},
		{"null in an array", typeOf[item](), "[null]", []item{{}}, ""},
		{"empty array", typeOf[item](), " [ ]\n", nil, "no values in it, only an empty list"},
		{"unknown field", typeOf[item](), "{\"A\":1}\n{\"A\":2,\n  \"C\":3}\n", nil, `line 3, column 3 (value 2): json: unknown field "C"`},
		{"wrong type", typeOf[item](), "[{\"A\":1},\n {\"A\":\"x\"}]", nil, "line 2, column 9 (value 2): json: cannot unmarshal string"},
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
