package harness

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bale/runner/measure"
)

// onPhase is a phase file that passes on the phases.
type onPhase func(Phase)

func (f onPhase) WriteAt(b []byte, _ int64) (int, error) {
	var p Phase
	if err := json.Unmarshal(b, &p); err != nil {
		panic(err)
	}
	f(p)
	return len(b), nil
}

// TestPhaseFile checks what the driver reads from a phase file.
func TestPhaseFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "phase")
	t.Setenv(PhaseFile, path)
	if _, err := openPhases(); err == nil {
		t.Error("a missing file was opened")
	}
	if p := ReadPhase(path); p.IsOwn() {
		t.Errorf("the phase in a missing file is %+v", p)
	}
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	ph, err := openPhases()
	if err != nil {
		t.Fatal(err)
	}
	if p := ReadPhase(path); p.IsOwn() {
		t.Errorf("the phase in an empty file is %+v", p)
	}
	if err := os.WriteFile(path, []byte(`{"name":"read","cod`), 0o666); err != nil {
		t.Fatal(err)
	}
	if p := ReadPhase(path); p != (Phase{Name: CodecWork}) {
		t.Errorf("the phase in a malformed file is %+v", p)
	}
	ph.reset()
	_ = ph.ownAfter(&Attempt{Outcome: Accepted, Text: "a long text", Bytes: 7}, "read", func() {
		if p := ReadPhase(path); p.Name != "read" || p.Attempt == nil || p.Attempt.Bytes != 7 || p.Codec <= 0 || p.Own != 0 {
			t.Errorf("in own work: %+v", p)
		}
	})
	if p := ReadPhase(path); p.IsOwn() || p.Attempt != nil || p.Codec <= 0 || p.Own <= 0 {
		t.Errorf("after own work: %+v", p)
	}
	ph.reset()
	if p := ReadPhase(path); p != (Phase{Name: CodecWork}) {
		t.Errorf("in the next request: %+v", p)
	}
}

// TestPhases checks that each codec's work and bale's own work are reported in turn, and that a panic of own work is an error of its own.
func TestPhases(t *testing.T) {
	var got []string
	ph := &phases{file: onPhase(func(p Phase) { got = append(got, p.Name) })}
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
	h.work = &phases{file: onPhase(func(p Phase) {
		if p.Attempt != nil {
			read = p.Attempt
		}
	})}
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
	var ph *phases
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
