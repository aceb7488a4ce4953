package harness

import (
	"slices"
	"testing"
	"time"

	"bale/measure"
)

// TestSlowEdge checks that a value with many elements is not tried if one with few takes too long, and that the row loses only this value.
func TestSlowEdge(t *testing.T) {
	longest := 0
	a := calls{
		marshal: func(v *order) ([]byte, error) {
			longest = max(longest, len(v.Lines))
			return encodeJSON(v)
		},
		decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON},
	}.adapter()
	for _, tried := range []bool{true, false} {
		limit := fewLimit
		if !tried {
			limit, longest = 0, 0
		}
		losses := checkWithin(a, limit)
		left := slices.ContainsFunc(losses, func(l measure.Loss) bool { return l.Kind == measure.NotTried && l.Edge == "many elements: Lines" })
		if left == tried || tried != (longest == 200_000) {
			t.Errorf("tried %v: the longest list has %d elements, and the losses are %+v", tried, longest, losses)
		}
		if row := (measure.Row{Status: measure.Lossy, Losses: losses}); row.LosesSamples() {
			t.Errorf("tried %v: the row loses sample values: %+v", tried, losses)
		}
	}
}

// checkWithin returns the losses of a check with another limit for values with few elements.
func checkWithin(a Adapter, limit time.Duration) []measure.Loss {
	defer func(was time.Duration) { fewLimit = was }(fewLimit)
	fewLimit = limit
	p := a.check(source{Count: 4}, &Request{Edges: true}, phases{})
	return p.Losses
}
