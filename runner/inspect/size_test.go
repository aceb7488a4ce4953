package inspect

import (
	"reflect"
	"testing"
	"time"
	"unsafe"
)

func TestSize(t *testing.T) {
	type two struct {
		S string
		P *int64
	}
	n := int64(1)
	for _, c := range []struct {
		v    any
		want uintptr
	}{
		{int64(1), 8},
		{"hello", unsafe.Sizeof("") + 5},
		{two{"abc", &n}, unsafe.Sizeof(two{}) + 3 + 8},
		{make([]int32, 10, 20), unsafe.Sizeof([]int32{}) + 40},
		{[]two{{S: "a"}, {P: &n}}, unsafe.Sizeof([]two{}) + 2*unsafe.Sizeof(two{}) + 1 + 8},
		{map[int32]string{1: "ab", 2: ""}, unsafe.Sizeof(map[int]int{}) + 2*(4+unsafe.Sizeof("")) + 2},
		{time.Now(), unsafe.Sizeof(time.Time{})},
		{[]any{nil, int64(1)}, unsafe.Sizeof([]any{}) + 2*unsafe.Sizeof(any(nil)) + 8},
	} {
		if got := Size(reflect.ValueOf(c.v)); got != int64(c.want) {
			t.Errorf("Size(%#v) = %d, want %d", c.v, got, c.want)
		}
	}
}

func TestHash(t *testing.T) {
	at := time.Unix(1, 2)
	same := [][2]any{
		{at.UTC(), at.In(time.FixedZone("", 60))},
		{map[string]int{"a": 1, "b": 2, "c": 3}, map[string]int{"c": 3, "b": 2, "a": 1}},
	}
	for _, p := range same {
		if Hash(reflect.ValueOf(p[0])) != Hash(reflect.ValueOf(p[1])) {
			t.Errorf("hashes of %v and %v differ", p[0], p[1])
		}
	}
	other := [][2]any{
		{[]int(nil), []int{}},
		{[]string{"a", "b"}, []string{"ab", ""}},
		{[]any{1}, []any{"1"}},
		{map[string]int{"a": 1, "b": 2}, map[string]int{"a": 2, "b": 1}},
		{uint64(1) << 63, uint64(0)},
		{at, at.Add(1)},
	}
	for _, p := range other {
		if Hash(reflect.ValueOf(p[0])) == Hash(reflect.ValueOf(p[1])) {
			t.Errorf("hashes of %v and %v are the same", p[0], p[1])
		}
	}
}

func TestHashes(t *testing.T) {
	h := Hashes(reflect.ValueOf([]string{"a", "b", "a"}))
	if len(h) != 3 || h[0] != h[2] || h[0] == h[1] || h[0] != Hash(reflect.ValueOf("a")) {
		t.Errorf("hashes %x", h)
	}
}

func TestLeaves(t *testing.T) {
	type sub struct {
		A int
		B []byte
	}
	type all struct {
		N    [3]uint16
		Key  [4]byte
		S    string
		T    time.Time
		P, Q *sub
		L    []sub
		M    map[string]int
		E    struct{}
	}
	v := all{P: &sub{}, L: make([]sub, 2), M: map[string]int{"x": 1}}
	// 3 + 1 + 1 + 1 + (1 + 2) + 1 + (1 + 2*2) + (1 + 2) + 0
	if n := Leaves(reflect.ValueOf(v)); n != 18 {
		t.Errorf("%d leaves, want 18", n)
	}
}
