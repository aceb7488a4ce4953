package verdict

import (
	"strings"
	"testing"

	"bale/result"
	"bale/runner/measure"
)

func TestFront(t *testing.T) {
	lines := []*Line{}
	for _, v := range []struct {
		codec          string
		enc, dec, size float64
		lossy, oneOnly bool
		noise          float64 // see Interval.Wide
	}{
		{codec: "floor", enc: 1, dec: 1, size: 1}, {codec: "fast", enc: 10, dec: 10, size: 50}, {codec: "small", enc: 30, dec: 30, size: 20},
		{codec: "beaten", enc: 31, dec: 30, size: 20}, {codec: "lossy", enc: 5, dec: 5, size: 5, lossy: true}, {codec: "empty", enc: 40, dec: 40},
		{codec: "equal", enc: 10, dec: 10, size: 50}, {codec: "noisy", enc: 1, dec: 1, size: 1, noise: 3}, {codec: "half", dec: 1, oneOnly: true, size: 1},
	} {
		interval := func(ns float64) result.Interval {
			return result.Interval{Lo: ns / max(1, v.noise), Center: ns, Hi: ns * max(1, v.noise)}
		}
		l := &Line{Row: &measure.Row{Codec: v.codec, Size: v.size, Status: measure.OK, Reference: v.codec == "floor"},
			Enc: &result.Cell{Ns: interval(v.enc)}, Dec: &result.Cell{Ns: interval(v.dec)}}
		if v.lossy {
			l.Row.Status = measure.Lossy
		}
		if v.oneOnly {
			l.Enc = nil
		}
		lines = append(lines, l)
	}
	MarkFront(lines)
	var front []string
	for _, l := range lines {
		if l.Front {
			front = append(front, l.Row.Codec)
		}
	}
	if got := strings.Join(front, " "); got != "fast small empty equal" {
		t.Errorf("the front is %s", got)
	}
}
