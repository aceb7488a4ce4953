package lab

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/lab/internal/fake"
	"bale/program/build"
	"bale/result"
	"bale/runner/measure"
)

// TestSideBySide checks that cells that are compared with each other become neighbours, and that their order among themselves stays random.
func TestSideBySide(t *testing.T) {
	var cells []*planned
	for _, codec := range []string{"a", "b", "c"} {
		for _, op := range []measure.Op{measure.Encode, measure.Decode} {
			for _, suffix := range []string{"", baseSuffix, controlSuffix} {
				cells = append(cells, &planned{Cell: measure.Cell{Shape: "s", Codec: codec + suffix, Op: op}, base: codec})
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	first := map[string]int{} // number of times that each of the three comes first
	for range 300 {
		r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		sideBySide(cells)
		for i := 0; i < len(cells); i += 3 {
			for _, c := range cells[i : i+3] {
				if c.base != cells[i].base || c.Op != cells[i].Op {
					t.Fatalf("%v is next to %v", cells[i].Cell, c.Cell)
				}
			}
			first[strings.TrimPrefix(cells[i].Codec, cells[i].base)]++
		}
	}
	for suffix, n := range first {
		if n < 500 || n > 700 { // of 1,800
			t.Errorf("%q comes first %d times, want about 600", suffix, n)
		}
	}
}

// TestPaired checks that an epoch has four rounds, and that there is at least one epoch.
func TestPaired(t *testing.T) {
	for _, c := range []struct {
		effort                result.Effort
		rounds                int
		wantRounds, wantEpoch int
	}{{Default, 0, 240, 60}, {Quick, 0, 80, 20}, {Thorough, 0, 480, 120}, {Default, 10, 10, 2}, {Default, 1, 1, 1}} {
		if e := Paired(c.effort, c.rounds); e.Rounds != c.wantRounds || e.Epochs != c.wantEpoch || e.BlockMillis != c.effort.BlockMillis {
			t.Errorf("%s, %d rounds: %+v", c.effort.Name, c.rounds, e)
		}
	}
}

// TestBase checks that codecs whose programs differ are measured from both commits, equally often, and that an interrupted comparison can be
// resumed.
func TestBase(t *testing.T) {
	dir := t.TempDir()
	comparison := func(run *result.Run) *Comparison {
		c := &Comparison{Dir: dir, Run: run, old: fake.Codecs(t, "s", "a", "json", "error.check")}
		program, err := os.ReadFile(c.old[0].Runner.Path)
		if err != nil {
			t.Fatal(err)
		}
		other := filepath.Join(t.TempDir(), "other") // the same program with an unused byte at the end
		if err := os.WriteFile(other, append(program, 0), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, i := range []int{0, 2} {
			c.old[i].Runner.Path, c.old[i].Runner.Hash = other, c.old[i].Codec.Name+" of the commit"
		}
		return c
	}
	built := func() []*build.Built { return fake.Codecs(t, "s", "a", "json", "good") }
	run := NewRun(result.Config{Effort: result.Effort{Rounds: 12, Epochs: 3}, Modes: []measure.Mode{measure.DefaultMode}}, 1)
	run.Base = &result.Base{Ref: "main", Commit: "c0ffee"}
	ctx, cancel := context.WithCancel(t.Context())
	l := &Lab{Cache: t.TempDir(), Progress: &canceller{at: "round 5 of 12", cancel: cancel}}
	c := comparison(run)
	if err := measureFakes(ctx, c, l, built()); err == nil {
		t.Fatal("not interrupted")
	}
	if err := c.save(); err != nil {
		t.Fatal(err)
	}
	c = comparison(loaded(t, dir).Run)
	if err := measureFakes(t.Context(), c, &Lab{Cache: l.Cache}, built()); err != nil {
		t.Fatal(err)
	}
	_, rounds, err := result.LoadFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for codec, want := range map[string]int{"a": 12, "a@base": 12, "json": 12, "json@control": 12, "json@base": 0, "good": 6, "error.check@base": 0} {
		for _, op := range []measure.Op{measure.Encode, measure.Decode} {
			if n := len(rounds.Blocks[measure.Cell{Shape: "s", Codec: codec, Op: op, Mode: measure.DefaultMode}]); n != want {
				t.Errorf("%d rounds of %s %s, want %d", n, codec, op, want)
			}
		}
	}
	b := c.Run.Base
	if strings.Join(b.Same, " ") != "json" || strings.Join(b.Gone, " ") != "s error.check" || strings.Join(b.New, " ") != "s good" || len(b.Changed) > 0 {
		t.Errorf("%+v", b)
	}
}
