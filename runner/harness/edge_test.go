package harness

import (
	"slices"
	"testing"
	"time"

	"bale/runner/measure"
)

// TestCostlyEdge checks that a value with many elements is not tried if one with few takes too long or allocates too much, and that the row loses
// only this value.
func TestCostlyEdge(t *testing.T) {
	longest := 0
	a := calls{
		marshal: func(v *order) ([]byte, error) {
			longest = max(longest, len(v.Lines))
			return encodeJSON(v)
		},
		decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON},
	}.adapter()
	for _, x := range []struct {
		limit time.Duration
		bytes uint64
		tried bool
	}{{fewLimit, fewBytes, true}, {0, fewBytes, false}, {time.Hour, 1, false}} {
		longest = 0
		losses, tried := checkWithin(a, x.limit, x.bytes), x.tried
		left := slices.ContainsFunc(losses, func(l measure.Loss) bool { return l.Kind == measure.NotTried && l.Edge == "many elements: Lines" })
		if left == tried || tried != (longest == 200_000) {
			t.Errorf("%+v: the longest list has %d elements, and the losses are %+v", x, longest, losses)
		}
		if row := (measure.Row{Status: measure.Lossy, Losses: losses}); row.LosesSamples() {
			t.Errorf("%+v: the row loses sample values: %+v", x, losses)
		}
	}
}

// checkWithin returns the losses of a check with other limits for values with few elements.
func checkWithin(a Adapter, limit time.Duration, bytes uint64) []measure.Loss {
	defer func(limit time.Duration, bytes uint64) { fewLimit, fewBytes = limit, bytes }(fewLimit, fewBytes)
	fewLimit, fewBytes = limit, bytes
	p := a.check(source{Count: 4}, &Request{Edges: true}, nil)
	return p.Losses
}
