package harness

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestHostileInputs checks that the inputs are the same every time, that they contain all truncations, and that a long message has fewer.
func TestHostileInputs(t *testing.T) {
	text := []byte(`{"ID":1,"Name":"n","Lines":["a","b"]}`)
	binary := []byte{1, 2, 3, 0, 200, 201, 4}
	a, b := hostileInputs([][]byte{text, binary}, 1), hostileInputs([][]byte{text, binary}, 1)
	if len(a) != len(b) || len(a) < 1000 {
		t.Fatalf("%d and %d inputs", len(a), len(b))
	}
	lengths := map[int]int{}
	for i := range a {
		in := a[i].make()
		if !bytes.Equal(in, b[i].make()) || !bytes.Equal(in, a[i].make()) {
			t.Fatalf("input %d differs between calls", i)
		}
		lengths[len(in)]++
	}
	for n := range len(text) {
		if lengths[n] == 0 {
			t.Errorf("no input has %d bytes: a truncation is missing", n)
		}
	}
	if other := hostileInputs([][]byte{text, binary}, 2); bytes.Equal(other[0].make(), a[0].make()) && bytes.Equal(other[1].make(), a[1].make()) {
		t.Error("another seed has the same order")
	}
	long := make([]byte, 1<<20)
	for i := range long {
		long[i] = byte(rand.Uint32())
	}
	if n := len(hostileInputs([][]byte{long}, 1)); n > 300 {
		t.Errorf("%d inputs of a message of 1 MiB", n)
	}
	if n := len(hostileInputs([][]byte{{}}, 1)); n == 0 {
		t.Error("no inputs for a message without bytes")
	}
}

// lengthPrefixed is a decoder with common faults: it allocates any length up to 4 MiB, and panics for short input.
func lengthPrefixed(b []byte, v *order) error {
	n := binary.BigEndian.Uint32(b) // panics
	if n > 4<<20 {
		return fmt.Errorf("%d bytes", n)
	}
	name := make([]byte, n)
	copy(name, b[4:])
	v.Name = string(name)
	return nil
}

// convertJSON is a decoder whose conversion calls a custom type's method, which may return an error.
func convertJSON(b []byte, v *order) error {
	if err := decodeJSON(b, v); err != nil {
		panic(struct{ Conversion error }{err})
	}
	return nil
}

func encodePrefixed(v *order) ([]byte, error) {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(v.Name))), v.Name...), nil
}

func TestAttack(t *testing.T) {
	for _, c := range []struct {
		name  string
		calls calls
		want  map[string]bool // outcomes
		min   uint64          // lower bound for the maximum number of bytes that an input allocates
	}{
		{"json", calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON}}, map[string]bool{Refused: true, Accepted: true}, 0},
		{"prefixed", calls{marshal: encodePrefixed, decode: map[string]func([]byte, *order) error{"fresh,copy": lengthPrefixed}},
			map[string]bool{Refused: true, Accepted: true, Panicked: true}, 1 << 20},
		{"own method", calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": convertJSON}}, map[string]bool{Refused: true, Accepted: true}, 0},
	} {
		a, err := c.calls.adapter().newAttacker(source{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		got, maxBytes := map[string]bool{}, uint64(0)
		for i := range a.lengths() {
			at, err := a.try(i)
			if err != nil {
				t.Fatal(err)
			}
			got[at.Outcome], maxBytes = true, max(maxBytes, at.Bytes)
			if at.Outcome == Panicked && !strings.Contains(at.Text, "index out of range") {
				t.Errorf("%s: input %d panics: %s", c.name, i, at.Text)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) || maxBytes < c.min {
			t.Errorf("%s: outcomes %v, want %v; at most %d bytes allocated, want at least %d", c.name, got, c.want, maxBytes, c.min)
		}
		if _, err := a.try(len(a.lengths())); err == nil {
			t.Errorf("%s: no error for the number after the last input", c.name)
		}
	}
}

// labels is a type with a map.
type labels struct {
	Of map[string]int
}

// withLabels returns an adapter for labels that encodes maps sorted, or in the order of iteration.
func withLabels(sorted bool) Adapter {
	return Make(Spec[labels, labels]{Shape: "labels", Codec: "test", Own: true, New: func(s *State[labels, labels]) map[string]func(int) error {
		return map[string]func(int) error{
			"encode/convert,fresh,copy": func(int) (err error) {
				if sorted {
					s.OutBytes, err = json.Marshal(s.Values[0])
					return err
				}
				s.OutBytes = nil
				for k, v := range s.Values[0].Of {
					s.OutBytes = fmt.Appendf(s.OutBytes, "%q%d", k, v)
				}
				return nil
			},
		}
	}})
}

func TestDeterminism(t *testing.T) {
	plain := calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON}}.adapter()
	for _, c := range []struct {
		name    string
		adapter Adapter
		want    string
	}{{"no maps", plain, "nil"}, {"sorted", withLabels(true), "true"}, {"unsorted", withLabels(false), "false"}} {
		same, err := c.adapter.determinism(source{Seed: 1})
		got := "nil"
		if same != nil {
			got = fmt.Sprint(*same)
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}

// TestMemoryUse checks the memory of a decoded value, also for a decoder that reuses its value, and the first calls of a codec that only decodes.
func TestMemoryUse(t *testing.T) {
	for _, class := range []string{"fresh,copy", "reuse,copy"} {
		a := calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{class: decodeJSON}}.adapter()
		w, err := a.memoryUse(source{Seed: 1})
		if err != nil || w.Bytes < 64 || w.Bytes > 100_000 || w.Objects < 1 {
			t.Errorf("%s: %+v, %v", class, w, err)
		}
	}
	a := calls{encode: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON}}.adapter()
	if c, err := a.firstCalls(source{Seed: 1}); err != nil || c.Encode != 0 || c.Decode <= 0 {
		t.Errorf("first calls of a codec that only decodes: %+v, %v", c, err)
	}
}

func TestColumns(t *testing.T) {
	a := calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON}}.adapter()
	got, err := a.columns([][]byte{[]byte(`{"ID":7,"Name":"n","Lines":[]}`), []byte(`{`)}, nil)
	if err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	if c := got[0].Columns; c["ID"] != (Column{"7\n", false}) || c["Name"] != (Column{"\"n\"\n", false}) || !c["Lines"].Zero || !c["Note"].Zero {
		t.Errorf("columns %+v", c)
	}
	if got[1].Error == "" {
		t.Error("a broken message has no error")
	}
}
