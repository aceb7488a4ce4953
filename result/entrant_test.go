package result

import "testing"

// TestTouchingIntervals checks that intervals with a common end are not apart: a codec whose interval is too wide then has no rank.
func TestTouchingIntervals(t *testing.T) {
	for _, c := range []struct {
		hi         float64
		fast, slow int // ranks
	}{{19, 1, 2}, {20, 0, 1}, {21, 0, 1}} {
		for _, reversed := range []bool{false, true} {
			fast := &entrant{codec: "fast", times: []float64{10, 10, 10, 10, 10, 10}, ns: Interval{Center: 10, Lo: 1, Hi: c.hi}}
			slow := &entrant{codec: "slow", times: []float64{30, 30, 30, 30, 30, 30}, ns: Interval{Center: 30, Lo: 20, Hi: 40}, narrow: true}
			list := []*entrant{fast, slow}
			if reversed {
				list = []*entrant{slow, fast}
			}
			rankEntrants(list, 0.01, 0.01)
			if fast.rank != c.fast || slow.rank != c.slow {
				t.Errorf("intervals up to %v and from 20: ranks %d and %d, want %d and %d", c.hi, fast.rank, slow.rank, c.fast, c.slow)
			}
		}
	}
}
