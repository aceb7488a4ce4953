package harness

import (
	"encoding/json"
	"errors"
	"testing"

	"bale/runner/measure"
)

// TestOnlyEncodes: the messages of a serializer without a decoder are checked by Spec.Decode, and tasks that examine a decoder are errors.
func TestOnlyEncodes(t *testing.T) {
	type order struct{ Name string }
	written := func(name string) string { return name }
	a := Make(Spec[order, order]{
		Own:    true,
		Decode: func(b []byte, v *order) error { return json.Unmarshal(b, v) },
		New: func(s *State[order, order]) map[string]func(int) error {
			return map[string]func(int) error{
				plainMode(measure.Fresh, measure.Copy).Loop(measure.Encode): func(int) (err error) {
					s.OutBytes, err = json.Marshal(order{written(s.Values[0].Name)})
					return err
				},
			}
		},
		Samples: Own(false, func(_ uint64, n int) any {
			list := make([]order, n)
			for i := range list {
				list[i].Name = "a"
			}
			return list
		}),
	})
	src := source{Count: 2}
	if p := a.check(src, &Request{}, nil); p.Error != "" || len(p.Losses) > 0 || len(p.Keys) != 1 || len(p.Dropped) > 0 {
		t.Errorf("check: %+v", p)
	}
	written = func(string) string { return "b" }
	if p := a.check(src, &Request{}, nil); len(p.Losses) != 1 {
		t.Errorf("check of wrong messages: %+v", p)
	}
	if c, err := a.firstCalls(src); err != nil || c.Encode == 0 || c.Decode != 0 {
		t.Errorf("first calls: %+v, %v", c, err)
	}
	for name, do := range map[string]func() error{
		"memory":  func() error { _, err := a.memoryUse(src); return err },
		"heap":    func() error { _, err := a.underLiveHeap(src, 1); return err },
		"attack":  func() error { _, err := a.newAttacker(src); return err },
		"columns": func() error { _, err := a.columns(nil, nil); return err },
	} {
		if err := do(); !errors.Is(err, errOnlyEncodes) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
