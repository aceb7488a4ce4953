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

	"bale/codec/json"
	"bale/lab/internal/fake"
	"bale/program/build"
	"bale/result"
	"bale/runner/measure"
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

// measureFakes measures a comparison of fakes.
func measureFakes(ctx context.Context, c *Comparison, l *Lab, built []*build.Built) error {
	c.Lab = l
	return c.measureBuilt(ctx, l.Builder(build.Target{}, false), built)
}

// finish measures the rest of a comparison, and checks its folder.
func finish(t *testing.T, c *Comparison, l *Lab, built []*build.Built) {
	t.Helper()
	if err := measureFakes(t.Context(), c, l, built); err != nil {
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
			err := measureFakes(ctx, first, l, fake.Codecs(t, "s", codecs...))
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
			finish(t, next, &Lab{Cache: l.Cache}, fake.Codecs(t, "s", codecs...))
			after, err := os.ReadFile(filepath.Join(dir, result.RoundsFile))
			if err != nil || !bytes.HasPrefix(after, before) {
				t.Errorf("%v; lines of\n%s\nare lost in\n%s", err, before, after)
			}
		})
	}
}

// TestComparisonOfMany checks that a codec that is far behind gets nine rounds in a comparison of more than 50 codecs, and that its cells say so. A codec with a
// control gets the rounds of others.
func TestComparisonOfMany(t *testing.T) {
	names := []string{fake.Slow + "-controlled", fake.Slow} // the first codec has a control
	for i := range 50 {
		names = append(names, fmt.Sprintf("c%02d", i))
	}
	c := newComparison(t.TempDir())
	c.Run.Config.Effort = result.Effort{Rounds: 24, Epochs: 1}
	if err := measureFakes(t.Context(), c, &Lab{Cache: t.TempDir(), Progress: &canceller{}}, fake.Codecs(t, "s", names...)); err != nil {
		t.Fatal(err)
	}
	run, rounds, err := result.LoadFolder(c.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for cell, blocks := range rounds.Blocks {
		if want := map[bool]int{true: 9, false: 12}[cell.Codec == fake.Slow]; len(blocks) != want {
			t.Errorf("%v has %d blocks, want %d", cell, len(blocks), want)
		}
	}
	for _, cell := range result.Derive(run, rounds, result.Options{}).Cells {
		text := fmt.Sprint(cell.Warnings)
		if far := strings.Contains(text, "9 rounds, because it takes more than 3 times as long as the fastest"); far != (cell.Codec == fake.Slow) {
			t.Errorf("%s has the warnings %s", cell.Codec, text)
		}
	}
}

// TestComparisonWithoutRunner checks that a run is not resumed without one of its codecs.
func TestComparisonWithoutRunner(t *testing.T) {
	dir := t.TempDir()
	l := &Lab{Cache: t.TempDir()}
	finish(t, newComparison(dir), l, fake.Codecs(t, "s", "a", "json"))
	err := measureFakes(t.Context(), loaded(t, dir), l, fake.Codecs(t, "s", "json"))
	if err == nil || !strings.Contains(err.Error(), "a on s was measured in this run") {
		t.Errorf("got %v", err)
	}
}

// TestComparisonOtherValues checks that a run is not resumed with other sample values than it began with.
func TestComparisonOtherValues(t *testing.T) {
	dir := t.TempDir()
	l := &Lab{Cache: t.TempDir()}
	finish(t, newComparison(dir), l, fake.Codecs(t, "s", "a", "json"))
	for _, c := range []struct{ hash, want string }{
		{"h", ""},
		{"before", "s or its sample values have changed since this run began: start a new run"},
	} {
		resumed := loaded(t, dir)
		resumed.Run.Samples[0].Hash = c.hash
		got := ""
		if err := measureFakes(t.Context(), resumed, l, fake.Codecs(t, "s", "a", "json")); err != nil {
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
	built := fake.Codecs(t, "s", "json", "panic.check", "panic.calibrate", "panic.block")
	if err := measureFakes(t.Context(), c, &Lab{Cache: t.TempDir()}, built); err != nil {
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
	if err := measureFakes(t.Context(), c, &Lab{Cache: t.TempDir()}, fake.Codecs(t, "s", "a", "json")); err != nil {
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
		Choices: []*build.Choice{{Codec: json.Codec, Variants: json.Codec.Variants}},
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

// TestComparisonAspects checks that the file of aspects has the measured rows without the control, and that a cancelled call writes nothing.
func TestComparisonAspects(t *testing.T) {
	c, built := newComparison(t.TempDir()), fake.Codecs(t, "s", "good", "other")
	c.Lab = &Lab{Cache: t.TempDir()}
	c.Run.Config.Request.Aspects = []string{"hostile"}
	for _, b := range built {
		c.Run.Rows = append(c.Run.Rows, *b.Rows[0].Row)
	}
	c.Run.Rows = append(c.Run.Rows, measure.Row{Shape: "s", Codec: "good@control", Control: "good", Status: measure.OK})
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	builder := c.Lab.Builder(build.Target{}, false)
	if err := c.aspects(cancelled, builder, built); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call returns %v", err)
	}
	if _, err := os.Stat(filepath.Join(c.Dir, result.AspectsFile)); err == nil {
		t.Error("a cancelled call has written the file")
	}
	if err := c.aspects(t.Context(), builder, built); err != nil {
		t.Fatal(err)
	}
	list, err := result.LoadAspects(c.Dir)
	if err != nil || len(list) != 2 || list[0].Hostile == nil || list[0].Hostile.Inputs != 3 || list[1].Codec != "other" {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestComparisonTrimPath checks which requests build with -trimpath.
func TestComparisonTrimPath(t *testing.T) {
	for _, c := range []struct {
		req  result.Request
		want bool
	}{
		{result.Request{}, false},
		{result.Request{Aspects: []string{"memory", "hostile"}}, false},
		{result.Request{Aspects: []string{"memory", "program"}}, true},
		{result.Request{Base: "main"}, true},
	} {
		comparison := &Comparison{Run: &result.Run{Config: result.Config{Request: c.req}}}
		if got := comparison.trimPath(); got != c.want {
			t.Errorf("%+v: %t", c.req, got)
		}
	}
}
