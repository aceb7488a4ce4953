package proto

import (
	"errors"
	"math"
	"testing"

	"bale/internal/bale/core"
)

// TestLearn: the usual room is that of the longest message that is written to memory of the pool.
func TestLearn(t *testing.T) {
	const long, limit = core.MaxScratch + 4, core.MaxScratch
	for _, c := range []struct{ known, room, want int }{
		{0, 100, 100}, {100, 200, 200}, {200, 100, 200}, {limit, 100, limit}, {limit, long, limit}, {0, long + 3, 0}, {long, 2 * long, long}, {long, limit, long},
		{long, limit / 2, limit / 2}, {-long, 2 * long, -long}, {-long, limit, limit},
	} {
		var usual Usual
		usual.Store(int64(c.known))
		if Learn(&usual, c.room); usual.Load() != int64(c.want) {
			t.Errorf("%d, then %d: got %d, want %d", c.known, c.room, usual.Load(), c.want)
		}
	}
}

// TestLearned: there is room for a message like the latest four, if they were alike.
func TestLearned(t *testing.T) {
	var usual Usual
	for i, c := range []struct{ n, want int }{
		{30_000, 33_814}, {60_000, core.MaxScratch}, {66_000, -66_000}, {70_000, -70_001}, {400_000, -400_000}, {100_000, -100_000}, {100_003, -100_001},
		{90_000, -100_002}, {96_000, 106_250}, {80_000, 106_250}, {100_100, 106_250}, {50_000, 56_314}, {math.MaxInt32, -math.MaxInt32 + 3},
		{math.MaxInt32, -math.MaxInt32 + 3}, {70_000, -70_000}, {80_000, -80_000}, {84_000, -84_001}, {88_000, -88_002}, {92_000, 97_750}, {98_000, -98_000},
	} {
		if Learned(&usual, c.n); usual.Load() != int64(c.want) {
			t.Errorf("message %d, of %d bytes: got %d, want %d", i, c.n, usual.Load(), c.want)
		}
	}
}

// TestLong: a message that needs much less than the room is copied, and the next one does not get that room.
func TestLong(t *testing.T) {
	w := make([]byte, 100_000)
	for n, want := range map[int]int{0: 64, 10_000: 11_314, 65_000: core.MaxScratch, 70_000: -70_000, 79_999: -79_996, 80_000: 100_000, 100_000: 100_000} {
		var usual Usual
		usual.Store(100_000)
		got := Long(w, n, &usual)
		if len(got) != n || cap(got)-n > n/4+16 {
			t.Errorf("%d bytes of %d: got %d and a capacity of %d", n, len(w), len(got), cap(got))
		}
		if same := n > 0 && &got[0] == &w[0]; same != (n >= 80_000) || usual.Load() != int64(want) {
			t.Errorf("%d bytes of %d: in the same memory %v, then %d", n, len(w), same, usual.Load())
		}
	}
}

// TestRetry: lack of room is a reason to encode a message again, and another error is none.
func TestRetry(t *testing.T) {
	e := &Output{Long: 9}
	if e.Changed("path", 3); e.Err == nil || !e.Retry(7) || e.Err != nil || e.End != 0 || e.Depth != 7 || e.Long != 9 {
		t.Errorf("after an attempt: %+v", e)
	}
	if e.Refuse(errors.New("another")); e.Retry(8) || e.Err == nil {
		t.Errorf("after another error: %+v", e)
	}
}
