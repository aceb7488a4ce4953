package inspect

import (
	"errors"
	"math/big"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"
)

// loud is a type whose methods must not be called.
type loud struct {
	text  string
	inner *loud
	Any   any
	List  []*loud
	Map   map[string]*loud
}

func (loud) MarshalText() ([]byte, error) { panic("called") }
func (*loud) UnmarshalText([]byte) error  { panic("called") }
func (loud) Equal(loud) bool              { panic("called") }
func (loud) String() string               { panic("called") }

// TestRead checks that cyclic, deeply nested, shared and large values are read, or given up at the limit.
func TestRead(t *testing.T) {
	cyclic := &loud{text: "a"}
	cyclic.inner, cyclic.Any, cyclic.List, cyclic.Map = cyclic, cyclic, []*loud{cyclic}, map[string]*loud{"": cyclic}
	deep := &loud{}
	for range 100_000 {
		deep = &loud{Any: deep}
	}
	shared := []any{"end"} // has 2^64 paths
	for range 64 {
		shared = []any{shared, shared}
	}
	type tree []tree
	self := make(tree, 1)
	self[0] = self
	var empty *loud
	for _, c := range []struct {
		name     string
		value    any
		limit    int
		complete bool
	}{
		{"cyclic", cyclic, 1000, true},
		{"deep", deep, 1_000_000, true},
		{"too deep", deep, 1000, false},
		{"shared", shared, 1000, true},
		{"list of itself", self, 1000, true},
		{"bytes", make([]byte, 1<<20), 1<<14 + 10, true},
		{"too many bytes", make([]byte, 1<<20), 1<<14 - 10, false},
		{"text", strings.Repeat("x", 1<<20), 1 << 13, false},
		{"numbers", make([]int64, 1<<10), 1000, true},
		{"too many elements", make([]loud, 1<<10), 1000, false},
		{"array", [4]*loud{cyclic}, 1000, true},
		{"big", big.NewFloat(1e300), 100, true},
		{"time", time.Now(), 100, true},
		{"nil", empty, 100, true},
		{"map", map[loudKey]int{{"a"}: 1}, 100, true},
	} {
		if got := Read(reflect.ValueOf(c.value), c.limit); got != c.complete {
			t.Errorf("%s: %v, want %v", c.name, got, c.complete)
		}
	}
}

type loudKey struct{ text string }

// TestReadInvalid checks that Read panics at invalid memory.
func TestReadInvalid(t *testing.T) {
	var broken string
	(*struct {
		at *byte
		n  int
	})(unsafe.Pointer(&broken)).n = 5
	defer func() {
		err, _ := recover().(error)
		if fault := runtime.Error(nil); !errors.As(err, &fault) {
			t.Errorf("got %v, want a runtime error", err)
		}
	}()
	Read(reflect.ValueOf(broken), 100)
}
