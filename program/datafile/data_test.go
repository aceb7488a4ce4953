package datafile

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"bale/model"
	"bale/program/datafile/testdata/jsontypes"
	"bale/runner/sample"
)

// TestCheckValues checks that the values that encoding/json accepts are accepted, and that others are errors with the position, the path of
// the field, the value and the expected kind of value.
func TestCheckValues(t *testing.T) {
	m, err := model.Load(t.Context(), ".", "./testdata/jsontypes", []string{"All", "Embeds", "Text", "Grid", "[]Line", "Tree", "Numbers"})
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]reflect.Type{"All": reflect.TypeFor[jsontypes.All](), "Embeds": reflect.TypeFor[jsontypes.Embeds](),
		"Text": reflect.TypeFor[jsontypes.Text](), "Grid": reflect.TypeFor[jsontypes.Grid](), "[]Line": reflect.TypeFor[[]jsontypes.Line](),
		"Tree": reflect.TypeFor[jsontypes.Tree](), "Numbers": reflect.TypeFor[jsontypes.Numbers]()}
	for _, c := range []struct{ root, data, want string }{
		{"All", `{}`, ""},
		{"All", `[]`, "no values in it, only an empty list"},
		{"All", ` `, "no JSON value in it"},
		{"All", `{} {`, "line 1, column 5 (value 2): the file ends within a value"},
		{"All", `{"Bool":true,}`, "line 1, column 14 (value 1): invalid character"},
		{"All", "{}\n7", "line 2, column 1 (value 2): All: found the number 7, want an object"},
		{"All", `[{"Bool":true}, {"Bool":null}]`, ""},
		{"All", `[null]`, ""},
		{"All", `null`, "no values in it, only null"},
		{"All", "\ufeff{} {\"Bool\":1}", "line 1, column 12 (value 2): All.Bool: found the number 1, want true or false"},
		{"All", "[{},\n {\"Bool\": 1}]", "line 2, column 11 (value 2): All.Bool: found the number 1, want true or false"},
		{"All", `{"Int8":127} {"Int8":128}`, "All.Int8: found the number 128, want a whole number from -128 to 127 (int8)"},
		{"All", `{"Int":1.5}`, "All.Int: found the number 1.5, want a whole number from -9223372036854775808 to 9223372036854775807 (int)"},
		{"All", `{"Int":1e3}`, "All.Int: found the number 1e3"},
		{"All", `{"Uint16":-1}`, "All.Uint16: found the number -1, want a whole number from 0 to 65535 (uint16)"},
		{"All", `{"Uint64":18446744073709551615}`, ""},
		{"All", `{"Uint64":18446744073709551616}`, "want a whole number from 0 to 18446744073709551615 (uint64)"},
		{"All", `{"Float32":1e38, "Float64":1e300}`, ""},
		{"All", `{"Float32":1e39}`, "All.Float32: found the number 1e39, want a number from -3.4028235e+38 to 3.4028235e+38 (float32)"},
		{"All", `{"Float64":1e309}`, "All.Float64: found the number 1e309, want a number from -1.7976931348623157e+308 to 1.7976931348623157e+308 (float64)"},
		{"All", `{"String":"é\n", "Bytes":"AQI="}`, ""},
		{"All", `{"String":["a"]}`, "All.String: found a list, want a string"},
		{"All", `{"Bytes":[1,2]}`, ""},
		{"All", `{"Bytes":"A"}`, `All.Bytes: found the string "A", want bytes in base64, or a list of numbers`},
		{"All", `{"Bytes":[1,256]}`, "All.Bytes[1]: found the number 256"},
		{"All", `{"Array":[1], "Raw":[1,2,3]}`, ""},
		{"All", `{"Raw":"AQI="}`, `All.Raw: found the string "AQI=", want a list`},
		{"All", `{"List":[{"SKU":"a","Count":1},{"Count":"2"}]}`, `line 1, column 41 (value 1): All.List[1].Count: found the string "2"`},
		{"All", `{"List":{}}`, "All.List: found an object, want a list"},
		{"All", `{"Lists":["AQI=",[1]]}`, ""},
		{"All", `{"Map":{"a":1,"b":200}}`, `All.Map["b"]: found the number 200`},
		{"All", `{"Numbers":{"1":"x","300":"y"}}`, `All.Numbers["300"] (the key): found the string "300", want a whole number from -128 to 127 (int8)`},
		{"All", `{"Addrs":{"1.2.3.4":true}}`, ""},
		{"All", `{"Keys":{"true":1}}`, `All.Keys["true"]: JSON has no such keys`},
		{"All", `{"Pointer":{"SKU":1}}`, "All.Pointer.SKU: found the number 1, want a string"},
		{"All", `{"Pointer":null, "Pointers":1}`, ""},
		{"All", `{"Time":"2026-01-02T03:04:05.678+01:00"}`, ""},
		{"All", `{"Time":"yesterday"}`, `All.Time: found the string "yesterday", want a time as in`},
		{"All", `{"Time":5}`, "All.Time: found the number 5, want a time"},
		{"All", `{"Span":5, "Addr":"1.2.3.4", "Big":123456789012345678901234567890, "Any":[1,{"a":null}]}`, ""},
		{"All", `{"Addr":5}`, "All.Addr: found the number 5, want a string (Addr has UnmarshalText)"},
		{"All", `{"Level":"high"}`, `All.Level: found the string "high"`},
		{"All", `{"Complex":1}`, "All.Complex: found the number 1, want nothing: JSON has no complex numbers"},
		{"All", `{"Anon":{"X":1}, "Kids":[{"Kids":[{}]}]}`, ""},
		{"All", `{"Anon":{"Y":1}}`, `All.Anon has no field "Y": did you mean X?`},
		{"All", `{"Kids":[{"Kids":[{},{"Int8":"x"}]}]}`, `All.Kids[0].Kids[1].Int8`},
		{"All", `{"other":"x", "-":"y", "OTHER":"z", "bool":true}`, ""},
		{"All", `{"Renamed":"x"}`, `All has no field "Renamed"`},
		{"All", `{"Hidden":"x"}`, `All has no field "Hidden"`},
		{"All", `{"private":1}`, `All has no field "private"`},
		{"All", `{"strong":1}`, `All has no field "strong": did you mean String?`},
		{"All", `{"List":[{"Nothing at all":1}]}`, `All.List[0] has no field "Nothing at all": it has SKU, Count`},
		{"All", `{"Quoted":"5", "qs":"\"x\"", "QuotedP":"true", "Bad":1}`, ""},
		{"All", `{"Quoted":5}`, "All.Quoted: found the number 5, want a whole number from -128 to 127 (int8) inside a string, as the tag says"},
		{"All", `{"Quoted":"500"}`, `All.Quoted: found the string "500"`},
		{"All", `{"qs":"x"}`, `All.QuotedS: found the string "x", want a string inside a string`},
		{"All", `{"ID":1, "Depth":2, "named":{"ID":1,"Same":"x"}, "FromHidden":3, "Same":5}`, ""},
		{"All", `{"ID":1000}`, "All.ID: found the number 1000"},
		{"All", `{"Depth":1000}`, "All.Depth: found the number 1000"},
		{"All", `{"Same":"x"}`, `All.Same: found the string "x"`},
		{"All", `{"Both":1}`, `All has no field "Both"`},
		{"All", `{"Tagged":"x"}`, ""},
		{"All", `{"Tagged":1}`, "All.Tag: found the number 1, want a string"},
		{"Embeds", `"2026-01-02T03:04:05Z"`, ""},
		{"Text", `"x" "y"`, ""},
		{"Text", `["x", "y"]`, ""},
		{"Text", `{"s":1}`, "Text: found an object, want a string (Text has UnmarshalText)"},
		{"Grid", `[[1],[2]]`, ""},
		{"Grid", `[[[1],[2]],[]]`, ""},
		{"Grid", `[[[1],[200]],[]]`, "(value 1): Grid[1][0]: found the number 200"},
		{"Tree", `[[], [[]]]`, ""},
		{"Tree", `[] [[], 5]`, "(value 2): Tree[1]: found the number 5, want a list"},
		{"Numbers", `[1, 2]`, ""},
		{"Numbers", `[[1], [2]]`, ""},
		{"[]Line", `[{"SKU":"a"}] []`, ""},
		{"[]Line", `[[{"SKU":"a"}],[{"Sku":"b","X":1}]]`, `(value 2): []Line[0] has no field "X"`},
	} {
		var root *model.Root
		for _, r := range m.Roots {
			if r.Expr == c.root {
				root = r
			}
		}
		err := checkValues([]byte(c.data), root)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %s: %v", c.root, c.data, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %s: %v, want %s", c.root, c.data, err, c.want)
		}
		if _, really := sample.FromJSON(types[c.root], []byte(c.data)); (err == nil) != (really == nil) {
			t.Errorf("%s: %s: %v, but a runner returns %v", c.root, c.data, err, really)
		}
	}
}

// TestCheckData checks that an error names the file relative to the working folder if the file is inside of it.
func TestCheckData(t *testing.T) {
	dir := t.TempDir()
	root := &model.Root{Expr: "int", Type: &model.Basic{Kind: model.Int}}
	file := filepath.Join(dir, "sub", "data.json")
	if err := Check(file, dir, root); err == nil || !strings.HasPrefix(err.Error(), "-data: open ") {
		t.Errorf("no file: %v", err)
	}
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("1 2\n\"x\""), 0o644); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]string{dir: filepath.Join("sub", "data.json"), t.TempDir(): file} {
		err := Check(file, from, root)
		if err == nil || !strings.HasPrefix(err.Error(), "-data: "+want+": line 2, column 1 (value 3): int: found") {
			t.Errorf("%v, want it to begin with %s", err, want)
		}
	}
}
