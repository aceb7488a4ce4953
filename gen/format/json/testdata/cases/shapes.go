package cases

import (
	"strings"

	"example.org/json/other"
)

//bale:gen wire=json
type Tree struct {
	Name string           `json:"name"`
	Kids []Tree           `json:"kids,omitempty"`
	Next *Tree            `json:"next,omitempty"`
	By   map[string]*Tree `json:"by,omitempty"`
}

// Lists and Nest have no structs.
//
//bale:gen wire=json
type Lists []Lists

//bale:gen wire=json
type Nest map[string]Nest

//bale:gen wire=json
type Unnamed struct {
	A []struct {
		B map[string]struct {
			U *Unnamed
			C [2]struct{ D int }
		}
	}
}

//bale:gen wire=json
type RootInt int

//bale:gen wire=json
type RootString string

//bale:gen wire=json
type RootList []int

//bale:gen wire=json
type RootMap map[string]RootInt

//bale:gen wire=json
type RootArray [3]RootString

//bale:gen wire=json
type RootBytes []byte

//bale:gen wire=json
type RootBool bool

//bale:gen wire=json
type RootFloat float32

//bale:gen wire=json
type RootTime MyTime

//bale:gen wire=json
type RootPoints []other.Point

//bale:gen wire=json
type Outer struct {
	I Inner
	P *Inner
	L []Inner
	M map[string]Inner
	A [2]Inner
	X any
	N RootInt
	R RootMap
	S string
}

//bale:gen wire=json
type Inner struct {
	A int8
	B *Outer `json:",omitempty"`
	C string `json:"c"`
}

//bale:gen wire=json
type Generic struct {
	I other.Box[int]
	S other.Box[string]
	B *other.Box[Base]
	P Pair[string, []int]
	L []Pair[int8, Pair[MyString, *int]]
}

// Boxed has generic types whose arguments have generated methods, or hold types that have.
//
//bale:gen wire=json
type Boxed struct {
	P *other.Box[Inner]
	V other.Box[Held]
	L []Pair[string, *Inner]
	M *Pair[string, Held]
	N int
}

type Held struct{ I *Inner }

type Pair[K comparable, V any] struct {
	Key   K
	Value V       `json:"value"`
	All   map[K]V `json:",omitempty"`
}

//bale:gen wire=json
type Foreign struct {
	P  other.Point
	PP *other.Point
	L  other.Level
	LL []other.Level
	M  map[other.Level]other.Point
	H  other.Hidden
}

func deep(open, inner, end string, n int) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
}

func tree(n int) *Tree {
	v := &Tree{}
	for range n {
		v = &Tree{Name: "t", Next: v}
	}
	return v
}

func shapes() []Case {
	rootTexts := []string{`1`, `-1`, `"x"`, `null`, `[]`, `[1,2]`, `["a"]`, `{"a":1}`, `true`, `1.5`, `1e400`, `"aGk="`, `"2006-01-02T15:04:05Z"`, ` 1 `, `[1,"x",{}]`, `{"a":"x","b":2}`, `[{"x":1},{"y":"z"}]`, `[null]`, `["a","b","c","d"]`, `300`, `1 2`, `tru`, ``, ` `, `[`, `"`, `nul`, `-`, `[1,]`}
	return []Case{
		of("Tree", []string{
			`{"name":"a","kids":[{"name":"b","kids":[]},{}],"next":{"next":null},"by":{"x":{"name":"c"},"y":null}}`, `{"kids":[{"kids":[{"name":5}]}]}`, deep(`{"next":`, `{}`, `}`, 100), deep(`{"next":`, `{}`, `}`, 899), deep(`{"next":`, `{}`, `}`, 950), deep(`{"next":`, `{}`, `}`, 9999), deep(`{"next":`, `{}`, `}`, 10000),
			deep(`{"kids":[`, `{}`, `]}`, 4999), deep(`{"kids":[`, `{}`, `]}`, 5001), deep(`{"x":`, `1`, `}`, 10001), deep(`{"x":`, `1`, `}`, 10000), deep(`[`, ``, `]`, 20000), deep(`{"next":`, `{"name":1}`, `}`, 1200), `{"by":{"x":{"name":"new"}}}`, `{"kids":[{"name":"a"}],"kids":[{"next":{}}]}`, `{"next":{"name":"a"},"next":{"kids":[{}]}}`,
			deep(`{"next":`, `{}`, `}`, 1000) + " x", deep(`{"next":`, `{}`, `}`, 1000) + " ",
		}, func(v *Tree) {
			*v = Tree{Name: "a", Kids: make([]Tree, 1, 3), Next: &Tree{Name: "n"}, By: map[string]*Tree{"x": {Name: "old"}, "z": nil}}
			v.Kids[:3][2].Name = "old"
		},
			func(v *Tree) { v.Next = v }, func(v *Tree) { *v = *tree(100) }, func(v *Tree) { *v = *tree(898) }, func(v *Tree) { *v = *tree(1500) }, func(v *Tree) { *v = *tree(11000) }, func(v *Tree) { v.By = map[string]*Tree{"me": v} }, func(v *Tree) { v.Kids = make([]Tree, 1); v.Kids[0].Kids = v.Kids }),
		of("Lists", []string{`[[],[[]],null]`, `[[],1]`, deep("[", "", "]", 898), deep("[", "", "]", 1000), deep("[", "", "]", 10000), deep("[", "", "]", 10001), `{}`, `[[]`}, func(v *Lists) { *v = Lists{nil, {}, {{}}} }),
		of("Nest", []string{`{"a":{"b":{}},"c":null}`, `{"a":[]}`, `{"a":{"b":1},"c":{}}`, deep(`{"a":`, "{}", "}", 2000), deep(`{"a":`, "{}", "}", 9999), deep(`{"a":`, "{}", "}", 10000)}, func(v *Nest) { *v = Nest{"b": nil, "a": {"c": {}}} }, func(v *Nest) { *v = Nest{}; (*v)["a"] = *v }),
		of("Unnamed", []string{`{"A":[{"B":{"x":{"U":{"A":[]},"C":[{"D":1},{"D":2}]}}}]}`, `{"A":[{"B":{"x":{"U":{"A":[{"B":{"y":{"C":[{"D":"bad"}]}}}]}}}}]}`, `{"A":[{"b":{"x":{"c":[{"d":5}]}}}]}`}, func(v *Unnamed) {
			v.A = make([]struct {
				B map[string]struct {
					U *Unnamed
					C [2]struct{ D int }
				}
			}, 2, 4)
		}),
		of("RootInt", rootTexts, func(v *RootInt) { *v = -5 }), of("RootString", rootTexts, func(v *RootString) { *v = "<x>" }), of("RootList", rootTexts, func(v *RootList) { *v = append(make(RootList, 0, 5), 1, 2) }, func(v *RootList) { *v = RootList{} }),
		of("RootMap", rootTexts, func(v *RootMap) { *v = RootMap{"b": 1, "a": 2} }), of("RootArray", rootTexts, func(v *RootArray) { *v = RootArray{"a", "b", "c"} }), of("RootBytes", rootTexts, func(v *RootBytes) { *v = RootBytes("hello") }, func(v *RootBytes) { *v = RootBytes{} }),
		of("RootBool", rootTexts, func(v *RootBool) { *v = true }), of("RootFloat", rootTexts, func(v *RootFloat) { *v = 0.1 }), of("RootTime", rootTexts, func(v *RootTime) {}), of("RootPoints", rootTexts, func(v *RootPoints) { *v = RootPoints{{X: 1, Note: p("n")}} }),
		of("Outer", []string{
			`{"I":{"A":1,"c":"x"},"P":{"A":2,"B":{"S":"s"}},"L":[{"A":3},{"B":{"L":[{"A":4}]}}],"M":{"a":{"A":5}},"A":[{"A":6}],"X":{"A":7},"N":8,"R":{"x":9},"S":"t"}`, `{"I":{"A":300}}`, `{"L":[{"A":1},{"A":300,"c":"x"}]}`, `{"M":{"a":{"A":"x"}}}`, `{"P":{"B":{"I":{"B":{"N":"x"}}}}}`, `{"R":{"a":"x"}}`, `{"I":[]}`, `{"I":null,"P":null,"N":null}`, `{"I":{"a":1,"C":"y","b":{"s":"z"}}}`,
			`{"I":{"A":1}`, `{"I":{"A":1,"B":{"P":{"A":}}}}`, `{"I":{"A":01}}`,
		}, func(v *Outer) {
			*v = Outer{I: Inner{A: 1}, P: &Inner{B: &Outer{S: "x"}}, L: []Inner{{C: "<"}}, M: map[string]Inner{"b": {A: 1}, "a": {A: 2}}, X: &Inner{A: 3}, N: 4, R: RootMap{"r": 5}}
		}, func(v *Outer) { v.X = Inner{A: 1} }, func(v *Outer) { v.X = []Inner{{A: 1}} },
			func(v *Outer) { v.X = func() {} }, func(v *Outer) { v.P = &Inner{B: &Outer{X: func() {}}} }, func(v *Outer) { v.X = map[string]any{"a": &Inner{B: &Outer{X: make(chan int)}}} }),
		of("Inner", []string{`{"A":1,"B":{"I":{"A":2}},"c":"x"}`, `{"A":300}`, `{"B":{"X":[1]}}`, `{"B":{"I":{"A":"x"}}}`}, func(v *Inner) { v.B = &Outer{I: Inner{A: 5}} }),
		of("Generic", []string{
			`{"I":{"value":1,"more":[2],"next":{"value":3}},"S":{"value":"x"},"B":{"value":{"A":1}},"P":{"Key":"k","value":[1],"All":{"a":[2]}},"L":[{"Key":1,"value":{"Key":"k","value":5},"All":{"2":{}}}]}`, `{"I":{"value":"x"}}`, `{"P":{"value":1}}`, `{"L":[{"Key":300}]}`, `{"L":[{"All":{"x":{}}}]}`, `{"B":{"next":{"value":{"A":"x"}}}}`,
		}, func(v *Generic) {
			v.I.Next, v.B, v.P.All, v.L = &other.Box[int]{Value: 1}, &other.Box[Base]{}, map[string][]int{"b": nil, "a": {1}}, []Pair[int8, Pair[MyString, *int]]{{Key: 1}}
		}),
		of("Boxed", []string{
			`{"P":{"value":{"A":1,"B":{}},"more":[{"A":2}],"next":{"value":{"A":"x","c":"y"}}},"N":1}`, `{"V":{"value":{"I":{"A":"x","c":"y"}}},"N":1}`, `{"L":[{"Key":"a","value":{"A":300},"All":{"b":{"c":5}}}],"N":1}`,
			`{"M":{"Key":"a","value":{"I":{"A":1,"B":{"S":1}}},"All":{"b":{"I":{"c":"d"}}}},"N":1}`, `{"M":{"value":{"I":[]}},"N":1}`, `{"P":{"value":{"A":1,"c":"d"}},"V":{"value":{"I":{"c":"d"}}},"N":"x"}`,
		}, func(v *Boxed) {
			v.P, v.V.Value.I, v.L, v.M = &other.Box[Inner]{Value: Inner{A: 1}}, &Inner{A: 2}, []Pair[string, *Inner]{{Value: &Inner{C: "c"}}}, &Pair[string, Held]{}
		}),
		of("Foreign", []string{`{"P":{"x":1,"y":2.5,"note":"n","b":3},"PP":{"X":4},"L":"L5","LL":["L6","x"],"M":{"L7":{"x":8}},"H":{"Depth":1,"tag":"t","Name":"n"}}`, `{"L":5}`, `{"H":{"Depth":"x"}}`, `{"P":{"x":"y"}}`}, func(v *Foreign) {
			v.PP, v.LL, v.H = &other.Point{X: 1, Note: p("x")}, []other.Level{1}, other.HiddenValue()
		}, func(v *Foreign) { v.LL = []other.Level{13} }),
	}
}
