package lab

import (
	"os"
	"syscall"
)

// peakMemory returns the maximum resident memory of an ended process, in bytes.
func peakMemory(p *os.ProcessState) uint64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return uint64(u.Maxrss) << 10
	}
	return 0
}
