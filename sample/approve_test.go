package sample

import (
	"encoding/json"
	"errors"
	"testing"
)

// status accepts only some values, and its list must not be nil, like go-ethereum's Receipt.
type status struct {
	Kind  int8
	Name  string
	Items []int
}

func (s *status) MarshalJSON() ([]byte, error) {
	type plain status
	return json.Marshal((*plain)(s))
}

func (s *status) UnmarshalJSON(b []byte) error {
	type plain status
	if err := json.Unmarshal(b, (*plain)(s)); err != nil {
		return err
	}
	if s.Kind < 0 || s.Kind > 1 || s.Items == nil {
		return errors.New("no such status")
	}
	return nil
}

// never refuses all values except zero, and nothing refuses zero as well.
type (
	never   struct{ N int }
	nothing struct{ N int }
)

func (n never) MarshalText() ([]byte, error) {
	if n != (never{}) {
		return nil, errors.New("not zero")
	}
	return []byte("-"), nil
}

func (n *never) UnmarshalText(b []byte) error {
	if string(b) != "-" {
		return errors.New("not zero")
	}
	return nil
}

func (nothing) MarshalBinary() ([]byte, error) { panic("no value will do") }
func (*nothing) UnmarshalBinary([]byte) error  { return errors.New("no value will do") }

// only accepts one of the texts, and no fields.
type only struct{ Word string }

func (o only) MarshalText() ([]byte, error) {
	if o.Word != "true" {
		return nil, errors.New("not true")
	}
	return []byte(o.Word), nil
}

func (o *only) UnmarshalText(b []byte) error {
	o.Word = string(b)
	_, err := o.MarshalText()
	return err
}

// free has a text form that contains only its status.
type free struct {
	Status *status
	More   []free
}

func (f free) MarshalText() ([]byte, error) {
	b, err := json.Marshal(f.Status)
	return append([]byte("status "), b...), err
}

func (f *free) UnmarshalText(b []byte) error {
	if len(b) < 7 || string(b[:7]) != "status " {
		return errors.New("no status")
	}
	return json.Unmarshal(b[7:], &f.Status)
}

// TestValuesAreApproved: values of another module's types are accepted by their own methods.
func TestValuesAreApproved(t *testing.T) {
	type holder struct {
		Status   status
		Pointer  *status
		List     []status
		Never    never
		Nevers   []never
		Nothing  *nothing
		Nothings []nothing
		Free     free
		Only     only
	}
	Home(typeOf[holder](), "example.com/other")
	list := Values(typeOf[holder](), 1, 100).Interface().([]holder)
	for _, e := range Edges(typeOf[holder](), 1) {
		if e.Name == "max" || e.Name == "multi-byte" {
			list = append(list, e.Value.Interface().(holder))
		}
	}
	names, kinds, free := map[string]bool{}, map[int8]bool{}, 0
	ok := func(s status) bool {
		names[s.Name], kinds[s.Kind] = true, true
		return s.Items != nil && (s.Kind == 0 || s.Kind == 1)
	}
	for k, h := range list {
		if !ok(h.Status) || h.Pointer != nil && !ok(*h.Pointer) || h.Free.Status != nil && !ok(*h.Free.Status) {
			t.Errorf("value %d: %+v %+v %+v", k, h.Status, h.Pointer, h.Free.Status)
		}
		for _, s := range h.List {
			if !ok(s) {
				t.Errorf("value %d: %+v", k, s)
			}
		}
		for _, n := range append(h.Nevers, h.Never) {
			if n != (never{}) {
				t.Errorf("value %d: %+v", k, n)
			}
		}
		if h.Only.Word != "true" {
			t.Errorf("value %d: %+v", k, h.Only)
		}
		if h.Nothing != nil || h.Nothings != nil {
			t.Errorf("value %d holds a nothing", k)
		}
		free += len(h.Free.More)
	}
	if len(names) < 50 || len(kinds) != 2 || free < 50 {
		t.Errorf("the values have %d names, %d kinds and %d parts", len(names), len(kinds), free)
	}
}
