package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
)

// TestCollectLate checks that the collector has its settings back after the first collection.
func TestCollectLate(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	defer debug.SetGCPercent(debug.SetGCPercent(123))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	collectLate()
	if limit := debug.SetMemoryLimit(-1); limit != firstCollection {
		t.Errorf("the limit is %d, want %d", limit, firstCollection)
	}
	for range 1000 { // the cleanup runs some time after the collection
		runtime.GC()
		if debug.SetMemoryLimit(-1) == math.MaxInt64 {
			break
		}
	}
	if limit, percent := debug.SetMemoryLimit(-1), debug.SetGCPercent(123); limit != math.MaxInt64 || percent != 123 {
		t.Errorf("after the collection the limit is %d and GOGC is %d", limit, percent)
	}
	t.Setenv("GOGC", "50")
	if collectLate(); debug.SetMemoryLimit(-1) != math.MaxInt64 {
		t.Error("a user's setting is not kept")
	}
}
