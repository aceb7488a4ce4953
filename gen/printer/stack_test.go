package printer

import "testing"

// TestOnStack: the arrays of one function have at most 2 KiB.
func TestOnStack(t *testing.T) {
	p := NewPrinter("own")
	for range 2 {
		p.Func("func f() {")
		for i, c := range []struct {
			n    int
			want bool
		}{{4096, false}, {1500, true}, {549, false}, {548, true}, {1, false}, {0, true}} {
			if got := p.OnStack(c.n); got != c.want {
				t.Errorf("%d: %d bytes: got %t", i, c.n, got)
			}
		}
	}
}
