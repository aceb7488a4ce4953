package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"bale/lab/aspect"
	"bale/program/build"
	"bale/result"
	"bale/runner/measure"
)

// A Comparison measures codecs on shapes. It writes its results into one folder: run.json before the first round, and each block to
// rounds.txt when the block ends. To resume an interrupted comparison, load its Run from the folder, set Dir, and call Measure. A
// comparison that ends before its first round leaves no folder.
type Comparison struct {
	Lab     *Lab
	Choices []*build.Choice // variants that Run.Config.Request.Codecs selects
	// Filter reports whether to measure a cell; own means that its codec works on the user's types. If Filter is nil, every cell is measured.
	Filter func(c measure.Cell, own bool) bool
	Dir    string // results folder; if it is "", Measure makes a new one below ResultsRoot and sets Dir
	Run    *result.Run
	// Note is called with a line about each part of the types that the comparison leaves out, before anything is built. It may be nil.
	Note func(line string)

	old    []*build.Built // Choices built from the base commit
	packed []*build.Built // codecs of a pack; nothing is loaded and built then
}

// NewRun returns a run on this machine that has not begun.
func NewRun(cfg result.Config, seed uint64) *result.Run {
	return &result.Run{Config: cfg, Environment: environment(seed)}
}

// A Stage is the progress of a comparison.
type Stage int

// The stages.
const (
	NotBegun  Stage = iota // the folder has no run
	Measuring              // the folder has a plan and may have rounds
	Complete
)

// Stage returns the progress of the comparison.
func (c *Comparison) Stage() Stage {
	if c.Run.Complete {
		return Complete
	}
	if _, err := os.Stat(filepath.Join(c.Dir, result.RunFile)); err != nil {
		return NotBegun
	}
	return Measuring
}

// Measure plans the comparison, or restores its plan, and measures the missing rounds. Then it examines the aspects. If ctx is cancelled, the
// comparison can be resumed.
func (c *Comparison) Measure(ctx context.Context) error {
	err := c.measure(ctx)
	if errors.Is(err, context.Canceled) && c.Stage() == Measuring {
		if err := c.save(); err != nil {
			return err
		}
	}
	return err
}

func (c *Comparison) measure(ctx context.Context) error {
	b := c.Lab.Builder(build.Target{}, c.trimPath())
	if c.packed != nil {
		return c.measurePacked(ctx, b)
	}
	shapes, err := c.shapes(ctx, b)
	if err != nil {
		return err
	}
	oldShapes, err := c.baseShapes(ctx, b)
	if err != nil {
		return err
	}
	release, err := c.reserve(time.Now())
	if err != nil {
		return err
	}
	defer release()
	built, err := b.Build(ctx, shapes, c.Choices)
	if err != nil {
		return err
	}
	if oldShapes != nil {
		if c.old, err = b.Build(ctx, oldShapes, c.Choices); err != nil {
			return err
		}
	}
	if err := c.measureBuilt(ctx, b, built); err != nil {
		return err
	}
	return c.aspects(ctx, b, built)
}

// trimPath reports whether runners are built with -trimpath. With a base commit, equal code in two folders must give equal programs. For the
// aspect program, whose figures must not depend on the folder of the module cache, the standard library is compiled with this flag anyway.
func (c *Comparison) trimPath() bool {
	req := &c.Run.Config.Request
	return req.Base != "" || slices.Contains(req.Aspects, "program")
}

func (c *Comparison) measurePacked(ctx context.Context, b *build.Builder) error {
	release, err := c.reserve(time.Now())
	if err != nil {
		return err
	}
	defer release()
	return c.measureBuilt(ctx, b, c.packed)
}

func (c *Comparison) measureBuilt(ctx context.Context, b *build.Builder, built []*build.Built) error {
	s := newSession(b, c.Lab.Progress, c.Run.Config.Effort, c.Run.Environment.Seed, c.fail)
	s.paired, s.shared = c.Run.Base != nil, c.Run.Config.Request.Package == ""
	defer s.close()
	cells, rounds, err := c.plan(ctx, s, built)
	if err != nil {
		return err
	}
	w, err := result.OpenWriter(filepath.Join(c.Dir, result.RoundsFile), c.Run.Environment)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := s.measure(ctx, cells, &recorder{Writer: w, run: c.Run, rounds: rounds, progress: c.Lab.Progress}); err != nil {
		return err
	}
	c.Run.Complete = true
	return c.save()
}

func (c *Comparison) save() error { return c.Run.Save(filepath.Join(c.Dir, result.RunFile)) }

// shapes loads the shapes of the request, and writes their names into the run.
func (c *Comparison) shapes(ctx context.Context, b *build.Builder) ([]*build.Shape, error) {
	req := &c.Run.Config.Request
	step(c.Lab.Progress, Step{What: loading, Now: cmp.Or(req.Package, BuiltinShapes)})
	var shapes []*build.Shape
	var err error
	if req.Package == "" {
		shapes, err = b.Builtin(ctx, req.Builtin, req.Lengths)
	} else {
		shapes, err = build.Load(ctx, req.Dir, req.Package, req.Types, req.Data, req.Lengths)
	}
	c.Run.Config.Shapes = nil
	for _, s := range shapes {
		c.Run.Config.Shapes = append(c.Run.Config.Shapes, s.Name)
	}
	c.leftOut(shapes)
	if err == nil {
		err = errors.Join(checkLengths(req, shapes), checkIgnored(req.Ignore, shapes))
	}
	return shapes, err
}

// checkLengths returns an error if lengths were requested and no shape has a length. With -published, the lengths are not requested by the
// user.
func checkLengths(req *result.Request, shapes []*build.Shape) error {
	if len(req.Lengths) == 0 || req.Published || slices.ContainsFunc(shapes, func(s *build.Shape) bool { return s.Length > 0 }) {
		return nil
	}
	return fmt.Errorf("-lengths is for slice types, and %s is not a slice type", shapes[0].Base)
}

// leftOut writes the fields that are left out of the shapes' types into the run, and passes them to Note.
func (c *Comparison) leftOut(shapes []*build.Shape) {
	c.Run.LeftOut = nil
	for _, m := range build.Models(shapes) {
		c.Run.LeftOut = append(c.Run.LeftOut, slices.Concat(m.InternalFields("the comparison", nil), m.Skipped("the comparison"))...)
	}
	for i := 0; c.Note != nil && i < len(c.Run.LeftOut); i++ {
		c.Note(c.Run.LeftOut[i])
	}
}

// plan checks the round trips and calibrates. If the run already has a plan, it restores the plan and loads the rounds.
func (c *Comparison) plan(ctx context.Context, s *session, built []*build.Built) ([]*planned, *result.Rounds, error) {
	all := slices.Concat(built, c.old)
	if len(c.Run.Cells) > 0 {
		if err := checkProgram(c.Run, all); err != nil {
			return nil, nil, err
		}
		rounds, err := result.LoadRounds(filepath.Join(c.Dir, result.RoundsFile))
		if err != nil {
			return nil, nil, err
		}
		cells, err := restore(built, c.old, c.Run, rounds)
		if err == nil {
			err = checkSamples(ctx, c.check(s.builder), built, c.Run)
		}
		return cells, rounds, err
	}
	setProgram(&c.Run.Environment, all)
	cells, err := c.cells(ctx, c.check(s.builder), built)
	if err != nil {
		return nil, nil, err
	}
	if cells, err = s.calibrate(ctx, cells); err != nil {
		return nil, nil, err
	}
	for _, p := range cells {
		c.Run.Cells = append(c.Run.Cells, result.PlannedCell{Cell: p.Cell, N: int64(p.n)})
	}
	if err := c.begin(); err != nil {
		return nil, nil, err
	}
	return cells, result.NewRounds(), c.saveCode(built)
}

// cells checks the round trips and returns the cells to calibrate. It writes the rows, modules and samples into the run.
func (c *Comparison) cells(ctx context.Context, check *Check, built []*build.Built) ([]*planned, error) {
	checked, err := check.Run(ctx, built)
	if err != nil {
		return nil, err
	}
	cells := plan(checked, c.Run.Config.Modes, c.Run.Config.Request.Strings)
	if c.Filter != nil {
		cells = slices.DeleteFunc(cells, func(p *planned) bool { return !c.Filter(p.Cell, p.row.Own) })
	}
	cells, controls := withControl(cells)
	c.Run.Samples, c.Run.Rows, c.Run.Environment.Modules = samples(checked), nil, map[string]string{}
	for _, b := range built {
		for _, r := range b.Rows {
			c.Run.Rows = append(c.Run.Rows, *r.Row)
		}
		if b.Runner != nil {
			for path, version := range b.Runner.Modules {
				c.Run.Environment.Modules[b.Codec.Name+"/"+path] = version
			}
		}
	}
	for _, r := range controls {
		c.Run.Rows = append(c.Run.Rows, *r)
	}
	if c.Run.Base != nil {
		return c.withBase(ctx, check, cells, built)
	}
	if c.Filter == nil {
		cells = withNative(cells, c.Run.Config.Modes)
	}
	return withChecks(cells), nil
}

// check returns the round-trip check of the comparison.
func (c *Comparison) check(b *build.Builder) *Check {
	req := &c.Run.Config.Request
	return &Check{Builder: b, Progress: c.Lab.Progress, Seed: c.Run.Environment.Seed, Values: req.Values, Ignore: req.Ignore}
}

// aspects examines the requested aspects of the measured rows, and writes them into the results folder.
func (c *Comparison) aspects(ctx context.Context, b *build.Builder, built []*build.Built) error {
	wanted := c.Run.Config.Request.Aspects
	if len(wanted) == 0 {
		return nil
	}
	x := &aspect.Examination{Builder: b, Seed: c.Run.Environment.Seed, Report: func(done, total int, now string) {
		step(c.Lab.Progress, Step{What: examining, Done: done, Total: total, Now: now})
	}}
	list, err := x.Examine(ctx, c.examinedRows(built), wanted)
	if err != nil {
		return err
	}
	return result.SaveAspects(c.Dir, list)
}

// examinedRows returns the measured rows, without references, controls and rows of another commit.
func (c *Comparison) examinedRows(built []*build.Built) []*build.Row {
	var rows []*build.Row
	for i := range c.Run.Rows {
		row := &c.Run.Rows[i]
		if !row.Measured() || row.Reference || !row.Listed() {
			continue
		}
		for _, b := range built {
			if r := b.Row(row.Key()); r != nil && b.Runner != nil {
				r.Hash = c.Run.SamplesHash(row.Shape)
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// fail sets the status and reason of a row, one of whose cells could not be measured.
func (c *Comparison) fail(cell measure.Cell, status measure.Status, reason string) {
	if r := c.Run.Row(cell.Row()); r != nil {
		r.Status, r.Reason = status, reason
	}
}

// A recorder writes the measured blocks, and keeps them to decide which cells need more rounds.
type recorder struct {
	*result.Writer
	run      *result.Run
	rounds   *result.Rounds
	progress Progress // may be nil
}

// Round implements sink.
func (r *recorder) Round(round, epoch int, at time.Time) error {
	if r.progress != nil && len(r.rounds.Order) > 0 {
		r.progress.Ranks(r.run, r.rounds)
	}
	return r.Writer.Round(round, epoch, at)
}

// Block implements sink.
func (r *recorder) Block(b measure.Block) error {
	r.rounds.Add(b)
	return r.Writer.Block(b)
}

// Widths implements sink.
func (r *recorder) Widths(running func(measure.Cell) bool) map[measure.Cell]float64 {
	return result.Widths(r.run, r.rounds, running)
}

// FarBehind implements sink.
func (r *recorder) FarBehind(limit float64, running func(measure.Cell) bool) map[measure.Cell]bool {
	return result.FarBehind(r.run, r.rounds, limit, running)
}

// Open implements sink.
func (r *recorder) Open(running func(measure.Cell) bool) map[measure.Cell]bool {
	return result.Open(r.run, r.rounds, running)
}
