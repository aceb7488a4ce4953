package proto

import (
	"errors"
	"math"
	"testing"

	"bale/gen/runtime/core"
)

// TestLearn: the usual room is that of the longest message, unless messages are too long for memory of the pool.
func TestLearn(t *testing.T) {
	const long, limit = core.MaxScratch + 1, core.MaxScratch
	for _, c := range []struct{ known, room, want int }{
		{0, 100, 100}, {100, 200, 200}, {200, 100, 200}, {limit, 100, limit}, {limit, long, long}, {long, 2 * long, long}, {long, limit, long},
		{long, limit / 2, limit / 2}, {-long, 2 * long, -long}, {-long, limit / 2, limit / 2},
	} {
		var usual Usual
		usual.Store(int64(c.known))
		if Learn(&usual, c.room); usual.Load() != int64(c.want) {
			t.Errorf("%d, then %d: got %d, want %d", c.known, c.room, usual.Load(), c.want)
		}
	}
}

// TestLearnLong: there is room for a message like the latest two, if they were alike.
func TestLearnLong(t *testing.T) {
	var usual Usual
	for i, c := range []struct{ n, want int }{
		{160_000, -160_000}, {168_000, 178_500}, {168_100, 178_500}, {160_000, 178_500}, {158_000, 167_875}, {400_000, -400_000}, {100_000, -100_000},
		{101_000, 107_312}, {106_000, 112_625}, {60_000, 67_564}, {67_000, 71_187}, {3000, 3439}, {math.MaxInt32, -math.MaxInt32}, {math.MaxInt32, -math.MaxInt32},
	} {
		if LearnLong(&usual, c.n); usual.Load() != int64(c.want) {
			t.Errorf("message %d, of %d bytes: got %d, want %d", i, c.n, usual.Load(), c.want)
		}
	}
}

// TestLong: a message that needs much less than the room is copied.
func TestLong(t *testing.T) {
	w := make([]byte, 100_000)
	for _, n := range []int{0, 70_000, 79_999, 80_000, 100_000} {
		var usual Usual
		got := Long(w, n, &usual)
		if len(got) != n || cap(got)-n > n/4+16 {
			t.Errorf("%d bytes of %d: got %d and a capacity of %d", n, len(w), len(got), cap(got))
		}
		if same := n > 0 && &got[0] == &w[0]; same != (n >= 80_000) {
			t.Errorf("%d bytes of %d: in the same memory %v", n, len(w), same)
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
