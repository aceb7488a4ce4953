package lab

import (
	"testing"
	"time"
)

// TestDisturbed checks that a share of a long block may be stolen.
func TestDisturbed(t *testing.T) {
	for _, c := range []struct {
		stolen int
		took   time.Duration
		want   bool
	}{
		{0, 10 * time.Millisecond, false},
		{1, 10 * time.Millisecond, false},
		{2, 10 * time.Millisecond, true},
		{2, 1990 * time.Millisecond, true},
		{2, 2 * time.Second, false},
		{13, 13 * time.Second, false},
		{14, 13 * time.Second, true},
	} {
		if got := disturbed(c.stolen, c.took); got != c.want {
			t.Errorf("%d ticks in %v: got %t", c.stolen, c.took, got)
		}
	}
}
