package harness

import "syscall"

// rlimitData is RLIMIT_DATA of Linux, which syscall does not name on every architecture.
const rlimitData = 2

// limitMemory makes the kernel refuse this process more than limit bytes of private memory:
// the Go runtime then stops with "out of memory", and no other process suffers.
func limitMemory(limit uint64) error {
	return syscall.Setrlimit(rlimitData, &syscall.Rlimit{Cur: limit, Max: limit})
}
