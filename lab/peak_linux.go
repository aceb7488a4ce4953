package lab

import (
	"os"
	"syscall"
)

// peak is the most memory that an ended process ever had, in bytes.
func peak(p *os.ProcessState) uint64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return uint64(u.Maxrss) << 10
	}
	return 0
}
