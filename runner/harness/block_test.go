package harness

import (
	"errors"
	"testing"
	"time"
)

// TestUntilSteady checks how many operations run until they are steady.
func TestUntilSteady(t *testing.T) {
	const us, ms = time.Microsecond, time.Millisecond
	for _, c := range []struct {
		name string
		slow map[int]time.Duration // by operation
		op   time.Duration
		want int
	}{
		{"even", nil, 10 * us, 65},
		{"first", map[int]time.Duration{0: 20 * ms}, 100 * us, 66},
		{"new types now and then", map[int]time.Duration{0: 20 * ms, 3: 8 * ms, 40: 5 * ms, 90: 9 * ms}, 100 * us, 155},
		{"a little slower", map[int]time.Duration{10: 400 * us}, 100 * us, 65},
		{"long", nil, 10 * ms, 3},
		{"long, first slow", map[int]time.Duration{0: 900 * ms}, 10 * ms, 4},
		{"longer", nil, 40 * ms, 2},
		{"longer, first slow", map[int]time.Duration{0: 900 * ms}, 40 * ms, 3},
		{"very long", nil, 3 * time.Second, 1},
	} {
		n := 0
		if err := untilSteady(func() (time.Duration, error) {
			took, ok := c.slow[n]
			if n++; !ok {
				took = c.op
			}
			return took, nil
		}); err != nil || n != c.want {
			t.Errorf("%s: %d operations, %v; want %d", c.name, n, err, c.want)
		}
	}
	bad := errors.New("bad")
	if err := untilSteady(func() (time.Duration, error) { return 0, bad }); err != bad {
		t.Errorf("got %v", err)
	}
}

// TestCalibrate checks that one slow call does not determine the number of operations in a block.
func TestCalibrate(t *testing.T) {
	const target = 5 * time.Millisecond
	for _, c := range []struct {
		name string
		slow int // the call that is slow
		took time.Duration
		want int
	}{
		{"no call is slow", -1, 0, 500},
		{"the first call is slow", 0, 2 * target, 500},
		{"a later call is slow", 1, 2 * target, 500},
		{"longer than four blocks", 0, 5 * target, 1}, // is not repeated
	} {
		calls := 0
		n, ns, err := calibrated(float64(target), func(n int) (float64, error) {
			took := time.Duration(n) * 10 * time.Microsecond
			if calls == c.slow {
				took = c.took
			}
			calls++
			return float64(took), nil
		})
		if err != nil || n != c.want || ns < 10e3 {
			t.Errorf("%s: %d operations of %.0f ns, %v; want %d", c.name, n, ns, err, c.want)
		}
	}
}

// TestOwnTime checks that calibration ignores the time of other programs, if it can.
func TestOwnTime(t *testing.T) {
	for _, c := range []struct {
		wall, cpu time.Duration
		procs     int
		want      float64
	}{{100, 30, 1, 30}, {100, 0, 1, 100}, {100, 120, 1, 100}, {100, 30, 2, 100}, {0, 0, 1, 1}} {
		if got := ownTime(c.wall, c.cpu, c.procs); got != c.want {
			t.Errorf("ownTime(%v, %v, %d) = %v, want %v", c.wall, c.cpu, c.procs, got, c.want)
		}
	}
}
