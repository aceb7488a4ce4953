package sample

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"bale/runner/inspect"
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

// hash, hexBytes and labels have forms that are none of the tested texts, like go-ethereum's Hash and hexutil.Bytes.
type (
	hash     [4]byte
	hexBytes []byte
	labels   map[string]uint8
)

func (h hash) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "0x%x", h[:]), nil }

func (h *hash) UnmarshalText(b []byte) error {
	var digits []byte
	if n, err := fmt.Sscanf(string(b), "0x%x", &digits); n != 1 || err != nil || len(digits) != len(h) {
		return errors.New("not a hash")
	}
	copy(h[:], digits)
	return nil
}

func (o hexBytes) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "0x%x", []byte(o)), nil }

func (o *hexBytes) UnmarshalText(b []byte) error {
	if !strings.HasPrefix(string(b), "0x") {
		return errors.New("no 0x")
	}
	*o = nil
	_, err := fmt.Sscanf(string(b[2:])+" ", "%x ", (*[]byte)(o))
	return err
}

func (l labels) MarshalJSON() ([]byte, error)  { return json.Marshal(map[string]uint8(l)) }
func (l *labels) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, (*map[string]uint8)(l)) }

// TestListsAreApproved: arrays, slices and maps of another module have various values.
func TestListsAreApproved(t *testing.T) {
	type holder struct {
		Hash   hash
		Bytes  hexBytes
		List   []hexBytes
		Labels labels
		Keys   map[hash]int
	}
	inspect.Home(typeOf[holder](), "example.com/other")
	hashes, hexBytes, labels, keys := map[hash]bool{}, map[string]bool{}, 0, 0
	for _, h := range Values(typeOf[holder](), 1, 100).Interface().([]holder) {
		hashes[h.Hash] = true
		hexBytes[string(h.Bytes)] = true
		labels, keys = labels+len(h.Labels), keys+len(h.Keys)
		for _, o := range h.List {
			if o == nil {
				t.Error("an element of a list is nil")
			}
		}
	}
	if len(hashes) < 50 || len(hexBytes) < 50 || labels < 100 || keys < 100 {
		t.Errorf("%d hashes, %d byte slices, %d entries of labels and %d keys", len(hashes), len(hexBytes), labels, keys)
	}
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
	inspect.Home(typeOf[holder](), "example.com/other")
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
