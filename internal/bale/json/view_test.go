package json

import (
	"encoding/json"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// A tree is a type with methods, for which plainTree stands.
type tree struct {
	Name  string
	L, R  *tree
	List  []tree
	Same  []tree
	Map   map[string]*tree
	Any   any
	Union face
	Mutex sync.Mutex
	base
	own   int
	Named label
	Array [2]*tree
}

func (*tree) MarshalJSON() ([]byte, error) { panic("called") }
func (*tree) UnmarshalJSON([]byte) error   { panic("called") }

type (
	base      struct{ Base []tree }
	label     string
	face      interface{ face() }
	member    struct{ N int }
	plainTree struct {
		Name  string
		L, R  *plainTree
		List  []plainTree
		Same  []plainTree
		Map   map[string]*plainTree
		Any   any
		Union union
		Mutex sync.Mutex
		plainBase
		own   int
		Named plainLabel
		Array [2]*plainTree
	}
	plainBase  struct{ Base []plainTree }
	plainLabel string
	union      struct{ V face }
)

func (*member) face() {}

var _ = plainTree{}.own // which only package reflect reads

func (u union) MarshalJSON() ([]byte, error) { return json.Marshal(u.V) }
func (u *union) UnmarshalJSON(b []byte) error {
	x, _ := u.V.(*member)
	err := json.Unmarshal(b, &x)
	u.V = x
	return err
}

// TestView checks that a value behind a view is encoded and decoded as the type that stands for its own, in the memory that it has.
func TestView(t *testing.T) {
	m := &member{N: 1}
	v := &tree{Name: "a", R: &tree{Name: "r", own: 8}, List: make([]tree, 1, 3), Map: map[string]*tree{"old": {Name: "o"}, "kept": {Name: "k"}}, Any: 1.5, Union: m, own: 7, Named: "n"}
	v.L = v // a cycle
	v.Same = v.List[:2]
	v.Array[1] = &v.List[0]
	list, r, kept, old := v.List, v.R, v.Map["kept"], v.Map
	cyclic := &tree{}
	cyclic.L = cyclic
	if _, err := Marshal(none{}, View[plainTree](cyclic)); err == nil || !strings.Contains(err.Error(), "encountered a cycle via *json.plainTree") {
		t.Errorf("encoding a cycle: error %v", err)
	}
	text := `{"L":null,"R":{"Name":"new"},"List":[{"Name":"first"},{"Name":"second"}],"Map":{"old":{"Named":"x"},"more":{}},"Union":{"N":2},"Base":[{"Name":"in base"}],"Named":"label","Any":[1]}`
	if n, err := Unmarshal(none{}, []byte(text), View[plainTree](v), true, false); err != nil || n != len(text) {
		t.Fatal(n, err)
	}
	switch {
	case v.L != nil, v.R != r, r.Name != "new", r.own != 8, v.own != 7:
		t.Errorf("pointers: got %+v", v)
	case len(v.List) != 2, &v.List[0] != &list[0], v.List[0].Name != "first", v.Same[1].Name != "second", v.Array[1].Name != "first":
		t.Errorf("lists: got %+v", v)
	case reflect.ValueOf(v.Map).Pointer() != reflect.ValueOf(old).Pointer(), len(old) != 3, old["kept"] != kept, old["old"].Named != "x", old["old"].Name != "", old["more"] == nil:
		t.Errorf("maps: got %+v", v.Map)
	case v.Union != face(m), m.N != 2, len(v.Base) != 1, v.Base[0].Name != "in base", v.Named != "label", !reflect.DeepEqual(v.Any, []any{1.0}):
		t.Errorf("got %+v", v)
	}
	v.Any, v.Map, v.Array = nil, nil, [2]*tree{}
	got, err := Marshal(none{}, View[plainTree](v))
	want := `{"Name":"a","L":null,"R":{"Name":"new","L":null,`
	if err != nil || !strings.HasPrefix(string(got), want) || strings.Count(string(got), `"second"`) != 2 || !strings.Contains(string(got), `"Union":{"N":2},"Mutex":{},"Base":[{"Name":"in base"`) {
		t.Errorf("got %s, %v", got, err)
	}
	if _, err := Unmarshal(none{}, []byte(`{"Name":"changed","List":[{"Name":1}]}`), View[plainTree](v), true, false); err == nil || v.Name != "changed" {
		t.Errorf("a text of another type: got %q, %v", v.Name, err)
	}
	if _, err := Unmarshal(none{}, []byte(`{}`), View[plainTree]((*tree)(nil)), true, false); err == nil || err.Error() != "json: Unmarshal(nil *json.plainTree)" {
		t.Errorf("nil: error %v", err)
	}
	if c := Cast[tree](&plainTree{Name: "x", List: []plainTree{{Name: "y"}}}); c.Name != "x" || c.List[0].Name != "y" {
		t.Errorf("got %+v", c)
	}
}
