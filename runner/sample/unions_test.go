package sample

import (
	"reflect"
	"strings"
	"testing"

	"bale/runner/inspect"
	"bale/runner/loss"
)

type (
	figure interface{ area() float64 }
	circle struct{ R float64 }
	square struct {
		Side int
		Next figure
	}
	group []figure
	label string

	drawing struct {
		Main  figure
		All   []figure
		Named map[string]figure
		Value any
		Plain any
		Inner struct{ Value []any }
	}
	shelf[T any] struct{ Item T }
)

func (circle) area() float64  { return 1 }
func (*square) area() float64 { return 2 }
func (group) area() float64   { return 3 }

const here = "bale/runner/sample."

var drawings = []inspect.Union{
	{Place: here + "figure", Members: []reflect.Type{typeOf[circle](), typeOf[*square](), typeOf[group]()}},
	{Place: here + "drawing.Value", Members: []reflect.Type{typeOf[string](), typeOf[label](), typeOf[[]any](), typeOf[*circle]()}},
	{Place: here + "drawing.Inner.Value[]", Members: []reflect.Type{typeOf[int]()}},
	{Place: here + "shelf[any].Item", Members: []reflect.Type{typeOf[uint8]()}},
}

// kindsOf counts the types of the values in interfaces, by their place in a drawing.
func kindsOf(list []drawing) map[string]int {
	seen := map[string]int{}
	see := func(at string, x any) {
		kind := at + " nil"
		if x != nil {
			kind = at + " " + strings.ReplaceAll(reflect.TypeOf(x).String(), "sample.", "")
		}
		seen[kind]++
	}
	for _, d := range list {
		see("Main", d.Main)
		for _, x := range d.All {
			see("All", x)
		}
		for _, x := range d.Named {
			see("Named", x)
		}
		see("Value", d.Value)
		if inner, ok := d.Value.([]any); ok {
			for _, x := range inner {
				see("Value[]", x)
			}
		}
		for _, x := range d.Inner.Value {
			see("Inner", x)
		}
	}
	return seen
}

func TestUnions(t *testing.T) {
	values := Values(typeOf[drawing](), 1, 500, drawings...)
	seen := kindsOf(values.Interface().([]drawing))
	for _, want := range strings.Split("Main circle,Main *square,Main group,Main nil,All circle,All *square,All group,Named circle,Named *square,Named group,"+
		"Value string,Value label,Value []interface {},Value *circle,Value nil,Value[] string,Value[] label,Value[] *circle,Inner int", ",") {
		if seen[want] == 0 {
			t.Errorf("never seen: %s; there are %v", want, seen)
		}
		delete(seen, want)
	}
	delete(seen, "Value[] []interface {}")
	for k := range seen {
		t.Errorf("seen: %s", k)
	}
	if inspect.Hash(values) != inspect.Hash(Values(typeOf[drawing](), 1, 500, drawings...)) {
		t.Error("one seed gave other values")
	}
	if losses := loss.Diff(values, inspect.Clone(values), 0); losses != nil {
		t.Errorf("a copy differs: %v", losses)
	}
	for _, v := range Values(typeOf[shelf[any]](), 1, 20, drawings...).Interface().([]shelf[any]) {
		if _, ok := v.Item.(uint8); v.Item != nil && !ok {
			t.Errorf("an instance of a generic type holds %T", v.Item)
		}
	}
	for _, v := range Values(typeOf[figure](), 1, 20, drawings...).Interface().([]figure) {
		if _, other := v.(interface{ other() }); other {
			t.Errorf("%T", v)
		}
	}
}

// TestUnionEdges: a list of a union has a nil element, and a type that contains itself through a union has a deep edge.
func TestUnionEdges(t *testing.T) {
	names := map[string]bool{}
	for _, e := range Edges(typeOf[drawing](), 1, drawings...) {
		names[e.Name] = true
		if e.Name == "deep" {
			depth := 0
			for f := e.Value.Interface().(drawing).Main; f != nil; depth++ {
				switch x := f.(type) {
				case *square:
					f = x.Next
				case group:
					f = nil
					if len(x) > 0 {
						f = x[0]
					}
				default:
					f = nil
				}
			}
			if depth < deepest {
				t.Errorf("the deep edge is %d deep", depth)
			}
		}
	}
	for _, want := range []string{"zero", "nil element", "infinity", "deep", "many elements: All"} {
		if !names[want] {
			t.Errorf("there is no edge %q: %v", want, names)
		}
	}
}

func TestUnionJSON(t *testing.T) {
	for _, c := range []struct {
		data string
		want drawing
		err  string
	}{
		{`{"Main": {"circle": {"R": 2}}, "Plain": {"circle": [1]}}`, drawing{Main: circle{2}, Plain: map[string]any{"circle": []any{1.0}}}, ""},
		{`{"main": {"square": {"Side": 1, "Next": {"circle": {"R": 3}}}}}`, drawing{Main: &square{1, circle{3}}}, ""},
		{`{"All": [null, {"group": [{"circle": {}}]}], "Named": {"a": {"circle": {}}}}`,
			drawing{All: []figure{nil, group{circle{}}}, Named: map[string]figure{"a": circle{}}}, ""},
		{`{"Value": {"label": "x"}, "Inner": {"Value": [{"int": 4}]}}`, drawing{Value: label("x"), Inner: struct{ Value []any }{[]any{4}}}, ""},
		{`{"Value": {"[]interface {}": [{"string": "y"}]}}`, drawing{Value: []any{"y"}}, ""},
		{`{"Main": null}`, drawing{}, ""},
		{`{"Main": {"oval": {}}}`, drawing{}, `line 1, column 11 (value 1): Main: unknown type "oval": want one of circle, square, group`},
		{`{"Main": {"circle": {}, "square": {}}}`, drawing{}, `line 1, column 25 (value 1): Main: a second type, "square", next to "circle": want one`},
		{`{"Main": {}}`, drawing{}, `line 1, column 10 (value 1): Main: want null or an object with the name of a type, as in {"circle": ...}`},
		{`{"Main": [1]}`, drawing{}, `line 1, column 10 (value 1): Main: want null or an object with the name of a type, as in {"circle": ...}`},
		{"{\"All\": [\n {\"circle\": { \"R\": 1,\n\"X\": 1}}]}", drawing{}, `line 3, column 1 (value 1): All[0].(circle): json: unknown field "X"`},
		{"{\"All\":\n[{\"group\": [ {\"circle\" : { \"R\" :\n \"x\"}}]}]}", drawing{},
			"line 3, column 2 (value 1): All[0].(group)[0].(circle).R: json: cannot unmarshal string into Go value of type"},
		{`{"Named": {"a": {"circle": {"R": true}}}}`, drawing{}, "line 1, column 34 (value 1): Named[a].(circle).R: json: cannot unmarshal bool"},
		{`{"Mian": null}`, drawing{}, `line 1, column 2 (value 1): json: unknown field "Mian"`},
		{`{"All": {}}`, drawing{}, "line 1, column 9 (value 1): All: json: cannot unmarshal object"},
	} {
		v, err := FromJSON(typeOf[drawing](), []byte(c.data), drawings...)
		switch {
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%s: error %v, want %s", c.data, err, c.err)
		case c.err == "" && err != nil:
			t.Errorf("%s: %v", c.data, err)
		case c.err == "" && !reflect.DeepEqual(v.Index(0).Interface(), c.want):
			t.Errorf("%s: %+v, want %+v", c.data, v, c.want)
		}
	}
}

type (
	payload  struct{ Data any }
	treeNode struct {
		Data any
		Next []treeNode
	}
)

// TestUnionsHoldNoNil checks that sample values have no nil pointer, slice or map in an interface: json decodes it as nil, so the row would lose
// data because of the union that the report advises.
func TestUnionsHoldNoNil(t *testing.T) {
	members := []reflect.Type{typeOf[[]any](), typeOf[map[string]any](), typeOf[[]treeNode](), typeOf[*treeNode](), typeOf[map[any]int](), typeOf[*[]any]()}
	for _, m := range append(members, nil) {
		list := members
		if m != nil {
			list = []reflect.Type{m}
		}
		unions := []inspect.Union{{Place: here + "payload.Data", Members: list}, {Place: here + "treeNode.Data", Members: list}}
		checkNoNil(t, m, Values(typeOf[payload](), 1, 500, unions...))
	}
}

// checkNoNil reports a nil pointer, slice or map in an interface of v, for members of a union.
func checkNoNil(t *testing.T, members reflect.Type, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.Interface:
		switch x := v.Elem(); x.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			if x.IsNil() {
				t.Fatalf("union of %v: an interface holds a nil %v", members, x.Type())
			}
		}
		checkNoNil(t, members, v.Elem())
	case reflect.Pointer:
		checkNoNil(t, members, v.Elem())
	case reflect.Slice:
		for k := range v.Len() {
			checkNoNil(t, members, v.Index(k))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			checkNoNil(t, members, v.MapIndex(k))
		}
	case reflect.Struct:
		for k := range v.NumField() {
			checkNoNil(t, members, v.Field(k))
		}
	}
}
