package harness

import (
	"testing"
	"time"

	"bale/runner/loss"
	"bale/runner/measure"
)

// TestZone checks that a codec that drops zones has a loss of an edge value if the sample values are generated, and one of sample values if
// they are the user's own.
func TestZone(t *testing.T) {
	type order struct{ Placed time.Time }
	machine := time.FixedZone("", 2*60*60)
	a := Make(Spec[order, order]{
		Own: true,
		New: func(s *State[order, order]) map[string]func(int) error {
			return map[string]func(int) error{
				plainMode(measure.Fresh, measure.Copy).Loop(measure.Encode): func(int) (err error) {
					s.OutBytes, err = s.Values[0].Placed.MarshalBinary()
					return err
				},
				plainMode(measure.Fresh, measure.Copy).Loop(measure.Decode): func(int) error {
					s.OutValue = &order{}
					err := s.OutValue.Placed.UnmarshalBinary(s.Bytes[0])
					s.OutValue.Placed = s.OutValue.Placed.In(machine)
					return err
				},
			}
		},
	})
	for _, c := range []struct {
		given bool
		edge  string
	}{
		{false, zoneEdge}, {true, ""},
	} {
		p := a.check(source{Count: 16}, &Request{Given: c.given, Edges: true}, nil)
		zones := 0
		for _, l := range p.Losses {
			if l.Path != "Placed" || l.Kind == loss.KindZone && l.Edge != c.edge {
				t.Errorf("given %v: loss %+v, want the edge value %q", c.given, l, c.edge)
			}
			if l.Kind == loss.KindZone {
				zones++
			}
		}
		row := measure.Row{Status: measure.Lossy, Losses: p.Losses}
		if zones != 1 || row.LosesSamples() != c.given {
			t.Errorf("given %v: %d losses of zones; the row loses sample values: %v", c.given, zones, row.LosesSamples())
		}
	}
}
