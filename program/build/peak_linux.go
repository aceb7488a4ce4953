package build

import (
	"os"
	"syscall"
)

// peakMemory returns the maximum resident memory of an ended process, in bytes, or 0 if it is unknown. Linux counts the memory of the
// process that started another one as the other's, until execve (ru_maxrss in getrusage(2) starts with the old value), so a maximum that
// is not above this process's own tells nothing: the race detector alone made tests of this package use 400 MB.
func peakMemory(p *os.ProcessState) uint64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	var own syscall.Rusage
	if !ok || syscall.Getrusage(syscall.RUSAGE_SELF, &own) != nil || u.Maxrss <= own.Maxrss {
		return 0
	}
	return uint64(u.Maxrss) << 10
}
