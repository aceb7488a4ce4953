package memory

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// A form is what trees or lists look like: how many elements there are at each depth.
type form struct {
	name  string
	count func(r *rand.Rand, depth, i int) int
}

// full is the form of elements that all have n, down to a depth.
func full(most, n int) form {
	return form{strconv.Itoa(n) + " elements, depth " + strconv.Itoa(most), func(_ *rand.Rand, depth, _ int) int {
		if depth < most {
			return n
		}
		return 0
	}}
}

// forms are wide and narrow, deep and shallow, and of elements that differ from those before them.
var forms = []form{
	full(9, 2), full(6, 3), full(5, 4), full(4, 6), full(3, 12), full(2, 40), full(1, 1), full(1, 3), full(1, 2000), full(2, 2), full(300, 1),
	{"the first has many", func(_ *rand.Rand, depth, i int) int {
		return map[bool]int{true: 700, false: 1}[i == 0] * min(1, max(0, 3-depth))
	}},
	{"the last has many", func(_ *rand.Rand, depth, i int) int { return []int{50, (i + 1) / 50 * 900, 0}[min(depth, 2)] }},
	{"more and more", func(_ *rand.Rand, depth, i int) int { return []int{60, i, 0}[min(depth, 2)] }},
	{"less and less", func(_ *rand.Rand, depth, i int) int { return []int{60, 60 - i, 0}[min(depth, 2)] }},
	{"random", func(r *rand.Rand, depth, _ int) int {
		return []int{9, r.IntN(9), r.IntN(7), r.IntN(5), r.IntN(3), 0}[min(depth, 5)]
	}},
	{"rarely many", func(r *rand.Rand, depth, _ int) int {
		return []int{30, r.IntN(50) / 49 * 400, r.IntN(50) / 49 * 100, 0}[min(depth, 3)]
	}},
	{"one in each", func(_ *rand.Rand, depth, _ int) int { return []int{1000, 1, 0}[min(depth, 2)] }},
}

func (f form) node(r *rand.Rand, depth, i int) PlainNode {
	n := PlainNode{Name: "some_file.go", Weight: 0.1, Touches: 1, Min: 1316289444, Max: uint64(i), Mean: 1316289444, Kids: []PlainNode{}}
	for i := range f.count(r, depth, i) {
		n.Kids = append(n.Kids, f.node(r, depth+1, i))
	}
	return n
}

func (f form) ref(r *rand.Rand, depth, i int) *PlainRef {
	n := &PlainRef{Name: strings.Repeat("x", i&15), Kids: []*PlainRef{}, Tags: []string{"a"}}
	for i := range f.count(r, depth, i) {
		n.Kids = append(n.Kids, f.ref(r, depth+1, i))
	}
	if i%4 == 1 {
		n.Next = &PlainRef{Kids: []*PlainRef{}, Tags: []string{}}
	}
	return n
}

// holder returns a holder of n elements, most of which take few bytes in a message.
func holder(n int) Holder {
	h := Holder{Items: []Item{}, Points: []int32{}, More: []*Item{}}
	for i := range n {
		x := Item{}
		if i%8 == 0 {
			x = Item{S: "some text", A: 1 << 40, B: int64(i), C: 3, D: 4, E: 1 << 20, F: 2, G: 3, H: 4}
		}
		h.Items, h.Points = append(h.Items, x), append(h.Points, int32(i))
		if i%3 == 0 {
			h.More = append(h.More, &x)
		}
	}
	return h
}

// values calls test with values of all types of the form.
func (f form) values(test func(plain, v any)) {
	r := rand.New(rand.NewPCG(1, 2))
	n := f.node(r, 0, 0)
	test(&n, new(Node))
	n.Tail = strings.Repeat("long text ", 10000)
	test(&n, new(Node))
	test(f.ref(r, 0, 0), new(Ref))
	hs := PlainHolders{List: []Holder{}}
	m := PlainMaps{Items: map[string]Holder{}, Nodes: map[string]PlainNode{}}
	l := PlainLists{Items: [][]Item{}, Bytes: [][]byte{}, Deep: [][][]int64{}}
	for i := range f.count(r, 0, 0) {
		k := f.count(r, 1, i)
		h := holder(k)
		hs.List = append(hs.List, h)
		m.Items["key "+strconv.Itoa(i)] = h
		m.Nodes["key "+strconv.Itoa(i)] = f.node(r, 1, i)
		l.Items, l.Bytes = append(l.Items, h.Items), append(l.Bytes, make([]byte, k))
		deep := [][]int64{}
		for i := range k {
			deep = append(deep, make([]int64, f.count(r, 2, i)))
		}
		l.Deep = append(l.Deep, deep)
	}
	test(&hs, new(Holders))
	hs.Tail = strings.Repeat("long text ", 10000)
	test(&hs, new(Holders))
	test(&m, new(Maps))
	test(&l, new(Lists))
}

// alive returns the memory that n values of type T take that decode decodes, and one of them.
func alive(t *testing.T, n int, typ reflect.Type, decode func(v any) error) (int, any) {
	t.Helper()
	list := make([]any, n)
	heap := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // the first leaves the memory of pools
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := heap()
	for i := range list {
		list[i] = reflect.New(typ).Interface()
		if err := decode(list[i]); err != nil {
			t.Fatal(err)
		}
	}
	after := heap()
	runtime.KeepAlive(list)
	return after - before, list[0]
}

// most is the number of bytes that a value may take in addition to twice those of encoding/json.
const most = 2048

// TestMemory checks that a decoded value takes at most twice the memory of one that encoding/json decodes, in every format.
func TestMemory(t *testing.T) {
	for i, f := range forms {
		if i%5 > 0 && os.Getenv("BALE_TEST") != "slow" { // all of them take a minute in all formats
			continue
		}
		f.values(func(plain, v any) {
			text, err := json.Marshal(plain)
			if err != nil {
				t.Fatal(err)
			}
			if err := v.(json.Unmarshaler).UnmarshalJSON(text); err != nil {
				t.Fatal(err)
			}
			n := 1 + 50000/len(text)
			want, _ := alive(t, n, reflect.TypeOf(plain).Elem(), func(v any) error { return json.Unmarshal(text, v) })
			for i := range reflect.TypeOf(v).NumMethod() {
				name, ok := strings.CutPrefix(reflect.TypeOf(v).Method(i).Name, "Marshal")
				if !ok {
					continue
				}
				b, err := reflect.ValueOf(v).Method(i).Interface().(func() ([]byte, error))()
				if err != nil {
					t.Fatal(err)
				}
				got, x := alive(t, n, reflect.TypeOf(v).Elem(), func(v any) error {
					return reflect.ValueOf(v).MethodByName("Unmarshal" + name).Interface().(func([]byte) error)(b)
				})
				t.Logf("%s: %s: %T: %d bytes, %.2f of those of encoding/json", f.name, name, v, got/n, float64(got)/float64(want))
				if got > 2*want+n*most {
					t.Errorf("%s: %s: a %T of %d bytes takes %d bytes of memory, and %d from encoding/json", f.name, name, v, len(b), got/n, want/n)
				}
				if again, err := x.(json.Marshaler).MarshalJSON(); name == "JSON" && (err != nil || string(again) != string(text)) {
					t.Errorf("%s: the value of %T differs, %v", f.name, v, err)
				}
			}
			runtime.KeepAlive(plain)
			runtime.KeepAlive(v)
			runtime.KeepAlive(text)
		})
	}
}
