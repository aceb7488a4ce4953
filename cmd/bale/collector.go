package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// firstCollection is the size in bytes of the memory at which the garbage is first collected. Most commands end before.
const firstCollection = 128 << 20

// collectLate postpones the first garbage collection, and restores the settings of the collector after it. By default, the first collection is
// at 4 MiB, and a quarter of the processor time of bale gen for a small package, 0.09 of 0.35 s, is the collector's. Settings of the user are kept.
func collectLate() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	limit := debug.SetMemoryLimit(firstCollection)
	percent := debug.SetGCPercent(-1)
	runtime.AddCleanup(&struct{ _ *int }{}, func(percent int) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}, percent)
}
