package unions

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	balecore "example.org/json/internal/bale/core"
	balejson "example.org/json/internal/bale/json"
)

type value interface {
	MarshalJSON() ([]byte, error)
	UnmarshalJSON(b []byte) error
	UnmarshalJSONAlias(b []byte) error
	DecodeJSON(b []byte) (int, error)
}

// TestTexts encodes values, and decodes the texts into the same values.
func TestTexts(t *testing.T) {
	square := &Square{W: 1, K: Circle{R: 2}}
	for _, c := range []struct {
		v    value
		text string
	}{
		{&Drawing{Shapes: []Shape{nil, Circle{R: 1}, square, Group{"a<b", nil}, map[string]Shape{"k": Names{"n"}}, Names(nil), &Point{"p"}}},
			`{"Name":"","Shapes":[null,{"circle":{"R":1,"At":"0001-01-01T00:00:00Z"}},{"\u003csq\u003e":{"W":1,"K":{"type":"circle","R":2,"At":"0001-01-01T00:00:00Z"}}},` +
				`{"Group":[{"String":"a\u003cb"},null]},{"StringShapeMap":{"k":{"Names":["n"]}}},{"Names":null},{"Point":"p"}],"Kinds":null,"Meta":null,"X":null}`},
		{&Drawing{Shapes: []Shape{(*Square)(nil), (*Point)(nil)}, One: Empty{}}, `{"Name":"","Shapes":[{"\u003csq\u003e":null},{"Point":null}],"Kinds":null,"one":{"type":"Empty"},"Meta":null,"X":null}`},
		{&Drawing{Meta: map[string]any{"a": []any{true, 1.5, map[string]any{"c": Circle{}}, nil, "s"}}},
			`{"Name":"","Shapes":null,"Kinds":null,"Meta":{"a":{"list":[{"Bool":true},{"Float64":1.5},{"map":{"c":{"Circle":{"R":0,"At":"0001-01-01T00:00:00Z"}}}},null,{"String":"s"}]}},"X":null}`},
		{&List{&Square{}, &Tree{Kids: []Kind{Empty{}}}, nil, &Square{W: 5, S: "x"}}, `[{"type":"Square","K":null},{"type":"Tree","Kids":[{"type":"Empty"}],"Name":""},null,{"type":"Square","W":5,"S":{"String":"x"},"K":null}]`},
		{&Drawing{X: map[string]any{"One": 1.0}}, `{"Name":"","Shapes":null,"Kinds":null,"Meta":null,"X":{"One":1}}`},
		{&Inner{S: OnRef{3}, Y: Zero{7}, Both: Zero{7}, Z: Zero{7}}, `{"S":{"OnRef2":3},"y":{"$type":"Zero","N":7}}`},
		{&Inner{S: &OnRef{3}}, `{"S":{"OnRef":3}}`},
		{&Inner{S: Own{[]int{1}}}, `{"S":{"Own":[1]}}`},
		{&Inner{S: time.Duration(4)}, `{"S":{"Duration":4}}`},
		{&Inner{S: []byte{1}}, `{"S":{"Bytes":"AQ=="}}`},
	} {
		b, err := c.v.MarshalJSON()
		if string(b) != c.text && !(strings.Contains(c.text, `{"S":`) && !balejson.OmitsZero) || err != nil {
			t.Errorf("got\n%s, error %v\nwant\n%s", b, err, c.text)
		}
		got := reflect.New(reflect.TypeOf(c.v).Elem()).Interface().(value)
		if err := got.UnmarshalJSON([]byte(c.text)); err != nil || !reflect.DeepEqual(got, c.v) && !strings.Contains(c.text, "OnRef2") {
			t.Errorf("%s: got %+v, error %v", c.text, got, err)
		}
	}
}

// TestDynamic checks that the form applies in generated code only.
func TestDynamic(t *testing.T) {
	for _, c := range []struct {
		x    any
		text string
	}{{&Square{K: Empty{}}, `{"K":{}}`}, {List{Empty{}}, `[{"type":"Empty"}]`}, {[]any{&List{Empty{}}}, `[[{"type":"Empty"}]]`}} {
		b, err := (&Drawing{X: c.x}).MarshalJSON()
		if !strings.HasSuffix(string(b), `"X":`+c.text+`}`) && balejson.OmitsZero || err != nil {
			t.Errorf("got %s, error %v, want %s", b, err, c.text)
		}
	}
}

// TestAddressable checks how encoding/json encodes values that are addressable or not.
func TestAddressable(t *testing.T) {
	for _, c := range []struct {
		v    any
		text string
	}{{List{Empty{}}, "[{}]"}, {&List{Empty{}}, `[{"type":"Empty"}]`}, {ByValue{Empty{}}, `{"K":{"type":"Empty"}}`}} {
		if b, err := json.Marshal(c.v); string(b) != c.text || err != nil {
			t.Errorf("got %s, error %v, want %s", b, err, c.text)
		}
	}
}

// sameAsPlain decodes a text, and as the specification does: by encoding/json with types that stand for unions.
func sameAsPlain[T any, P interface {
	*T
	value
}](t *testing.T, plain func(v *T) any, text string, fresh func() *T) error {
	t.Helper()
	got, want := fresh(), fresh()
	b := []byte(text)
	err := P(got).UnmarshalJSON([]byte(text))
	_, wanted := balejson.Unmarshal(baleJSONTypes{}, b, plain(want), true, false)
	if !reflect.DeepEqual(err, wanted) || !reflect.DeepEqual(got, want) {
		t.Errorf("%.200s: got\n%+v, error %v\nwant\n%+v, error %v", text, got, err, want, wanted)
	}
	return err
}

// TestErrors checks what is refused, and a part of what the error says.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"Shapes":[{"Circle":{}}]}`, `json: cannot unmarshal object with the unknown name "Circle" into Go struct field Drawing.Shapes of type unions.Shape`},
		{`{"Shapes":[{"CIRCLE":{}}]}`, `unknown name "CIRCLE"`},
		{`{"Shapes":[{"":{}}]}`, `unknown name ""`},
		{`{"Shapes":[{}]}`, "object without a name into Go"},
		{`{"Shapes":[{"circle":{},"Names":[]}]}`, "object with two names"},
		{`{"Shapes":[{"circle":{},"circle":{}}]}`, "object with two names"},
		{`{"Shapes":[ "circle" ]}`, "unmarshal string into"},
		{`{"Shapes":[[]]}`, "unmarshal array into"},
		{`{"Shapes":[1]}`, "unmarshal number into"},
		{`{"Shapes":[true]}`, "unmarshal bool into"},
		{`{"Shapes":[{"circle":7}]}`, "unmarshal number into Go struct field "},
		{`{"Shapes":[{"circle":{"R":"x"}}]}`, "unmarshal string into Go struct field "},
		{`{"Shapes":[{"Point":"wrong"}]}`, "wrong point"},
		{`{"Kinds":{"a":{}}}`, `object without "type" into Go`},
		{`{"Kinds":{"a":{"R":1,"TYPE":"circle"}}}`, `object without "type"`},
		{`{"Kinds":{"a":{"type":null}}}`, `object with a null as "type"`},
		{`{"Kinds":{"a":{"type":7}}}`, `object with a number as "type"`},
		{`{"Kinds":{"a":{"type":"Circle"}}}`, `object with "Circle" as "type"`},
		{`{"Kinds":{"a":{"type":""}}}`, `object with "" as "type"`},
		{`{"Kinds":{"a":{"type":"circle","type":"circle"}}}`, `object with two "type"`},
		{`{"Kinds":{"a":{"type":"circle","R":1,"type":7}}}`, `object with two "type"`},
		{`{"Kinds":{"a":{"type":"circle","R":[]}}}`, "unmarshal array into Go struct field "},
		{`{"Kinds":{"a":"circle"}}`, "unmarshal string into"},
		{`{"Name":1,"Kinds":{"a":{"type":"circle"}}}`, "unmarshal number into Go struct field Drawing.Name"},
		{`{"Kinds":{"a":{"type":"circle"}},"Name":1}`, "unmarshal number into Go struct field Drawing.Name"},
		{`{"Kinds":{"a":{"type":"circle"}},"Name":"x"`, "unexpected end of JSON input"},
		{`{"Shapes":[{"circle":{}]}`, "invalid character ']'"},
		{`{"Shapes":[{"circle":{}},{"Hex":1}]} x`, "invalid character 'x'"},
	} {
		for _, fresh := range []func() *Drawing{newDrawing, usedDrawing} {
			err := sameAsPlain(t, baleJSONPlain_Drawing, c.text, fresh)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got error %v, want one with %q", c.text, err, c.want)
			}
			var wrong *json.UnmarshalTypeError
			if strings.Contains(c.want, "object") && !errors.As(err, &wrong) {
				t.Errorf("%s: got error of type %T", c.text, err)
			}
		}
	}
}

func newDrawing() *Drawing { return new(Drawing) }

func usedDrawing() *Drawing {
	return &Drawing{Name: "n", Shapes: append(make([]Shape, 0, 3), &Square{W: 1, K: &Square{H: 7}}, Circle{R: 4}), Kinds: map[string]Kind{"a": &Square{W: 5}}, One: &Square{W: 2, H: 3, K: &Tree{Name: "t"}}}
}

// TestPaths checks the paths and offsets in errors, which are the same in all versions of Go.
func TestPaths(t *testing.T) {
	for _, c := range []struct {
		text, path string
		offset     int64
	}{
		{`{"Shapes":[null,{"Hex":{}}]}`, "Shapes", 23},
		{`{"Shapes":[null, {"Group":[{"circle":1}]}]}`, "Shapes.Group.circle", 38},
		{`{"Shapes":[{"Group":[{"circle":{"R":"x"}}]}]}`, "Shapes.Group.circle.R", 39},
		{`{"Kinds":{"a":{"type":"Square","S":{"Group":[{"circle":{"R":"x"}}]}}}}`, "Kinds.a.S.Group.circle.R", 63},
		{` {"one":{"R":"x","type":"circle"}}`, "one.R", 16},
		{`{"one":{"R":1,"type":"Circle"}}`, "one", 7},
		{`{"Meta":{"k":{"list":[{"map":{"x":7}}]}}}`, "Meta.k.list.map.x", 34},
	} {
		err := sameAsPlain(t, baleJSONPlain_Drawing, c.text, newDrawing)
		_, front := new(Drawing).DecodeJSON([]byte(c.text + " {}"))
		for _, err := range []error{err, front} {
			var wrong *json.UnmarshalTypeError
			if !errors.As(err, &wrong) || wrong.Field != c.path || wrong.Struct != "Drawing" || wrong.Offset != c.offset {
				t.Errorf("%s: got error %v, offset %d, want %s, %d", c.text, err, wrong.Offset, c.path, c.offset)
			}
		}
		strict := errorText(new(Strict).UnmarshalJSON([]byte(`{"D":` + c.text + `}`)))
		if !strings.Contains(strict, "field Strict.D."+c.path+" of type ") {
			t.Errorf("%s: got error %s", c.text, strict)
		}
	}
	const twice = `{"Shapes":[{"Hex":1}],"X":{"Hex":1}}` // a json.Decoder does not tell which of the two it is
	var whole, front *json.UnmarshalTypeError
	_, err := new(Drawing).DecodeJSON([]byte(twice))
	if !errors.As(new(Drawing).UnmarshalJSON([]byte(twice)), &whole) || !errors.As(err, &front) || whole.Offset != front.Offset+11 || whole.Field != "Shapes" {
		t.Errorf("got errors %v at %d and %v at %d", whole, whole.Offset, front, front.Offset)
	}
	if err := new(square).UnmarshalJSON([]byte(`{"B":1}`)); !strings.Contains(errorText(err), "cannot set embedded pointer to unexported struct") || strings.Contains(err.Error(), "Plain") {
		t.Errorf("got error %v", err)
	}
	err = new(List).UnmarshalJSON([]byte(`[{"type":"circle","R":""}]`))
	if want := "json: cannot unmarshal string into Go struct field List.R of type float64"; errorText(err) != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// TestRare checks texts that the code declines or that have rare forms.
func TestRare(t *testing.T) {
	for _, text := range []string{
		"null", `{"one":null}`, `{"ONE":{"type":"Square","w":8}}`, `{"one":{"w":8,"type":"Square"}}`, `{"one":{"type":"Square"},"ONE":{"type":"Tree"}}`, `{"one":{"type":"Square","h":1},"one":{"type":"Square","w":2}}`,
		`{"one":{"\u0074ype":"\u0053quare","\u0057":9}}`, ` { "one" : { "W" : 1 , "type" : "Square" , "H" : 2 } } `, `{"one":{"x":[{"type":"no"}],"type":"Tree","Kids":[{"Kids":[],"type":"Tree"},{"type":"Empty","a":{}}]}}`,
		`{"one":{ "type" : "Empty" }}`, `{"one":{"a":1,"type":"Empty"}}`, `{"one":{"a":1,"type":"Empty" ,"b":2}}`, `{"Shapes":[{"<sq>":{"w":3}}]}`, `{"Shapes":[{"\u003csq\u003e":{"W":3,"K":{"type":"Square","w":1}}}]}`, `{"Shapes":[{"<sq>":null}]}`,
		`{"Shapes":[{"circle":null},{"circle":{"r":1}}]}`, `{"Shapes":[ { "circle" : { } } ,null]}`, `{"Meta":{"a":{"list":null},"b":{"map":null},"c":{"Bool":null}}}`, `{"X":{"circle":{}}}`, `{"shapes":[{"Group":[{"Group":[{"circle":{"unknown":1}}]}]}]}`,
		`{"Shapes":[{"<sq>":{"W":1}},{"circle":{}},{"<sq>":{"W":1}}],"Name":1}`,
	} {
		for _, fresh := range []func() *Drawing{newDrawing, usedDrawing} {
			sameAsPlain(t, baleJSONPlain_Drawing, text, fresh)
		}
	}
}

// TestUsed checks that a pointer of the same member type is decoded into, and that other members are new.
func TestUsed(t *testing.T) {
	v := usedDrawing()
	square, list := v.One.(*Square), v.Shapes
	if err := v.UnmarshalJSON([]byte(`{"one":{"type":"Square","W":9},"Shapes":[{"circle":{"R":1}},{"circle":{}}]}`)); err != nil {
		t.Fatal(err)
	}
	if v.One != square || square.W != 9 || square.H != 3 || &list[0] != &v.Shapes[0] || !reflect.DeepEqual(v.Shapes, []Shape{Circle{R: 1}, Circle{}}) {
		t.Errorf("got %+v", v)
	}
	if err := v.UnmarshalJSON([]byte(`{"one":{"type":"Tree"}}`)); err != nil || square.W != 9 || !reflect.DeepEqual(v.One, &Tree{}) {
		t.Errorf("got %+v, error %v", v.One, err)
	}
	before := v.One // an error leaves the interface as it is
	if err := v.UnmarshalJSON([]byte(`{"one":{"type":"Square","W":"x"}}`)); err == nil || v.One != before {
		t.Errorf("got %+v, error %v", v.One, err)
	}
}

// TestRefused checks the errors of encoding.
func TestRefused(t *testing.T) {
	loop := make(Group, 1)
	loop[0] = loop
	tree := &Tree{}
	tree.Kids = []Kind{tree}
	m := map[string]Shape{}
	m["m"] = m
	for _, c := range []struct {
		v    Drawing
		want string
	}{
		{Drawing{Shapes: []Shape{1}}, "json: unsupported value: Shape holds a int, which is not in its union"},
		{Drawing{Shapes: []Shape{Square{}}}, "json: unsupported value: Shape holds a unions.Square, which is not in its union"},
		{Drawing{Meta: map[string]any{"a": 1}}, "json: unsupported value: any holds a int, which is not in its union"},
		{Drawing{One: (*Square)(nil)}, "json: unsupported value: Kind holds a nil *unions.Square, which has no fields"},
		{Drawing{One: Circle{R: math.NaN()}}, "json: unsupported value: NaN"},
		{Drawing{Shapes: loop}, "json: unsupported value: encountered a cycle via unions.Group"},
		{Drawing{One: tree}, "json: unsupported value: encountered a cycle via *unions.Tree"},
		{Drawing{Shapes: []Shape{m}}, "json: unsupported value: encountered a cycle via map[string]unions.Shape"},
		{Drawing{X: func() {}}, "json: unsupported type: func()"},
	} {
		_, err := c.v.MarshalJSON()
		if err == nil || err.Error() != c.want {
			t.Errorf("got error %v, want %s", err, c.want)
		}
		_, err = json.Marshal(map[string]any{"a": []any{&c.v}}) // which calls MarshalJSON
		var value *json.UnsupportedValueError
		var typ *json.UnsupportedTypeError
		if !errors.As(err, &value) && !errors.As(err, &typ) {
			t.Errorf("json.Marshal returns %v", err)
		}
	}
}

// nested returns a text of trees, each in another one, with the type in front of the other fields or after them.
func nested(n int, before, after string) string {
	return `[` + strings.Repeat(`{`+before+`"Kids":[`, n) + strings.Repeat(`]`+after+`}`, n) + `]`
}

func TestDeep(t *testing.T) {
	for _, text := range []string{nested(3, `"type":"Tree",`, ""), nested(300, "", `,"type":"Tree"`), nested(600, `"type":"Tree",`, "")} {
		var v, w List
		if err := v.UnmarshalJSON([]byte(text)); err != nil {
			t.Fatal(err)
		}
		b, err := v.MarshalJSON()
		if err != nil || w.UnmarshalJSON(b) != nil || !reflect.DeepEqual(v, w) {
			t.Errorf("got %.200s, error %v", b, err)
		}
	}
	long := strings.Repeat("x", 1<<14)
	const refused = "List: unions are nested too deep to decode a text that does not fit the type or has rare forms: nest them less deep"
	for _, c := range []struct{ text, want string }{
		{nested(400, `"Name":"`+long[:1<<12]+`","type":"Tree",`, ""), ""},
		{nested(1100, `"type":"Tree",`, ""), ""}, // by encoding/json
		{nested(4000, `"type":"Tree",`, ""), refused},
		{nested(300, "", `,"type":"Tree","Name":"`+long+`"`), refused},
		{nested(300, `"type":"Tree","Name":"`+long+`",`, `,"KIDS":7`), refused},
		{nested(4000, `"type":"Tree",`, "") + " x", "invalid character 'x' after top-level value"},
		{nested(30, `"type":"Tree","Name":"`+long+`",`, `,"KIDS":7`), "json: cannot unmarshal number"},
	} {
		if err := new(List).UnmarshalJSON([]byte(c.text)); !strings.HasPrefix(errorText(err), c.want) || (err == nil) != (c.want == "") {
			t.Errorf("%.100s: got error %.200v, want %s", c.text, err, c.want)
		}
		if n, err := new(List).DecodeJSON([]byte(c.text)); (err == nil) != (c.want == "") && !strings.HasSuffix(c.text, "x") || err == nil && n != len(c.text) {
			t.Errorf("%.100s: DecodeJSON returns %d, error %.200v, want %s", c.text, n, err, c.want)
		}
	}
	var deep Kind
	for range 1100 {
		deep = &Tree{Kids: []Kind{&Square{K: deep, S: Group{Circle{}}}}}
	}
	text, err := List{deepSquares(1100)}.text() // nil unions with omitempty
	if null := strings.Contains(text, `"S":null`); err != nil || null == balejson.OmitsZero || strings.Count(text, "Square") != 1100 {
		t.Errorf("got %.300s, error %v", text, err)
	}
	b, err := List{deep}.text()
	if err != nil || !strings.Contains(b, `"K":{"type":"Tree","Kids":[{"type":"Square",`) || strings.Count(b, `"S":`) != 1100 {
		t.Errorf("got %.300s, error %v", b, err)
	}
}

func deepSquares(n int) Kind {
	var deep Kind
	for range n {
		deep = &Square{K: deep}
	}
	return deep
}

func (v List) text() (string, error) {
	b, err := v.MarshalJSON()
	return string(b), err
}

func TestLimits(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"L":{"t":"l","S":"123"},"S":[null,{"String":"1234"}]}`, ""},
		{`{"L":{"t":"l","S":"1234"}}`, "Long.S: longer than the type allows"},
		{`{"L":{"S":"1234","t":"l"}}`, "Long.S: longer than the type allows"},
		{`{"S":[null,null,null]}`, "Limited.S: longer than the type allows"},
		{`{"S":[{"Names":[` + strings.Repeat(`"",`, 1000) + `""]}]}`, "Limited: takes more memory than is allowed: raise //bale:memory above Limited"},
	} {
		err := new(Limited).UnmarshalJSON([]byte(c.text))
		if got := errorText(err); got != c.want {
			t.Errorf("%.100s: got error %q, want %q", c.text, got, c.want)
		}
	}
	defer func(n int) { balecore.MaxDepth = n }(balecore.MaxDepth)
	balecore.MaxDepth = 5
	if got := errorText(new(List).UnmarshalJSON([]byte(nested(2, `"type":"Tree",`, "")))); got != "" {
		t.Error(got)
	}
	if got := errorText(new(List).UnmarshalJSON([]byte(nested(3, `"type":"Tree",`, "")))); !strings.Contains(got, "nested too deep") {
		t.Errorf("got %q", got)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestStrict(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"K":{"type":"circle","r":1},"S":{"circle":{}}}`, ""},
		{`{"K":{"R":1,"type":"circle"},"Lib":{"a":{"circle":{"R":1}}}}`, ""},
		{`{"K":{"type":"circle","X":1}}`, `json: unknown field "X"`},
		{`{"K":{"X":1,"type":"circle"}}`, `json: unknown field "X"`},
		{`{"S":{"circle":{"X":1}}}`, `json: unknown field "X"`},
		{`{"Lib":{"a":{"circle":{"X":1}}}}`, `json: unknown field "X"`},
		{`{"D":{"Shapes":[{"Group":[{"<sq>":{"K":{"type":"Tree","Kids":[{"type":"circle","X":1}]}}}]}]}}`, `json: unknown field "X"`},
		{`{"D":{"Meta":{"a":{"list":[{"Circle":{"X":1}}]}}}}`, `json: unknown field "X"`},
	} {
		if got := errorText(new(Strict).UnmarshalJSON([]byte(c.text))); got != c.want {
			t.Errorf("%s: got error %q, want %q", c.text, got, c.want)
		}
	}
}

// TestAlias checks that strings in members may refer to the text.
func TestAlias(t *testing.T) {
	if !balecore.Aliases {
		t.Skip("with the tag purego, strings are copied")
	}
	b := []byte(`{"Shapes":[{"Names":["abc"]},{"String":"def"}]}`)
	v := new(Drawing)
	if err := v.UnmarshalJSONAlias(b); err != nil {
		t.Fatal(err)
	}
	copy(b, strings.Repeat("x", len(b)))
	if v.Shapes[0].(Names)[0] != "xxx" || v.Shapes[1].(string) != "xxx" {
		t.Errorf("got %v", v.Shapes)
	}
}

// TestFast checks that the code decodes and encodes unions itself: encoding/json takes many times as many allocations.
func TestFast(t *testing.T) {
	v := List{}
	for i := range 100 {
		v = append(v, Circle{R: float64(i)}, &Square{W: i}, &Tree{Name: "name"})
	}
	b, err := v.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() { new(List).UnmarshalJSON(b) }); n > 420 {
		t.Errorf("decoding 300 members takes %v allocations", n)
	}
	if n := testing.AllocsPerRun(10, func() { v.MarshalJSON() }); n > 110 {
		t.Errorf("encoding 300 members takes %v allocations", n)
	}
}

// TestLeftOut decodes a list in which encoding/json decodes the elements, because of the escape. They have the size that they have in the list.
func TestLeftOut(t *testing.T) {
	v := Folder{Items: []Item{{cache: [3]int{1, 2, 3}}, {cache: [3]int{4, 5, 6}}}}
	if err := v.UnmarshalJSON([]byte(`{"Items":[{"\u0053hape":{"circle":{"R":1}}},{"Shape":{"circle":{"R":2}}}]}`)); err != nil {
		t.Fatal(err)
	}
	for i, item := range v.Items {
		if c, ok := item.Shape.(Circle); !ok || c.R != float64(i+1) {
			t.Errorf("item %d is %+v", i, item)
		}
	}
}
