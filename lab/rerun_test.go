package lab

import (
	"testing"
	"time"
)

// TestDisturbed checks that a share of a long block may be stolen.
func TestDisturbed(t *testing.T) {
	for _, c := range []struct {
		stolen int
		took   time.Duration
		want   bool
	}{
		{0, 10 * time.Millisecond, false},
		{1, 10 * time.Millisecond, false},
		{2, 10 * time.Millisecond, true},
		{2, 1990 * time.Millisecond, true},
		{2, 2 * time.Second, false},
		{13, 13 * time.Second, false},
		{14, 13 * time.Second, true},
	} {
		if got := disturbed(c.stolen, c.took); got != c.want {
			t.Errorf("%d ticks in %v: got %t", c.stolen, c.took, got)
		}
	}
}

// TestReruns checks that a block is run again at most three times, and that all reruns together take at most a tenth of the time.
func TestReruns(t *testing.T) {
	var r reruns
	for try := range 5 {
		if got, want := r.wanted(5, 10*time.Millisecond, try), try < maxReruns; got != want {
			t.Errorf("after %d reruns: got %t", try, got)
		}
	}
	if r.wanted(0, 10*time.Millisecond, 0) {
		t.Error("a block from which nothing was stolen is run again")
	}
	if r.wanted(500, 13*time.Second, 0) {
		t.Error("a block of 13 s is run again when all blocks took less than 130 s")
	}
	for _, took := range []time.Duration{10 * time.Millisecond, 13 * time.Second} {
		r := reruns{}
		for range 2000 {
			for try := 0; r.wanted(10000, took, try); try++ {
			}
		}
		if r.again > freeReruns+r.blocks/rerunShare || r.again < r.blocks/rerunShare/2 {
			t.Errorf("blocks of %v: reruns took %v of %v", took, r.again, r.blocks)
		}
	}
}
