package harness

import (
	"strings"
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
		var text string
		for _, l := range losses {
			if strings.HasPrefix(l.Edge, "many elements") {
				text = l.After
			}
		}
		if refused := strings.HasPrefix(text, "not tried: a hundredth of the elements takes more than "); refused == tried || tried != (longest == 200_000) {
			t.Errorf("tried %v: %q, and the longest list has %d elements", tried, text, longest)
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
