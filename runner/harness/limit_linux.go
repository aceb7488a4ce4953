package harness

import "syscall"

// rlimitData is RLIMIT_DATA of Linux, which syscall does not name on every architecture.
const rlimitData = 2

// limitMemory limits the private memory of this process to limit bytes. Beyond that, the Go runtime stops with "out of memory", and other
// processes are not affected.
func limitMemory(limit uint64) error {
	return syscall.Setrlimit(rlimitData, &syscall.Rlimit{Cur: limit, Max: limit})
}
