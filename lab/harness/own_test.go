package harness

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"bale/measure"
)

// TestPhases checks that each codec's work and bale's own work are reported in turn, and that a panic of own work is an error of its own.
func TestPhases(t *testing.T) {
	var got []string
	ph := phases{func(r Response) { got = append(got, r.Phase) }}
	a := calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON}}.adapter()
	if p := a.check(source{Seed: 1, Count: 2}, &Request{Edges: true}, ph); p.Error+p.Unchecked != "" {
		t.Fatal(p.Error, p.Unchecked)
	}
	for _, want := range []string{makingValues, comparingValues, makingEdges} {
		if !slices.Contains(got, want) {
			t.Errorf("no phase %q", want)
		}
	}
	for i, phase := range got {
		if (phase == CodecWork) != (i%2 == 1) {
			t.Fatalf("phases %q", got)
		}
	}
	var p CheckResult
	p.fail(fmt.Errorf("decode value 3: %w", ph.own("rest", func() { panic("tired") })))
	if p.Error != "" || p.Unchecked != "bale could not rest: panic: tired" {
		t.Errorf("error %q, unchecked %q", p.Error, p.Unchecked)
	}
}

// stamp is a type whose method cannot be called while quiet is set.
type stamp struct{ text string }

var quiet bool

func (s stamp) MarshalText() ([]byte, error) {
	if quiet {
		panic("MarshalText was called")
	}
	return []byte(s.text), nil
}

func (s *stamp) UnmarshalText(b []byte) error { s.text = string(b); return nil }

// TestReadWithoutMethods checks that an attack calls no methods of the decoded value, and that a value with invalid memory is a fault of the
// decoder.
func TestReadWithoutMethods(t *testing.T) {
	type letter struct{ Stamp stamp }
	a := Make(Spec[letter, letter]{Own: true, New: func(s *State[letter, letter]) map[string]func(int) error {
		return map[string]func(int) error{
			plainMode(measure.Fresh, measure.Copy).Loop(measure.Encode): func(int) error { s.OutBytes = []byte(s.Values[0].Stamp.text); return nil },
			plainMode(measure.Fresh, measure.Copy).Loop(measure.Decode): func(int) error {
				s.OutValue = &letter{stamp{string(s.Bytes[0])}}
				return nil
			},
		}
	}})
	h, err := a.newAttacker(source{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var read *Attempt
	h.work.send = func(r Response) {
		if r.Attempt != nil {
			read = r.Attempt
		}
	}
	quiet = true
	defer func() { quiet = false }()
	for i := range h.inputs {
		at, err := h.try(i)
		if err != nil || at.Outcome != Accepted || at.Unread {
			t.Fatalf("input %d: %+v, %v", i, at, err)
		}
		if read == nil || read.Bytes != at.Bytes || read.Outcome != Accepted {
			t.Fatalf("input %d: before the value is read, the driver knows %+v, want %+v", i, read, at)
		}
	}
}

func TestFailedToRead(t *testing.T) {
	var nowhere *letterBox
	ph := phases{}
	for _, c := range []struct {
		name string
		read func()
		want Attempt
	}{
		{"invalid memory", func() { _ = nowhere.letters[0] }, Attempt{Outcome: Panicked, Text: "runtime error: invalid memory address or nil pointer dereference"}},
		{"panic of bale", func() { panic("reflect: cannot") }, Attempt{Outcome: Accepted, Unread: true}},
		{"error of bale", func() { panic(errors.New("no")) }, Attempt{Outcome: Accepted, Unread: true}},
	} {
		at := Attempt{Outcome: Accepted}
		at.failedToRead(ph.own("read a decoded value", c.read))
		if at != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, at, c.want)
		}
	}
}

type letterBox struct{ letters [1]byte }
