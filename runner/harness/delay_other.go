//go:build !linux

package harness

// runDelay reports that it is not known how long threads of this process were ready and waited for a processor.
func runDelay() (ns int64, known bool) { return 0, false }
