package inspect

import (
	"reflect"
	"runtime/debug"
	"testing"

	"bale/internal/cycles"
)

// TestCycles: each walk over a value ends if the value is cyclic, and does not overflow the stack if it is deep.
func TestCycles(t *testing.T) {
	for _, c := range cycles.Cases {
		t.Run(c.Name, func(t *testing.T) {
			v, same, other := c.Make(1), c.Make(1), c.Make(2)
			hash := Hash(v)
			if Hash(Clone(v)) != hash {
				t.Error("a clone differs")
			}
			if Hash(same) != hash {
				t.Error("hashes of equal values differ")
			}
			if c.Differs && Hash(other) == hash {
				t.Error("hashes of different values are the same")
			}
			defer debug.SetMaxStack(debug.SetMaxStack(8 << 20)) // a recursive function would overflow it
			size, leaves := Size(v), Leaves(v)
			if again := Size(same); size <= int64(v.Type().Size()) || again != size {
				t.Errorf("sizes are %d and %d", size, again)
			}
			if again := Leaves(same); leaves < 2 || again != leaves {
				t.Errorf("leaves are %d and %d", leaves, again)
			}
			copied := Clone(v)
			if Size(copied) != size || Leaves(copied) != leaves {
				t.Error("a clone has another size")
			}
			if !Read(v, 1<<30) {
				t.Error("not all of the value was read")
			}
		})
	}
}

// TestCloneCycle: a clone of a cycle is a cycle of new memory.
func TestCloneCycle(t *testing.T) {
	v := cycles.Cases[0].Make(7)
	c := Clone(v).Interface().(*cycles.Node)
	if c.Next != c || c == v.Interface().(*cycles.Node) || c.N != 7 {
		t.Errorf("the clone is %p %+v of %+v", c, c, v)
	}
}

func TestHoldsItself(t *testing.T) {
	type flat struct {
		A [3]string
		M map[string][]*int
	}
	for _, c := range []struct {
		t    reflect.Type
		want bool
	}{
		{reflect.TypeFor[flat](), false}, {reflect.TypeFor[[]flat](), false}, {reflect.TypeFor[*cycles.Node](), true},
		{reflect.TypeFor[cycles.Node](), true}, {reflect.TypeFor[cycles.Pointer](), true}, {reflect.TypeFor[cycles.Map](), true}, {reflect.TypeFor[map[string]any](), true},
	} {
		if got := HoldsItself(c.t); got != c.want {
			t.Errorf("%v: %t", c.t, got)
		}
	}
}
