package harness

import (
	"reflect"
	"testing"
	"time"
	"unsafe"
)

// TestShares checks for which values copies of their memory share memory with them.
func TestShares(t *testing.T) {
	type hidden struct{ list []int }
	type closed struct {
		List []int
		n    int
	}
	type named struct {
		Name string
		At   time.Time
		Next *named
		Tags map[string][]byte
	}
	at := time.Unix(1, 0)
	for _, test := range []struct {
		name string
		v    any
		want bool
	}{
		{"numbers", [3]int{1, 2, 3}, false},
		{"text, lists and pointers", named{Name: "a", At: at.UTC(), Next: &named{At: at.Local()}, Tags: map[string][]byte{"a": {1}}}, false},
		{"location", named{Next: &named{At: at.In(time.FixedZone("A", 60))}}, true},
		{"location in a list", []named{{}, {At: at.In(time.FixedZone("A", 60))}}, true},
		{"unexported", hidden{list: []int{1}}, true},
		{"unexported and nil", hidden{}, false},
		{"exported and unexported", closed{[]int{1}, 2}, true},
		{"interface", []any{1}, true},
		{"nil interface", []any{nil}, false},
		{"function", map[string]func(){"a": func() {}}, true},
		{"address", unsafe.Pointer(t), true},
	} {
		if got := sharesMemory(reflect.ValueOf(test.v)); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
