package core

import (
	"math"
	"strconv"
	"testing"
	"time"
)

// TestZone checks that offsets outside of 32 bits count as UTC.
func TestZone(t *testing.T) {
	for offset, want := range map[int64]int{
		0: 0, 3600: 3600, -12345: -12345, math.MaxInt32: math.MaxInt32, math.MinInt32: math.MinInt32,
		math.MaxInt32 + 1: 0, math.MinInt32 - 1: 0, 1 << 40: 0,
	} {
		if strconv.IntSize == 32 && offset != int64(int32(offset)) {
			continue
		}
		at := time.Unix(1, 0).In(time.FixedZone("", int(offset)))
		if got := Zone(&at); got != want {
			t.Errorf("%d: got %d, want %d", offset, got, want)
		}
	}
}
