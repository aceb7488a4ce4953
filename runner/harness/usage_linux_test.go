package harness

import (
	"runtime"
	"sync"
	"syscall"
	"testing"
)

// TestSeveralThreads checks that the CPU time of all threads counts in a sequential block: each operation has two threads that use 2 ms each.
func TestSeveralThreads(t *testing.T) {
	const burnNs, ops = 2e6, 5
	burn := func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		for start := threadTime(t); threadTime(t)-start < burnNs; {
		}
	}
	block, err := loops(func() {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
		var both sync.WaitGroup
		both.Go(burn)
		both.Go(burn)
		both.Wait()
	}).block("loop", ops, 1e6, 1)
	if want := float64(2 * burnNs * ops); err != nil || block.CPUNs < want {
		t.Errorf("CPU time %g ns, want at least %g; %v", block.CPUNs, want, err)
	}
}

// threadTime returns the CPU time of the current thread, in ns.
func threadTime(t *testing.T) int64 {
	const thread = 1 // RUSAGE_THREAD of Linux
	var u syscall.Rusage
	if err := syscall.Getrusage(thread, &u); err != nil {
		t.Error(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
