package show

import (
	"reflect"
	"strings"
	"testing"

	"bale/internal/cycles"
)

// TestCycles: writing and comparing values ends if they are cyclic, and does not overflow the stack if they are deep.
func TestCycles(t *testing.T) {
	for _, c := range cycles.Cases {
		t.Run(c.Name, func(t *testing.T) {
			v, same, other := c.Make(1), c.Make(1), c.Make(2)
			n := newTypes(&Type{}).node(v.Type(), "")
			if _, err := n.write(nil, v); err == nil || !strings.Contains(err.Error(), " contains itself") && !strings.Contains(err.Error(), errDeep.Error()) && !strings.Contains(err.Error(), "encountered a cycle") {
				t.Errorf("writing: %.200v", err)
			}
			if len(n.writing) > 0 {
				t.Errorf("%d values are still being written", len(n.writing))
			}
			if c.Name == "deep" {
				if n.same(v, same) {
					t.Error("deep values were compared")
				}
				return
			}
			var d, e differences
			n.diff(&d, v, same)
			n.diff(&e, v, other)
			if c.Name == "interface" || c.Name == "pointer to an interface" { // values of interfaces without a union are compared by reflect.DeepEqual
				return
			}
			if !n.same(v, same) || len(d.paths) > 0 {
				t.Errorf("equal values differ: %q", d.paths)
			}
			if c.Differs && (n.same(v, other) || len(e.paths) == 0) {
				t.Errorf("different values are the same: %q", e.paths)
			}
		})
	}
}

// A hidden type has binary methods, and memory with a cycle.
type hidden struct{ node *cycles.Node }

func (h hidden) MarshalBinary() ([]byte, error) { return []byte{byte(h.node.N)}, nil }
func (h *hidden) UnmarshalBinary(b []byte) error {
	h.node = &cycles.Node{N: int(b[0])}
	h.node.Next = h.node
	return nil
}

// TestHiddenCycle: a value whose fields have no JSON is written by its methods.
func TestHiddenCycle(t *testing.T) {
	var v hidden
	_ = v.UnmarshalBinary([]byte{5})
	n := newTypes(&Type{}).node(reflect.TypeOf(v), "")
	if b, err := n.write(nil, reflect.ValueOf(&v).Elem()); string(b) != `{"binary":"BQ=="}` || err != nil {
		t.Errorf("%s %v", b, err)
	}
}
