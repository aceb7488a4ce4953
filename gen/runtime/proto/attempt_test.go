package proto

import (
	"errors"
	"math"
	"testing"

	"bale/gen/runtime/core"
)

// TestLearn: the usual room is that of the longest message that is written to memory of the pool. A long one that is appended to a buffer is known, too,
// but no memory is allocated for the next one.
func TestLearn(t *testing.T) {
	const long, limit = core.MaxScratch + 4, core.MaxScratch
	for _, c := range []struct{ known, room, fresh, appended int }{
		{0, 100, 100, 100}, {100, 200, 200, 200}, {200, 100, 200, 200}, {limit, 100, limit, limit}, {limit, long, limit, -long}, {0, long + 3, 0, -long},
		{long, 2 * long, long, long}, {long, limit, long, long}, {long, limit / 2, limit / 2, limit / 2}, {-long, 2 * long, -long, -long},
		{-long, limit / 2, limit / 2, limit / 2},
	} {
		for fresh, want := range map[bool]int{true: c.fresh, false: c.appended} {
			var usual Usual
			usual.Store(int64(c.known))
			if Learn(&usual, c.room, fresh); usual.Load() != int64(want) {
				t.Errorf("%d, then %d, new message %v: got %d, want %d", c.known, c.room, fresh, usual.Load(), want)
			}
		}
	}
}

// TestLearnLong: there is room for a message like the latest four, if they were alike.
func TestLearnLong(t *testing.T) {
	var usual Usual
	usual.Store(160_000) // the attempt failed
	for i, c := range []struct{ n, want int }{
		{168_000, 178_500}, {400_000, -400_000}, {100_000, -100_000}, {100_003, -100_001}, {90_000, -90_002}, {96_000, 102_000}, {110_000, 116_875},
		{math.MaxInt32, -math.MaxInt32 + 3}, {math.MaxInt32, -math.MaxInt32 + 3}, {70_000, -70_000},
	} {
		if LearnLong(&usual, c.n); usual.Load() != int64(c.want) {
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
