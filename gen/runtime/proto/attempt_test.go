package proto

import (
	"errors"
	"testing"

	"bale/gen/runtime/core"
)

// TestLearn: the usual room is that of the longest message, unless messages are too long for an attempt.
func TestLearn(t *testing.T) {
	const long, limit = core.MaxScratch + 1, core.MaxScratch
	for _, c := range []struct{ known, room, want int }{
		{0, 100, 100}, {100, 200, 200}, {200, 100, 200}, {limit, 100, limit}, {limit, long, long}, {long, 2 * long, long}, {long, limit, long},
		{long, limit / 2, limit / 2},
	} {
		var usual Usual
		usual.Store(int64(c.known))
		if Learn(&usual, c.room); usual.Load() != int64(c.want) {
			t.Errorf("%d, then %d: got %d, want %d", c.known, c.room, usual.Load(), c.want)
		}
	}
}

// TestRetry: lack of room is a reason to encode a message again, and another error is none.
func TestRetry(t *testing.T) {
	e := new(Output)
	if e.Changed("path", 3); e.Err == nil || !e.Retry(7) || e.Err != nil || e.End != 0 || e.Depth != 7 {
		t.Errorf("after an attempt: %+v", e)
	}
	if e.Refuse(errors.New("another")); e.Retry(8) || e.Err == nil {
		t.Errorf("after another error: %+v", e)
	}
}
