package harness

import (
	"errors"
	"os"
	"os/exec"
	"sync/atomic"
	"testing"
	"time"
)

// TestWork checks that the pieces of a block add up to all operations, and that there are yardsticks before, between and after the pieces.
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
		if got := len(w.yardstickTimes()); got != c.want+c.goroutines*parts {
			t.Errorf("%+v: %d yardsticks", c, got)
		}
		if w.wallNs() <= 0 || w.gaugesNs() <= 0 {
			t.Errorf("%+v: wall time %v ns, gauges %v ns, want positive times", c, w.wallNs(), w.gaugesNs())
		}
	}
}

// TestGauges checks that a yardstick during which the collector ran does not take time from the operations.
func TestGauges(t *testing.T) {
	w := &work{handoffNs: 5, workers: []*worker{{spentNs: []float64{30, 3000, 30, 30, 30}}}}
	if got, want := w.gaugesNs(), 5+4*30+maxYardstick*30.; got != want {
		t.Errorf("got %g, want %g", got, want)
	}
}

// TestWallNs checks that the rates of goroutines with different numbers of operations add up.
func TestWallNs(t *testing.T) {
	w := &work{ops: 3000, workers: []*worker{{ops: 2000, piecesNs: 1e6}, {ops: 1000, piecesNs: 1e6}}}
	if got := w.wallNs(); got != 1e6 {
		t.Errorf("got %v", got)
	}
	w = &work{ops: 3000, workers: []*worker{{ops: 2000, piecesNs: 1e6}, {ops: 1000, piecesNs: 1e6}, {}}} // one goroutine took no pieces
	if got := w.wallNs(); got != 1e6 {
		t.Errorf("with an idle goroutine: got %v", got)
	}
}

// TestWorkFails checks that an error or panic of a goroutine is returned.
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
		t.Error("a panic is not returned as an error")
	}
}

// TestSpent checks that the time in which another process has the processor counts only if CPU time cannot be attributed.
func TestSpent(t *testing.T) {
	if cpuTime() == 0 {
		t.Skip("the CPU time is not known on this system")
	}
	var wall float64
	wait := func() {
		start := time.Now()
		if err := exec.Command(os.Args[0], "-test.run=^$").Run(); err != nil {
			t.Error(err)
		}
		wall = float64(time.Since(start))
	}
	if got := spent(true, wait); got >= wall {
		t.Errorf("alone: %g ns, and the wall time is %g", got, wall)
	}
	if got := spent(false, wait); got < wall {
		t.Errorf("with other goroutines: %g ns, less than the wall time %g", got, wall)
	}
}
