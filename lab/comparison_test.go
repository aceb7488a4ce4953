package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/gob"
	"bale/codec/json"
	"bale/measure"
	"bale/result"
)

// canceller is a Progress that cancels a run at a step, and records the number of blocks at each ranking.
type canceller struct {
	at     string
	cancel func()
	ranked []int
}

func (c *canceller) Step(s Step) {
	what := s.What
	if s.Rounds > 0 {
		what = fmt.Sprintf("round %d of %d", s.Round, s.Rounds)
	}
	if what == c.at {
		c.cancel()
	}
}

func (c *canceller) Ranks(_ *result.Run, rounds *result.Rounds) {
	n := 0
	for _, blocks := range rounds.Blocks {
		n += len(blocks)
	}
	c.ranked = append(c.ranked, n)
}

// newComparison returns a comparison for fakes.
func newComparison(dir string) *Comparison {
	return &Comparison{Dir: dir, Run: NewRun(result.Config{Effort: quickest, Modes: []measure.Mode{measure.DefaultMode}}, 1)}
}

// loaded returns the comparison in a folder.
func loaded(t *testing.T, dir string) *Comparison {
	t.Helper()
	run, err := result.Load(filepath.Join(dir, result.RunFile))
	if err != nil {
		t.Fatal(err)
	}
	return &Comparison{Dir: dir, Run: run}
}

// finish measures the rest of a comparison, and checks its folder.
func finish(t *testing.T, c *Comparison, l *Lab, built []*Built) {
	t.Helper()
	if err := c.measureBuilt(t.Context(), l, built); err != nil {
		t.Fatal(err)
	}
	run, rounds, err := result.LoadFolder(c.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if !run.Complete || c.Stage() != Complete {
		t.Errorf("complete: %v, stage %d", run.Complete, c.Stage())
	}
	for _, cell := range run.Cells {
		if n := len(rounds.Blocks[cell.Cell]); n != quickest.Rounds || cell.N != 5 {
			t.Errorf("%v has %d blocks of %d operations, want %d of 5", cell.Cell, n, cell.N, quickest.Rounds)
		}
	}
	if len(run.Cells) != 6 || len(rounds.Blocks) != 6 { // two codecs and a control, two operations
		t.Errorf("%d cells are planned and %d measured, want 6", len(run.Cells), len(rounds.Blocks))
	}
	if len(run.Samples) != 1 || len(run.Rows) != 3 || run.Rows[2].Control != "json" {
		t.Errorf("samples %+v, rows %+v", run.Samples, run.Rows)
	}
}

// TestComparison interrupts a run at each of its stages, and resumes it.
func TestComparison(t *testing.T) {
	codecs := []string{"a", "json"}
	for _, c := range []struct {
		at    string // step of the interruption; "" for none
		stage Stage
		cells int
	}{
		{"", Complete, 6}, {"check", NotBegun, 0}, {"calibrate", NotBegun, 0}, {"round 1 of 3", Measuring, 6}, {"round 3 of 3", Measuring, 6},
	} {
		t.Run(c.at, func(t *testing.T) {
			dir := t.TempDir()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			progress := &canceller{at: c.at, cancel: cancel}
			l := &Lab{Cache: t.TempDir(), Progress: progress}
			first := newComparison(dir)
			err := first.measureBuilt(ctx, l, fakes(t, "s", codecs...))
			if c.at == "" {
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(progress.ranked, []int{6, 12}) { // at the ends of the first two rounds
					t.Errorf("ranked after %v blocks", progress.ranked)
				}
			} else if !errors.Is(err, context.Canceled) {
				t.Fatalf("got %v, want context.Canceled", err)
			}
			if first.Stage() != c.stage || len(first.Run.Cells) != c.cells {
				t.Errorf("stage %d with %d cells, want %d with %d", first.Stage(), len(first.Run.Cells), c.stage, c.cells)
			}
			next := newComparison(dir)
			if c.stage == NotBegun {
				if left, _ := os.ReadDir(dir); len(left) > 0 {
					t.Errorf("%v is left", left)
				}
			} else {
				next = loaded(t, dir)
			}
			before, _ := os.ReadFile(filepath.Join(dir, result.RoundsFile))
			finish(t, next, &Lab{Cache: l.Cache}, fakes(t, "s", codecs...))
			after, err := os.ReadFile(filepath.Join(dir, result.RoundsFile))
			if err != nil || !bytes.HasPrefix(after, before) {
				t.Errorf("%v; lines of\n%s\nare lost in\n%s", err, before, after)
			}
		})
	}
}

// TestComparisonWithoutRunner checks that a run is not resumed without one of its codecs.
func TestComparisonWithoutRunner(t *testing.T) {
	dir := t.TempDir()
	l := &Lab{Cache: t.TempDir()}
	finish(t, newComparison(dir), l, fakes(t, "s", "a", "json"))
	err := loaded(t, dir).measureBuilt(t.Context(), l, fakes(t, "s", "json"))
	if err == nil || !strings.Contains(err.Error(), "a on s was measured in this run") {
		t.Errorf("got %v", err)
	}
}

// TestComparisonOtherValues checks that a run is not resumed with other sample values than it began with.
func TestComparisonOtherValues(t *testing.T) {
	dir := t.TempDir()
	l := &Lab{Cache: t.TempDir()}
	finish(t, newComparison(dir), l, fakes(t, "s", "a", "json"))
	for _, c := range []struct{ hash, want string }{
		{"h", ""},
		{"before", "s or its sample values have changed since this run began: start a new run"},
	} {
		resumed := loaded(t, dir)
		resumed.Run.Samples[0].Hash = c.hash
		got := ""
		if err := resumed.measureBuilt(t.Context(), l, fakes(t, "s", "a", "json")); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("hash %q: got %q, want %q", c.hash, got, c.want)
		}
	}
}

// TestComparisonFails checks that the failure of a codec is in its row of run.json.
func TestComparisonFails(t *testing.T) {
	c := newComparison(t.TempDir())
	built := fakes(t, "s", "json", "panic.prove", "panic.calibrate", "panic.block")
	if err := c.measureBuilt(t.Context(), &Lab{Cache: t.TempDir()}, built); err != nil {
		t.Fatal(err)
	}
	run := loaded(t, c.Dir).Run
	for _, row := range run.Rows {
		want := measure.Failed
		if strings.HasPrefix(row.Codec, "json") {
			want = measure.OK
		}
		if row.Status != want {
			t.Errorf("%s is %s: %s", row.Codec, row.Status, row.Reason)
		}
	}
	if len(run.Rows) != 5 || len(run.Cells) != 6 || !run.Complete {
		t.Errorf("%d rows, %d cells, complete: %v", len(run.Rows), len(run.Cells), run.Complete)
	}
}

// TestComparisonWants checks that cells for which [Comparison.Filter] returns false are left out.
func TestComparisonWants(t *testing.T) {
	c := newComparison(t.TempDir())
	c.Filter = func(cell measure.Cell, _ bool) bool { return cell.Op == measure.Encode }
	if err := c.measureBuilt(t.Context(), &Lab{Cache: t.TempDir()}, fakes(t, "s", "a", "json")); err != nil {
		t.Fatal(err)
	}
	for _, cell := range c.Run.Cells {
		if cell.Op != measure.Encode {
			t.Errorf("%v is measured", cell.Cell)
		}
	}
	if len(c.Run.Cells) != 3 {
		t.Errorf("%d cells, want 3", len(c.Run.Cells))
	}
}

// TestMeasure measures a run from its request to its rounds.
func TestMeasure(t *testing.T) {
	c := &Comparison{
		Lab: &Lab{Cache: t.TempDir()}, Dir: filepath.Join(t.TempDir(), "new", "folder"),
		Choices: []*Choice{{Codec: json.Codec, Variants: json.Codec.Variants}},
		Run: NewRun(result.Config{Effort: quickest, Modes: []measure.Mode{measure.DefaultMode},
			Request: result.Request{Builtin: []string{"small"}, Values: 64}}, 1),
	}
	if c.Stage() != NotBegun {
		t.Errorf("stage %d before the run", c.Stage())
	}
	if err := c.Measure(t.Context()); err != nil {
		t.Fatal(err)
	}
	run, rounds, err := result.LoadFolder(c.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if !run.Complete || len(run.Config.Shapes) != 1 || run.Config.Shapes[0] != "small" || run.Samples[0].Values != 64 {
		t.Errorf("complete: %v, shapes %v, samples %+v", run.Complete, run.Config.Shapes, run.Samples)
	}
	if len(rounds.Blocks) != len(run.Cells) || len(run.Cells) < 4 {
		t.Errorf("%d cells are planned and %d measured", len(run.Cells), len(rounds.Blocks))
	}
}

func TestChoose(t *testing.T) {
	two := &codec.Codec{Name: "two", Variants: []*codec.Variant{{Name: "a"}, {Name: "b"}}}
	codecs := []*codec.Codec{gob.Codec, two, json.Codec}
	for _, c := range []struct{ patterns, want, err string }{
		{"", "gob two/a two/b json", ""},
		{"json", "json", ""},
		{"json,gob", "gob json", ""},
		{"two", "two/a two/b", ""},
		{"two/b", "two/b", ""},
		{"two/*", "two/a two/b", ""},
		{"*o*", "gob two/a two/b json", ""},
		{"json,three", "", `no codec matches "three"`},
		{"[", "", `no codec matches "["`},
	} {
		choices, err := Choose(codecs, strings.FieldsFunc(c.patterns, func(r rune) bool { return r == ',' }))
		var got []string
		for _, choice := range choices {
			for _, v := range choice.Variants {
				got = append(got, choice.Codec.FullName(v))
			}
		}
		if strings.Join(got, " ") != c.want || (err != nil) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %v, %v; want %s %s", c.patterns, got, err, c.want, c.err)
		}
	}
}

// TestSimplestFirst checks that a codec that needs only the standard library is built first, and that each codec is built once.
func TestSimplestFirst(t *testing.T) {
	other := &Choice{Codec: &codec.Codec{Name: "other", Module: "example.com/other"}}
	simple := &Choice{Codec: gob.Codec}
	for _, c := range []struct {
		choices []*Choice
		want    []int
	}{
		{nil, []int{}},
		{[]*Choice{other}, []int{0}},
		{[]*Choice{simple, other}, []int{0, 1}},
		{[]*Choice{other, other, simple, simple}, []int{2, 1, 0, 3}},
	} {
		if got := simplestFirst(c.choices); !slices.Equal(got, c.want) {
			t.Errorf("%d choices: %v, want %v", len(c.choices), got, c.want)
		}
	}
}
