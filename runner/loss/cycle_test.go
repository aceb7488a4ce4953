package loss

import (
	"testing"

	"bale/internal/cycles"
	"bale/runner/inspect"
)

// TestCycles: comparing and printing values ends if they are cyclic, and does not overflow the stack if they are deep.
func TestCycles(t *testing.T) {
	for _, c := range cycles.Cases {
		t.Run(c.Name, func(t *testing.T) {
			v, same, other := c.Make(1), c.Make(1), c.Make(2)
			losses := Diff(v, same, 0)
			if c.Name == "deep" {
				if len(losses) != 1 || losses[0].Before != "not compared" {
					t.Errorf("deep values: %v", losses)
				}
				return
			}
			if losses != nil || Diff(v, inspect.Clone(v), 0) != nil {
				t.Errorf("losses of an equal value: %v", losses)
			}
			if c.Differs != (Diff(v, other, 0) != nil) {
				t.Errorf("losses of another value: %v", Diff(v, other, 0))
			}
			d := differ{w: inspect.NewWorld(v.Type())}
			if text := d.print(v); text == "" || len(text) > maxPrinted {
				t.Errorf("printed as %q", text)
			}
		})
	}
}
