package harness

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestOwnShare checks how much of the time of a process is its own.
func TestOwnShare(t *testing.T) {
	at := time.Unix(0, 0)
	for _, c := range []struct {
		name             string
		wall, cpu, delay int64
		known            bool
		want             float64
	}{
		{"alone", 100, 100, 0, true, 1},
		{"others have the processor", 300, 100, 200, true, 1},
		{"waits", 300, 100, 0, true, 3},
		{"waits, and others have the processor", 300, 100, 50, true, 2.5},
		{"several threads", 100, 250, 30, true, 1},
		{"a thread has ended", 300, 100, -500, true, 3},
		{"not known", 300, 100, 0, false, 0},
		{"no CPU time", 300, 0, 0, true, 0},
	} {
		before := usage{at, 1000, 1000, true}
		u := usage{at.Add(time.Duration(c.wall)), 1000 + c.cpu, 1000 + c.delay, c.known}
		if got := u.ownShare(before); got != c.want {
			t.Errorf("%s: %g, want %g", c.name, got, c.want)
		}
	}
	if got := used(2).ownShare(used(2)); got != 0 {
		t.Errorf("on two processors: %g, want 0", got)
	}
}

// loops returns a bench with one loop, which calls op n times.
func loops(op func()) *bench {
	return &bench{loops: []map[string]func(int) error{{"loop": func(n int) error {
		for range n {
			op()
		}
		return nil
	}}}}
}

// TestWaitingBlock checks that the time in which another process works for an operation is part of a block's own time, and not of its CPU time.
func TestWaitingBlock(t *testing.T) {
	if !used(1).known {
		t.Skip("it is not known on this system how long processes wait for a processor")
	}
	block, err := loops(func() {
		if err := exec.Command(os.Args[0], "-test.run=^$").Run(); err != nil {
			t.Error(err)
		}
	}).block("loop", 2, 1e6, 1)
	if err != nil || block.OwnNs <= block.CPUNs {
		t.Errorf("own time %g ns, want more than the CPU time of %g ns; %v", block.OwnNs, block.CPUNs, err)
	}
}
