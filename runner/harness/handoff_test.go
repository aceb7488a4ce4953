package harness

import (
	"runtime"
	"testing"
)

// TestHandoff checks that a measurement ends and is not negative for any number of goroutines, even with fewer processors.
func TestHandoff(t *testing.T) {
	if ns := handoffNs(1); ns != 0 {
		t.Errorf("one processor: got %v ns", ns)
	}
	for procs := 2; procs <= 5; procs++ {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		if ns := handoffNs(procs); ns < 0 {
			t.Errorf("%d processors: got %v ns", procs, ns)
		}
	}
}

// TestRing checks that goroutines take turns until the end, and that all of them stop when one stops.
func TestRing(t *testing.T) {
	for _, last := range []int{3, 100} {
		r := &ring{procs: 3, end: 30}
		done := make(chan bool)
		for i := 1; i < 3; i++ {
			go func() {
				r.pass(i, nil)
				done <- true
			}()
		}
		turns := 0
		r.pass(0, func() bool {
			turns++
			return turns < last
		})
		<-done
		<-done
		if want := min(last, 10); turns != want || r.turn.Load() != r.end {
			t.Errorf("stopped after %d turns at %d, want %d turns and %d", turns, r.turn.Load(), want, r.end)
		}
	}
}
