package harness

import (
	"testing"

	"bale/runner/loss"
	"bale/runner/measure"
)

// TestNilOrEmpty checks that a codec that turns nil into empty has a loss of an edge value instead of sample values, and no loss if the kind or
// the field is ignored.
func TestNilOrEmpty(t *testing.T) {
	type order struct{ Tags []string }
	decode := func(tags []string) *order { return &order{tags} }
	a := Make(Spec[order, order]{
		Own: true,
		New: func(s *State[order, order]) map[string]func(int) error {
			return map[string]func(int) error{
				plainMode(measure.Fresh, measure.Copy).Loop(measure.Encode): func(int) error { s.OutBytes = []byte{1}; return nil },
				plainMode(measure.Fresh, measure.Copy).Loop(measure.Decode): func(int) error { s.OutValue = decode([]string{}); return nil },
			}
		},
		Samples: Own(false, func(_ uint64, n int) any { return make([]order, n) }),
	})
	p := a.check(source{Count: 2}, &Request{}, nil)
	if len(p.Losses) != 1 || p.Losses[0].Kind != loss.KindNilEmpty || p.Losses[0].Edge != nilEdge {
		t.Errorf("losses %+v, want one loss of the edge value %q", p.Losses, nilEdge)
	}
	for _, ignore := range []string{"nil", "order.Tags"} {
		if p := a.check(source{Count: 2}, &Request{Ignore: []string{ignore}}, nil); len(p.Losses) != 0 || p.Error != "" {
			t.Errorf("with %s ignored: error %q, losses %+v", ignore, p.Error, p.Losses)
		}
	}
}

// TestNilOrEmptyAfterReuse checks that the loops of a codec that only decodes into used values, some of which turn nil into empty, are
// measured.
func TestNilOrEmptyAfterReuse(t *testing.T) {
	type order struct{ Tags []string }
	decoded := 0
	a := Make(Spec[order, order]{
		Own: true,
		New: func(s *State[order, order]) map[string]func(int) error {
			return map[string]func(int) error{
				plainMode(measure.Reuse, measure.Copy).Loop(measure.Encode): func(int) error { s.OutBytes = []byte{1}; return nil },
				plainMode(measure.Reuse, measure.Copy).Loop(measure.Decode): func(int) error {
					s.OutValue = &order{}
					if decoded++; decoded > 4 { // after the check of the row
						s.OutValue.Tags = []string{}
					}
					return nil
				},
			}
		},
		Samples: Own(false, func(_ uint64, n int) any { return make([]order, n) }),
	})
	if p := a.check(source{Count: 4}, &Request{}, nil); p.Error != "" || len(p.Dropped) > 0 || len(p.Keys) != 2 {
		t.Errorf("error %q, dropped %v, loops %q", p.Error, p.Dropped, p.Keys)
	}
}
