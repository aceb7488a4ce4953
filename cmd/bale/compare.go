package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"bale/lab"
	"bale/lab/harness"
	"bale/measure"
	"bale/published"
	"bale/result"
	"bale/shape"
)

const compareUsage = `usage: bale compare [flags] [package]

Measure every serializer on types of a package, or without a package on the built-in shapes, and say
which to use. Nothing is written into the package's tree.

  -type T,U        types of the package, as they are written inside it
  -shape LIST      built-in shapes: small, nested, block, submit, valmsg, mixed
  -data FILE       sample values: a JSON array or JSON Lines of the type (default: generated from -seed)
  -codecs LIST     names or globs (default all; see 'bale list')
  -modes LIST      default, all, or a list of classes: convert native fresh reuse copy alias seq par varied known
  -lengths LIST    lengths of a slice shape (default 1,100,10000)
  -seed N          of the sample values and of the order of the rounds (default 1)
  -values N        number of varied sample values (default: as many as the processor cannot learn)
  -quick           6 rounds of 5 ms blocks     -thorough   40 rounds of 50 ms blocks
  -rounds N        another number of rounds than 12 of 10 ms blocks
  -published       measure what the five published benchmarks did, in their classes, and print their figures beside
  -o DIR           results folder (default bale-results/<date-time>)
  -resume DIR      go on with an interrupted run
  -json            print results.json instead of the table
  -raw             show the times as measured, with the drift of the machine's speed in them

examples:
  bale compare -type Order ./internal/shop
  bale compare -quick -shape small -codecs json,gob,msgp
  bale compare -type 'Pair[int,string]' -data orders.jsonl -modes fresh,reuse .

exit status: 0 done, 1 something failed, 2 bad usage. A codec that cannot carry a type or fails is a row
with the reason, not a failure of the run.
`

// A comparison is one run of compare.
type comparison struct {
	io     streams
	lab    *lab.Lab
	prog   *progress
	dir    string // results folder
	effort lab.Effort
	modes  []measure.Mode
	run    *result.Run
	show   view
}

func compareCommand(ctx context.Context, io streams, args []string) error {
	c, err := parseCompare(io, args)
	if err != nil {
		return err
	}
	cache, err := lab.DefaultCache()
	if err != nil {
		return err
	}
	c.prog = newProgress(io.err)
	c.lab = &lab.Lab{Cache: cache, Progress: c.prog}
	err = c.measure(ctx)
	c.prog.end()
	if errors.Is(err, context.Canceled) {
		return c.interrupted()
	}
	if err != nil {
		return err
	}
	return c.publish()
}

func parseCompare(io streams, args []string) (*comparison, error) {
	f := newFlags("compare")
	types, shapes, data := f.String("type", "", ""), f.String("shape", "", ""), f.String("data", "", "")
	codecs, modes, lengths := f.String("codecs", "", ""), f.String("modes", "default", ""), f.String("lengths", "", "")
	seed, rounds, values := f.Uint64("seed", 1, ""), f.Int("rounds", 0, ""), f.Int("values", 0, "")
	quick, thorough := f.Bool("quick", false, ""), f.Bool("thorough", false, "")
	asPublished := f.Bool("published", false, "")
	out, resume, asJSON, raw := f.String("o", "", ""), f.String("resume", "", ""), f.Bool("json", false, ""), f.Bool("raw", false, "")
	if err := parse(f, args); err != nil {
		return nil, err
	}
	c := &comparison{io: io, show: view{json: *asJSON, raw: *raw}, dir: *out, run: &result.Run{}}
	if *resume != "" {
		return c, c.load(*resume, f.NFlag(), f.NArg())
	}
	switch {
	case *quick && *thorough:
		return nil, badUsage("-quick and -thorough exclude each other")
	case f.NArg() > 1:
		return nil, badUsage("want one package, have %d: %s", f.NArg(), strings.Join(f.Args(), " "))
	case f.NArg() == 1 && *shapes != "":
		return nil, badUsage("-shape names built-in shapes, and %s is a package: take one of the two", f.Arg(0))
	case f.NArg() == 0 && (*types != "" || *data != ""):
		return nil, badUsage("-type and -data need a package, for instance '.'")
	case *asPublished && (f.NArg() > 0 || *lengths != "" || *modes != "default"):
		return nil, badUsage("-published says itself which types, lengths and classes to measure")
	case *rounds < 0:
		return nil, badUsage("-rounds %d: want 1 or more", *rounds)
	case *values < 0:
		return nil, badUsage("-values %d: want 1 or more", *values)
	}
	c.effort = effort(*quick, *thorough, *rounds)
	var err error
	if c.modes, err = measure.ParseModes(*modes); err != nil {
		return nil, badUsage("%v", err)
	}
	req := result.Request{Package: f.Arg(0), Types: splitTypes(*types), Codecs: splitTypes(*codecs), Values: *values}
	if req.Dir, err = os.Getwd(); err != nil {
		return nil, err
	}
	if *data != "" {
		if req.Data, err = filepath.Abs(*data); err != nil {
			return nil, err
		}
		if _, err := os.Stat(req.Data); err != nil {
			return nil, badUsage("-data: %v", err)
		}
	}
	if req.Lengths, err = parseLengths(*lengths); err != nil {
		return nil, err
	}
	if *asPublished {
		req.Published, req.Lengths, c.modes = true, published.Lengths(), published.Modes()
		if *codecs == "" {
			req.Codecs = published.Codecs()
		}
	}
	if req.Package == "" {
		if req.Builtin, err = parseShapes(*shapes); err != nil {
			return nil, err
		}
	}
	if _, err := choose(req.Codecs); err != nil {
		return nil, err
	}
	c.run = newRun(req, c.effort, c.modes, *seed)
	if c.dir == "" {
		c.dir = filepath.Join("bale-results", time.Now().Format("2006-01-02-150405"))
	}
	if _, err := os.Stat(filepath.Join(c.dir, "run.json")); err == nil {
		return nil, badUsage("%s holds a run already: name another folder with -o, or go on with -resume %s", c.dir, c.dir)
	}
	return c, nil
}

func effort(quick, thorough bool, rounds int) lab.Effort {
	e := lab.Default
	if quick {
		e = lab.Quick
	} else if thorough {
		e = lab.Thorough
	}
	if rounds > 0 {
		e.Rounds, e.Epochs = rounds, min(e.Epochs, rounds)
	}
	return e
}

func parseLengths(list string) ([]int, error) {
	var lengths []int
	for _, s := range splitTypes(list) {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return nil, badUsage("-lengths: %q is no length: want whole numbers from 1, as in 1,100,10000", s)
		}
		lengths = append(lengths, n)
	}
	return lengths, nil
}

func parseShapes(list string) ([]string, error) {
	names := splitTypes(list)
	if len(names) == 0 {
		return shape.Names, nil
	}
	for _, n := range names {
		if !slices.Contains(shape.Names, n) {
			return nil, badUsage("no built-in shape is called %q: they are %s; for a type of your own, name its package", n, strings.Join(shape.Names, ", "))
		}
	}
	return names, nil
}

// load takes up an interrupted run.
func (c *comparison) load(dir string, flags, args int) error {
	if flags > 1+c.show.flags() || args > 0 {
		return badUsage("-resume goes on as the run was begun: it takes no other flags and no package")
	}
	run, err := result.Load(filepath.Join(dir, "run.json"))
	if err != nil {
		return fmt.Errorf("-resume: %s is no results folder: %w", dir, err)
	}
	c.dir, c.run = dir, run
	cfg := run.Config
	c.effort = lab.Effort{Name: cfg.Effort, Rounds: cfg.Rounds, BlockNs: float64(cfg.BlockMillis) * 1e6, Epochs: cfg.Epochs}
	for _, m := range cfg.Modes {
		mode, err := measure.ParseMode(m)
		if err != nil {
			return err
		}
		c.modes = append(c.modes, mode)
	}
	return nil
}

// measure plans the run, or restores its plan, and takes the rounds that are missing.
func (c *comparison) measure(ctx context.Context) error {
	req := c.run.Config.Request
	c.lab.Values = req.Values
	choices, err := choose(req.Codecs)
	if err != nil {
		return err
	}
	shapes, err := c.shapes(ctx, req)
	if err != nil {
		return err
	}
	c.run.Config.Shapes = nil
	for _, s := range shapes {
		c.run.Config.Shapes = append(c.run.Config.Shapes, s.Name)
	}
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return err
	}
	if err := c.save(); err != nil {
		return err
	}
	built, err := c.lab.Build(ctx, shapes, choices)
	if err != nil {
		return err
	}
	cells, have, err := c.plan(ctx, built)
	if err != nil {
		return err
	}
	w, err := result.OpenWriter(filepath.Join(c.dir, "rounds.txt"), c.run.Environment)
	if err != nil {
		return err
	}
	defer w.Close()
	sink := &recorder{Writer: w, run: c.run, rounds: have}
	if err := c.lab.Measure(ctx, cells, c.effort, c.run.Environment.Seed, times(have), sink, c.fail); err != nil {
		return err
	}
	c.run.Complete = true
	return c.save()
}

// A recorder writes what is measured, and keeps it to say where more rounds are needed.
type recorder struct {
	*result.Writer
	run    *result.Run
	rounds *result.Rounds
}

func (r *recorder) Block(b measure.Block) error {
	r.rounds.Add(b)
	return r.Writer.Block(b)
}

func (r *recorder) Open(running func(measure.Cell) bool) map[measure.Cell]bool {
	return result.Open(r.run, r.rounds, running)
}

// times are the times of each cell's blocks.
func times(rounds *result.Rounds) map[measure.Cell][]float64 {
	list := map[measure.Cell][]float64{}
	for cell, blocks := range rounds.Blocks {
		for _, b := range blocks {
			list[cell] = append(list[cell], b.Ns)
		}
	}
	return list
}

func (c *comparison) save() error { return c.run.Save(filepath.Join(c.dir, "run.json")) }

func (c *comparison) shapes(ctx context.Context, req result.Request) ([]*lab.Shape, error) {
	if req.Package == "" {
		return c.lab.Builtin(ctx, req.Builtin, req.Lengths)
	}
	return c.lab.Load(ctx, req.Dir, req.Package, req.Types, req.Data, req.Lengths)
}

// plan proves and calibrates; of a run that has a plan already, it takes that and counts its blocks.
func (c *comparison) plan(ctx context.Context, built []*lab.Built) ([]*lab.Planned, *result.Rounds, error) {
	if len(c.run.Cells) > 0 {
		return c.restore(built)
	}
	seed := c.run.Environment.Seed
	proven, err := c.lab.Prove(ctx, built, seed)
	if err != nil {
		return nil, nil, err
	}
	cells := lab.Plan(proven, c.modes)
	if c.run.Config.Request.Published {
		cells = slices.DeleteFunc(cells, func(p *lab.Planned) bool { return !published.Wants(p.Cell, p.Own()) })
	}
	c.run.Samples = samples(proven)
	cells, controls := lab.WithControl(cells)
	c.run.Rows, c.run.Environment.Modules = nil, map[string]string{}
	for _, b := range built {
		for _, r := range b.Rows {
			c.run.Rows = append(c.run.Rows, *r)
		}
		if b.Runner != nil {
			for path, version := range b.Runner.Modules {
				c.run.Environment.Modules[b.Codec.Name+"/"+path] = version
			}
		}
	}
	for _, r := range controls {
		c.run.Rows = append(c.run.Rows, *r)
	}
	cells = lab.WithChecks(cells)
	if err := c.lab.Calibrate(ctx, cells, c.effort, seed, c.fail); err != nil {
		return nil, nil, err
	}
	cells = slices.DeleteFunc(cells, func(p *lab.Planned) bool { return p.N == 0 })
	for _, p := range cells {
		c.run.Cells = append(c.run.Cells, result.PlannedCell{Cell: p.Cell, N: int64(p.N)})
	}
	return cells, result.NewRounds(), c.save()
}

// counts are the numbers of sample values of a shape, as an earlier part of the run has found them.
func (c *comparison) counts(shape string) harness.ValueCounts {
	for _, s := range c.run.Samples {
		if s.Shape == shape {
			return harness.ValueCounts{Values: s.Values, Known: s.Known, Distinct: s.Distinct, Leaves: s.Leaves, Learned: s.Learned, Fourfold: s.Fourfold}
		}
	}
	return harness.ValueCounts{}
}

// samples are the numbers of sample values of each shape, as the runners have found them.
func samples(proven []*lab.Proven) []result.Samples {
	var list []result.Samples
	for _, p := range proven {
		if !slices.ContainsFunc(list, func(s result.Samples) bool { return s.Shape == p.Shape.Name }) {
			n := p.Counts
			list = append(list, result.Samples{Shape: p.Shape.Name, Values: n.Values, Known: n.Known, Distinct: n.Distinct, Leaves: n.Leaves, Learned: n.Learned, Fourfold: n.Fourfold})
		}
	}
	return list
}

func (c *comparison) restore(built []*lab.Built) ([]*lab.Planned, *result.Rounds, error) {
	var list []measure.Cell
	var n []int64
	for _, p := range c.run.Cells {
		if r := c.row(p.Cell); r != nil && (r.Status == measure.OK || r.Status == measure.Lossy) {
			list, n = append(list, p.Cell), append(n, p.N)
		}
	}
	cells, err := lab.Restore(built, list, n, c.counts)
	if err != nil {
		return nil, nil, err
	}
	rounds, err := readRounds(c.dir)
	if errors.Is(err, os.ErrNotExist) {
		return cells, result.NewRounds(), nil
	}
	return cells, rounds, err
}

func (c *comparison) row(cell measure.Cell) *measure.Row {
	for i := range c.run.Rows {
		if r := &c.run.Rows[i]; r.Shape == cell.Shape && r.Codec == cell.Codec {
			return r
		}
	}
	return nil
}

// fail writes into a row that one of its cells could not go on.
func (c *comparison) fail(cell measure.Cell, status measure.Status, reason string) {
	if r := c.row(cell); r != nil {
		r.Status, r.Reason = status, reason
	}
}

// interrupted leaves what there is in good order.
func (c *comparison) interrupted() error {
	if _, err := os.Stat(filepath.Join(c.dir, "run.json")); err != nil {
		return errors.New("interrupted before anything was done")
	}
	if len(c.run.Cells) == 0 {
		return fmt.Errorf("interrupted before the first round; 'bale compare -resume %s' starts it again", c.dir)
	}
	if err := c.save(); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(c.dir, "rounds.txt")); err == nil {
		if err := c.publish(); err != nil {
			return err
		}
	}
	return fmt.Errorf("interrupted; 'bale compare -resume %s' goes on", c.dir)
}

func (c *comparison) publish() error {
	results, _, err := readRun(c.dir, c.show.raw)
	if err != nil {
		return err
	}
	c.show.published = c.run.Config.Request.Published
	return publish(c.io, c.dir, results, c.show)
}
