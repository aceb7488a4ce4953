//go:build !unix

package harness

// cpuTime returns 0: the CPU time is not known on this system.
func cpuTime() int64 { return 0 }
