package harness

import (
	"errors"
	"sync/atomic"
	"testing"
)

// TestWork: the pieces of a block have all its operations together, whoever takes them, and a yardstick is before, between and after them.
func TestWork(t *testing.T) {
	for _, c := range []struct{ goroutines, n, pieces, want int }{
		{1, 1, 10, 1}, {1, 1000, 7, 7}, {2, 1001, 7, 14}, {3, 2, 5, 6}, {8, 100, 40, 320},
	} {
		var ops atomic.Int64
		b := &bench{}
		for range c.goroutines {
			b.loops = append(b.loops, map[string]func(int) error{"loop": func(n int) error {
				ops.Add(int64(n))
				return nil
			}})
		}
		w := newWork(b, "loop", c.n, c.pieces)
		if err := w.run(); err != nil {
			t.Fatal(err)
		}
		if got := int(ops.Load()); got != c.n*c.goroutines || w.pieces != c.want {
			t.Errorf("%+v: %d operations in %d pieces", c, got, w.pieces)
		}
		parts := 1
		if c.goroutines > 1 {
			parts = workParts
		}
		if got := len(w.yards()); got != c.want+c.goroutines*parts {
			t.Errorf("%+v: %d yardsticks", c, got)
		}
		if w.wallNs() <= 0 || w.gaugesNs() <= 0 {
			t.Errorf("%+v: it took %v and %v ns", c, w.wallNs(), w.gaugesNs())
		}
	}
}

// TestWallNs: goroutines that are not equally fast take other shares of the operations, and their rates add up.
func TestWallNs(t *testing.T) {
	w := &work{ops: 3000, workers: []*worker{{ops: 2000, timeNs: 1e6}, {ops: 1000, timeNs: 1e6}}}
	if got := w.wallNs(); got != 1e6 {
		t.Errorf("got %v", got)
	}
	w = &work{ops: 3000, workers: []*worker{{ops: 2000, timeNs: 1e6}, {ops: 1000, timeNs: 1e6}, {}}} // one had nothing to do
	if got := w.wallNs(); got != 1e6 {
		t.Errorf("with an idle one: got %v", got)
	}
}

// TestWorkFails: an error ends the goroutine that has it, and is the block's.
func TestWorkFails(t *testing.T) {
	bad := errors.New("bad")
	b := &bench{loops: []map[string]func(int) error{{"loop": func(int) error { return nil }}, {"loop": func(int) error { return bad }}}}
	if err := newWork(b, "loop", 1000, 100).run(); err != nil && err != bad {
		t.Errorf("got %v", err)
	}
	b.loops[0] = b.loops[1]
	if err := newWork(b, "loop", 1000, 100).run(); err != bad {
		t.Errorf("got %v", err)
	}
	b.loops[0] = map[string]func(int) error{"loop": func(int) error { panic("worse") }}
	b.loops = b.loops[:1]
	if err := newWork(b, "loop", 10, 2).run(); err == nil {
		t.Error("a panic is no error")
	}
}
