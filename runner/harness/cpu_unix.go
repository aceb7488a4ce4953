//go:build unix

package harness

import "syscall"

// cpuTime returns the CPU time that this process has used, in ns, or 0 if it is not known.
func cpuTime() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
