//go:build !linux

package harness

// limitMemory does nothing, because this system has no limit that is suitable for the Go runtime.
func limitMemory(uint64) error { return nil }
