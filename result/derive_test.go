package result

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/internal/wholefile"
	"bale/runner/measure"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A fakeLab is a run in memory, to which tests add rows and blocks.
type fakeLab struct {
	run    Run
	rounds *Rounds
	rand   *rand.Rand
}

func newLab() *fakeLab {
	return &fakeLab{
		run:    Run{Environment: testEnv, Config: Config{Effort: Effort{Rounds: 12}, Shapes: []string{"small"}}, Complete: true},
		rounds: NewRounds(),
		rand:   rand.New(rand.NewPCG(1, 2)),
	}
}

func (b *fakeLab) row(r measure.Row) {
	if r.Shape == "" {
		r.Shape = "small"
	}
	if r.Status == "" {
		r.Status = measure.OK
	}
	b.run.Rows = append(b.run.Rows, r)
}

// measure adds rounds with times of about ns. noise is the maximum deviation as a fraction.
func (b *fakeLab) measure(c measure.Cell, rounds int, ns, noise float64) {
	for range rounds {
		b.rounds.Add(block(c, ns*(1+noise*(2*b.rand.Float64()-1))))
	}
}

func (b *fakeLab) derive() *Results { return Derive(&b.run, b.rounds, Options{}) }

// ranks returns the ranks in the default class of encoding: "json=1 gob=2".
func ranks(r *Results) string {
	var s []string
	for _, c := range r.Cells {
		if c.Op == measure.Encode && c.Mode() == measure.DefaultMode {
			s = append(s, fmt.Sprintf("%s=%d", c.Codec, c.Rank))
		}
	}
	return strings.Join(s, " ")
}

func TestRanks(t *testing.T) {
	type entry struct {
		codec     string
		ns, noise float64
		rounds    int
	}
	many := func(rounds int) (entries []entry) {
		for i := range 25 {
			entries = append(entries, entry{fmt.Sprintf("c%02d", i), 100 * math.Pow(1.3, float64(i)), 0.01, rounds})
		}
		return entries
	}
	var ladder []string
	for i := range 25 {
		ladder = append(ladder, fmt.Sprintf("c%02d=%d", i, i+1))
	}
	for _, c := range []struct {
		name    string
		entries []entry
		want    string
	}{
		{"one", []entry{{"a", 100, 0.01, 12}}, "a=1"},
		{"clear order", []entry{{"a", 300, 0.01, 12}, {"b", 100, 0.01, 12}, {"c", 200, 0.01, 12}}, "b=1 c=2 a=3"},
		{"tie for first", []entry{{"a", 100, 0.05, 12}, {"b", 100.1, 0.05, 12}, {"c", 200, 0.01, 12}}, "a=1 b=1 c=3"},
		{"below the noise floor", []entry{{"a", 100, 0.001, 12}, {"b", 101.5, 0.001, 12}, {"c", 103, 0.001, 12}}, "a=1 b=1 c=2"},
		{"too few rounds", []entry{{"a", 100, 0.01, 2}, {"b", 900, 0.01, 2}}, "a=0 b=0"},
		{"25 codecs, 12 rounds", many(12), strings.Join(ladder, " ")},
		{"25 codecs, 6 rounds", many(6), strings.Join(ladder, " ")},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newLab()
			b.row(measure.Row{Codec: "control", Control: "original"})
			for _, codec := range []string{"control", "original"} { // a noise floor of 2 %, from a cell of another shape
				b.row(measure.Row{Shape: "other", Codec: codec, Control: map[string]string{"control": "original"}[codec]})
			}
			b.measure(cell("other", "original", measure.Encode), 12, 100, 0)
			b.measure(cell("other", "control", measure.Encode), 12, 102, 0)
			for _, e := range c.entries {
				b.row(measure.Row{Codec: e.codec})
				b.measure(cell("small", e.codec, measure.Encode), e.rounds, e.ns, e.noise)
			}
			r := b.derive()
			if math.Abs(r.Environment.NoiseFloor(measure.DefaultMode)-0.02) > 1e-9 {
				t.Errorf("noise floors %v", r.Environment.NoiseFloors)
			}
			r.Cells = slices.DeleteFunc(r.Cells, func(c Cell) bool { return c.Shape == "other" })
			if got := ranks(r); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestRanksUnderDrift checks that drift that affects all codecs does not hide a difference of 10 %.
func TestRanksUnderDrift(t *testing.T) {
	b := newLab()
	for k := range 12 {
		drift := 1 + 0.05*float64(k)
		for i := range 6 {
			c := cell("small", fmt.Sprint("c", i), measure.Encode)
			b.measure(c, 1, 100*drift*math.Pow(1.1, float64(i)), 0.01)
		}
	}
	if got, want := ranks(b.derive()), "c0=1 c1=2 c2=3 c3=4 c4=5 c5=6"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestReferenceAndControlAreNotRanked(t *testing.T) {
	b := newLab()
	b.row(measure.Row{Codec: "floor", Reference: true})
	b.row(measure.Row{Codec: "json"})
	b.row(measure.Row{Codec: "json again", Control: "json"})
	b.row(measure.Row{Codec: "broken", Status: measure.Timeout})
	for codec, ns := range map[string]float64{"floor": 50, "json": 100, "json again": 99, "broken": 10} {
		b.measure(cell("small", codec, measure.Encode), 12, ns, 0.001)
	}
	r := b.derive()
	if got := ranks(r); got != "floor=0 json=1" {
		t.Errorf("ranks %s", got)
	}
	if c := r.Cells[0]; math.Abs(c.Ratio.Center-0.5) > 0.01 || c.Tilde {
		t.Errorf("ratio of the floor %+v", c.Ratio)
	}
	if len(r.Rows) != 3 {
		t.Errorf("rows %+v", r.Rows)
	}
	if f := r.Environment.NoiseFloor(measure.DefaultMode); f < 0.008 || f > 0.012 {
		t.Errorf("noise floor %v", f)
	}
}

func TestCellsInOtherClasses(t *testing.T) {
	native, alias := measure.DefaultMode, measure.DefaultMode
	native.Form, alias.Strings = measure.Native, measure.Alias
	nativeAlias := native
	nativeAlias.Strings = measure.Alias
	b := newLab()
	for _, r := range []measure.Row{{Codec: "own", Own: true}, {Codec: "proto"}, {Codec: "floor", Reference: true}} {
		b.row(r)
		for _, op := range []measure.Op{measure.Encode, measure.Decode} {
			b.measure(cell("small", r.Codec, op), 6, 100, 0.01)
		}
	}
	b.measure(measure.Cell{Shape: "small", Codec: "own", Op: measure.Decode, Mode: alias}, 6, 90, 0.01)
	for op, modes := range map[measure.Op][]measure.Mode{measure.Encode: {native}, measure.Decode: {native, nativeAlias}} {
		for _, m := range modes {
			b.measure(measure.Cell{Shape: "small", Codec: "proto", Op: op, Mode: m}, 6, 100, 0.01)
		}
	}
	got := make(map[string][]string)
	for _, c := range b.derive().Cells {
		key := string(c.Op) + " " + c.Mode().String()
		got[key] = append(got[key], c.Codec)
	}
	for key, want := range map[string]string{
		"encode convert,fresh,copy,seq,varied":  "floor own proto",
		"decode convert,fresh,copy,seq,varied":  "floor own proto",
		"encode native,fresh,copy,seq,varied":   "floor own proto",
		"decode native,fresh,copy,seq,varied":   "floor own proto",
		"encode convert,fresh,alias,seq,varied": "own",
		"decode convert,fresh,alias,seq,varied": "own",
		"encode native,fresh,alias,seq,varied":  "own proto", // own was measured as convert, proto as native
		"decode native,fresh,alias,seq,varied":  "own proto",
	} {
		slices.Sort(got[key])
		if g := strings.Join(got[key], " "); g != want {
			t.Errorf("%s: got %q, want %q", key, g, want)
		}
		delete(got, key)
	}
	if len(got) > 0 {
		t.Errorf("unexpected classes: %v", got)
	}
}

func TestWarnings(t *testing.T) {
	b := newLab()
	b.run.Complete = false
	b.run.Environment.Slow = "-race"
	b.row(measure.Row{Codec: "wide", Pin: "v1.0.0", Version: "v1.1.0"})
	b.measure(cell("small", "wide", measure.Encode), 12, 100, 0.2)
	b.measure(cell("small", "short", measure.Encode), 2, 100, 0)
	b.measure(cell("small", "shortest", measure.Encode), 1, 100, 0)
	b.run.Config.Rounds = 1
	random := cell("small", "random", measure.Encode)
	b.measure(random, 12, 100, 0)
	b.rounds.Blocks[random][3].Allocs = 7
	b.rounds.Reruns[random] = 13
	r := b.derive()
	all := fmt.Sprint(r.Warnings, r.Rows[0].Warnings)
	for _, c := range r.Cells {
		all += fmt.Sprint(c.Codec, c.Warnings)
	}
	for _, want := range []string{
		"no codec was measured twice", "not complete: up to 1 round was planned", "GOFLAGS has -race", "built with version v1.1.0, although bale's codec is made for v1.0.0", "wide[interval still ±",
		"short[2 rounds are too few for an interval, which needs 3]", "shortest[1 round is too few for an interval, which needs 3]",
		"not the same in all rounds: 1 to 7 allocs/op", "blocks were repeated 13 times",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in %s", want, all)
		}
	}
}

func TestResultsGolden(t *testing.T) {
	b := newLab()
	b.row(measure.Row{Codec: "floor", Reference: true, Size: 40})
	b.row(measure.Row{Codec: "json", Wire: "JSON", Size: 120, Own: true, Doc: "encoding/json"})
	b.row(measure.Row{Codec: "json#2", Control: "json"})
	b.row(measure.Row{Codec: "gencode/unsafe", Module: "example.com/gencode", Version: "v1.0.0", Pin: "v1.0.0", Status: measure.Lossy,
		Losses: []measure.Loss{{Path: "T.At", Kind: "zone dropped", Before: "09:00+02:00", After: "07:00Z"}}, Size: 44})
	b.row(measure.Row{Codec: "sproto", Status: measure.HasGap, Gaps: []measure.Gap{{Path: "T.M", Reason: "no maps"}}})
	for _, op := range []measure.Op{measure.Encode, measure.Decode} {
		for i, codec := range []string{"floor", "json", "json#2", "gencode/unsafe"} {
			c := cell("small", codec, op)
			b.measure(c, []int{12, 12, 12, 2}[i], []float64{20, 500, 500, 30}[i], 0.01)
		}
	}
	r := b.derive()
	path := filepath.Join(t.TempDir(), "results.json")
	if err := wholefile.Write(r.File(path)); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(path)
	golden := filepath.Join("testdata", "results.json")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("results.json differs from %s (%v); run with -update and read the diff", golden, err)
	}
	again, err := LoadResults(path)
	if err != nil {
		t.Fatal(err)
	}
	back, _ := json.MarshalIndent(again, "", "  ")
	if string(back)+"\n" != string(got) {
		t.Error("loaded results are written differently")
	}
	for _, list := range []string{"gaps", "losses", "warnings", "rows", "cells", "overall"} {
		if strings.Contains(string(got), `"`+list+`": null`) {
			t.Errorf("%s is null", list)
		}
	}
}

// TestNothingMeasured checks that a run in which no row could be measured has no warnings about times.
func TestNothingMeasured(t *testing.T) {
	b := newLab()
	b.row(measure.Row{Codec: "json", Status: measure.HasGap})
	if r := b.derive(); len(r.Warnings) > 0 {
		t.Errorf("warnings %q", r.Warnings)
	}
}
