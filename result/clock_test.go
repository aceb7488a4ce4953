package result

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"bale/runner/measure"
)

// TestClock checks which time of a block is the time of an operation.
func TestClock(t *testing.T) {
	b := measure.Block{N: 10, Ns: 300, CPUNs: 2000}
	if cpu, wall := CPUTime.of(&b), WallTime.of(&b); cpu != 200 || wall != 300 {
		t.Errorf("CPU time %g and wall time %g, want 200 and 300", cpu, wall)
	}
}

// clockLab returns a run of six codecs that take 100, 110, ... ns of CPU time to encode and of one more, which edit changes. Wall times are walls times
// the CPU times, since other programs have the processor.
func clockLab(walls float64, mode measure.Mode, codec string, edit func(b *measure.Block)) *fakeLab {
	b := newLab()
	for i, name := range []string{"c1", "c2", "c3", "c4", "c5", "c6", codec} {
		b.row(measure.Row{Codec: name})
		for round := range 12 {
			x := block(measure.Cell{Shape: "small", Codec: name, Op: measure.Encode, Mode: mode}, 100+10*float64(i)+0.01*float64(round))
			x.Ns *= walls
			if name == codec {
				edit(&x)
			}
			b.rounds.Add(x)
		}
	}
	return b
}

// cellOf returns the cell of a codec in results.
func cellOf(t *testing.T, r *Results, codec string) *Cell {
	t.Helper()
	i := slices.IndexFunc(r.Cells, func(c Cell) bool { return c.Codec == codec })
	if i < 0 {
		t.Fatalf("no cell of %s", codec)
	}
	return &r.Cells[i]
}

// TestRankingClock checks by which time a cell is ranked: seven codecs take 100 to 160 ns of CPU time, and the last one differs.
func TestRankingClock(t *testing.T) {
	par := measure.DefaultMode
	par.Procs = measure.Par
	for _, c := range []struct {
		name  string
		walls float64 // wall time divided by CPU time
		mode  measure.Mode
		edit  func(b *measure.Block)
		clock Clock
		rank  int
		ns    float64
		doubt string
	}{
		{"usual", 1, measure.DefaultMode, func(b *measure.Block) {}, CPUTime, 7, 160, ""},
		{"on a busy machine", 3, measure.DefaultMode, func(b *measure.Block) {}, CPUTime, 7, 160, ""},
		{"often interrupted", 3, measure.DefaultMode, func(b *measure.Block) { b.Ns *= 2 }, CPUTime, 7, 160, ""},
		{"sleeps", 1, measure.DefaultMode, func(b *measure.Block) { b.CPUNs = 20e3 }, WallTime, 7, 160,
			"ranked by wall time, because it waits: its wall time is 8 times its CPU time, and without the time in which others had the processor 8 times (the hypervisor stole 0 times)"},
		{"sleeps on a busy machine", 3, measure.DefaultMode, func(b *measure.Block) { b.CPUNs = 80e3 }, WallTime, 7, 480,
			"its wall time is 6 times its CPU time, and without the time in which others had the processor 2 times"},
		{"waits for a sixth of its time", 1, measure.DefaultMode, func(b *measure.Block) { b.Ns, b.CPUNs, b.OwnNs = 96, 80e3, 96e3 }, WallTime, 1, 96, "because it waits"},
		{"waits in most blocks", 1, measure.DefaultMode, func(b *measure.Block) {
			if b.CPUNs > 160.04e3 {
				b.CPUNs = 20e3
			}
		}, WallTime, 7, 160, "because it waits"},
		{"stolen time", 1, measure.DefaultMode, func(b *measure.Block) { b.Ns, b.CPUNs, b.OwnNs, b.StealNs = 120, 80e3, 120e3, 40e3 }, CPUTime, 1, 80, ""},
		{"waits, and time is stolen", 1, measure.DefaultMode, func(b *measure.Block) { b.CPUNs, b.StealNs = 40e3, 20e3 }, WallTime, 7, 160,
			"its wall time is 4 times its CPU time, and without the time in which others had the processor 3.5 times (the hypervisor stole 0.5 times)"},
		{"several processors", 1, measure.DefaultMode, func(b *measure.Block) { b.Ns = 40 }, CPUTime, 7, 160,
			"uses several processors, whose times all count: its wall time is 0.25 times its CPU time"},
		{"parallel", 1, par, func(b *measure.Block) { b.Ns, b.OwnNs = 40, 0 }, WallTime, 1, 40, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := clockLab(c.walls, c.mode, "x", c.edit)
			r := Derive(&b.run, b.rounds, Options{Raw: true})
			x := cellOf(t, r, "x")
			if x.Time != c.clock || x.Rank != c.rank || math.Abs(x.Ns.Center-c.ns) > 0.5 {
				t.Errorf("rank %d by %.3g ns of %s time, want %d by %.3g ns of %s time", x.Rank, x.Ns.Center, x.Time, c.rank, c.ns, c.clock)
			}
			text := strings.Join(x.Warnings, "; ")
			if !strings.Contains(text, c.doubt) || c.doubt == "" && text != "" {
				t.Errorf("warnings %q, want %q", text, c.doubt)
			}
			if other := cellOf(t, r, "c1"); other.Time != CPUTime && c.mode != par || len(other.Warnings) > 0 {
				t.Errorf("another cell is ranked by %s time, with the warnings %q", other.Time, other.Warnings)
			}
			if said := slices.Contains(r.Warnings, "ranked by wall time, because they wait, each in at least one operation: x"); said != (c.clock == WallTime && c.mode != par) {
				t.Errorf("warnings of the run: %q", r.Warnings)
			}
		})
	}
}

// TestWithoutCPUTimes checks that one clock is chosen for all sequential cells of a run, also if only one block has no CPU time.
func TestWithoutCPUTimes(t *testing.T) {
	for _, c := range []struct {
		edit func(b *measure.Block)
		line string
	}{
		{func(b *measure.Block) { b.CPUNs = 0 }, "this run has no CPU times: sequential rows are ranked by wall time"},
		{func(b *measure.Block) { b.OwnNs = 0 }, "this run does not tell how long the codecs waited: sequential rows are ranked by wall time"},
	} {
		b := clockLab(1, measure.DefaultMode, "x", func(b *measure.Block) { b.Ns = 50 })
		r := Derive(&b.run, b.rounds, Options{Raw: true})
		if r.Sequential != CPUTime || slices.Contains(r.Warnings, c.line) || cellOf(t, r, "x").Rank != 7 {
			t.Errorf("with CPU times: %s time, rank %d, warnings %q", r.Sequential, cellOf(t, r, "x").Rank, r.Warnings)
		}
		c.edit(&b.rounds.Blocks[b.rounds.Order[0]][3])
		r = Derive(&b.run, b.rounds, Options{Raw: true})
		if r.Sequential != WallTime || !slices.Contains(r.Warnings, c.line) || cellOf(t, r, "x").Rank != 1 {
			t.Errorf("one block without CPU time: %s time, rank %d, warnings %q", r.Sequential, cellOf(t, r, "x").Rank, r.Warnings)
		}
		for _, c := range r.Cells {
			if c.Time != WallTime || c.Ns != c.Wall {
				t.Errorf("%s is ranked by %s time: %v, and the wall time is %v", c.Codec, c.Time, c.Ns, c.Wall)
			}
		}
	}
}

// TestOldRun checks that a run of v0.1.0, which has CPU times but does not tell how long codecs waited, is ranked by wall time.
func TestOldRun(t *testing.T) {
	run, rounds, err := LoadFolder("../cmd/bale/testdata/v0.1.0/run")
	if err != nil {
		t.Fatal(err)
	}
	r := Derive(run, rounds, Options{})
	if r.Sequential != WallTime || len(r.Cells) == 0 || slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Time != WallTime }) {
		t.Errorf("sequential cells are ranked by %s time", r.Sequential)
	}
}

// TestDiffClocks checks that two runs of which one has no CPU times are compared by wall time.
func TestDiffClocks(t *testing.T) {
	a := clockLab(2, measure.DefaultMode, "x", func(b *measure.Block) {})
	b := clockLab(2, measure.DefaultMode, "x", func(b *measure.Block) {})
	for _, blocks := range b.rounds.Blocks {
		for i := range blocks {
			blocks[i].CPUNs = 0
		}
	}
	d := Diff(Derive(&a.run, a.rounds, Options{}), Derive(&b.run, b.rounds, Options{}), a.rounds, b.rounds)
	if d.Factor != 1 || len(d.Cells) != 7 || d.Repeat.Within3 != 1 {
		t.Errorf("factor %g, %d cells, %g within 3 %%", d.Factor, len(d.Cells), d.Repeat.Within3)
	}
	if text := fmt.Sprint(d.Warnings); !strings.Contains(text, "one of the two runs has no CPU times, so sequential cells are compared by wall time") {
		t.Errorf("warnings %s", text)
	}
}

// TestBaseClocks checks that a cell that waits and the same cell of another commit, which does not, are compared by wall time.
func TestBaseClocks(t *testing.T) {
	b := clockLab(1, measure.DefaultMode, "x", func(b *measure.Block) { b.CPUNs = 20e3 })
	b.run.Base = &Base{Ref: "main"}
	b.row(measure.Row{Codec: "x@base", Base: "x"})
	x := b.rounds.Blocks[cell("small", "x", measure.Encode)]
	for i := range x {
		before := x[i]
		before.Codec, before.CPUNs = "x@base", 160e3
		b.rounds.Add(before)
	}
	d := DiffBase(&b.run, b.rounds)
	if len(d.Cells) != 1 || math.Abs(d.Cells[0].Delta) > 0.01 || math.Abs(d.Cells[0].A.Center-d.Cells[0].B.Center) > 1 {
		t.Errorf("%+v", d.Cells)
	}
}
