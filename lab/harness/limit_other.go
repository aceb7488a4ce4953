//go:build !linux

package harness

// limitMemory does nothing where the kernel has no limit that fits the Go runtime.
func limitMemory(uint64) error { return nil }
