package lab

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"bale/lab/harness"
	"bale/measure"
)

// Effort is how long a run measures.
type Effort struct {
	Name    string
	Rounds  int     // at most
	BlockNs float64 // what a block is calibrated to take
	Epochs  int     // how often the runners are started anew
}

// The efforts.
var (
	Quick    = Effort{"quick", 6, 5e6, 3}
	Default  = Effort{"default", 12, 10e6, 3}
	Thorough = Effort{"thorough", 40, 50e6, 4}
)

const (
	minRounds   = 6 // that every cell gets: below them there are no intervals
	stealTicks  = 1 // of the kernel's clock (10 ms) stolen during a block: more than that, and it is run again
	rerunShare  = 4 // at most one block in so many is run again, or a bad hour would never end
	maxReruns   = 3 // of one block, when the machine was disturbed
	maxBlockOps = 1 << 30
)

// Planned is a cell with its frozen number of operations and the runner that measures it.
type Planned struct {
	measure.Cell
	N      int // per goroutine
	proven *Proven
	base   string // the codec as its runner knows it: a control has another name in the results
	ns     []float64
}

// A Sink takes what is measured, as it comes.
type Sink interface {
	Round(round, epoch int, at time.Time) error
	Rerun(c measure.Cell, why string) error
	Block(b measure.Block) error
	// Open reports which of the cells that are running need another round. It is asked after the first few rounds.
	Open(running func(measure.Cell) bool) map[measure.Cell]bool
}

// Plan lists the cells of the modes that were asked for, as far as the codecs have them.
func Plan(proven []*Proven, modes []measure.Mode) []*Planned {
	var cells []*Planned
	for _, p := range proven {
		for _, op := range []measure.Op{measure.Encode, measure.Decode} {
			for _, m := range modes {
				if op == measure.Encode && m.Strings == "alias" || p.Row.Own && m.Form == "native" {
					continue // the same as copy, and as convert
				}
				for _, k := range p.Keys {
					if k == m.Loop(op) {
						cells = append(cells, &Planned{Cell: measure.Cell{Shape: p.Shape.Name, Codec: p.Row.Codec, Op: op, Mode: m}, proven: p, base: p.Row.Codec})
					}
				}
			}
		}
	}
	return cells
}

// count is the number of the cell's sample values.
func (c *Planned) count() int {
	switch c.Mode.Values {
	case "known":
		return c.proven.Counts.Known
	case measure.Fourfold:
		return c.proven.Counts.Fourfold
	}
	return c.proven.Counts.Values
}

// Own reports whether the cell's codec works on the user's type as it stands.
func (c *Planned) Own() bool { return c.proven.Row.Own }

// ControlName is what the second registration of a codec is called in results.
func ControlName(codec string) string { return codec + "@control" }

// WithControl adds a second registration of one codec: the same runner in another process. The gap
// between the two is the noise floor of the run. It returns the control's rows, too.
func WithControl(cells []*Planned) ([]*Planned, []*measure.Row) {
	prefer := []string{"handwritten/selftime", "gob", "json"}
	best := len(prefer)
	name := ""
	for _, c := range cells {
		for i, p := range prefer {
			if c.Codec == p && i < best {
				best, name = i, p
			}
		}
	}
	for _, c := range cells {
		if name == "" && !c.proven.Row.Reference {
			name = c.Codec
		}
	}
	var rows []*measure.Row
	seen := map[string]bool{}
	for _, c := range cells {
		if c.Codec != name {
			continue
		}
		twin := *c
		twin.Codec = ControlName(name)
		cells = append(cells, &twin)
		if !seen[c.Shape] {
			seen[c.Shape] = true
			row := *c.proven.Row
			row.Codec, row.Control = twin.Codec, name
			rows = append(rows, &row)
		}
	}
	return cells, rows
}

// Fail hears of a cell that could not go on.
type Fail func(c measure.Cell, status measure.Status, reason string)

// session holds the runners that are alive, one process for each codec, and one for the control.
type session struct {
	lab   *Lab
	seed  uint64
	procs map[string]*proc
	files string // folder for messages that the processes of a runner keep for each other; "" before there is one

	blocks, reruns int // so far
	fail           Fail
	gone           map[measure.Key]bool // rows that have failed: the rest of their cells would be no use
}

func (l *Lab) session(seed uint64, fail Fail) *session {
	return &session{lab: l, seed: seed, procs: map[string]*proc{}, fail: fail, gone: map[measure.Key]bool{}}
}

func (c *Planned) process() string {
	if c.Codec != c.base {
		return c.proven.Built.Codec.Name + "@control"
	}
	return c.proven.Built.Codec.Name
}

func (s *session) request(c *Planned, do string) *harness.Request {
	return &harness.Request{Do: do, Shape: c.proven.Shape.Base, Codec: c.base, Length: c.proven.Shape.Length,
		Seed: s.seed, Data: c.proven.Shape.Data, Op: string(c.Op), Mode: c.Mode.String(), N: c.N,
		Count: c.count(), Start: len(c.ns) * c.N}
}

func (s *session) call(ctx context.Context, c *Planned, req *harness.Request, expect float64) (*harness.Response, error) {
	resp, err := s.ask(ctx, c, req, expect)
	if err != nil && ctx.Err() == nil {
		s.gone[c.Row()] = true
		status, reason := failure(err)
		s.fail(c.Cell, status, fmt.Sprintf("%s %s: %s", c.Op, c.Mode, reason))
	}
	return resp, err
}

// ask calls the cell's runner, which it starts where there is none, and looks whether the answer holds
// what was asked for.
func (s *session) ask(ctx context.Context, c *Planned, req *harness.Request, expect float64) (*harness.Response, error) {
	name := c.process()
	if s.procs[name] == nil {
		dir, err := s.messages(c.proven.Built.Runner)
		if err != nil {
			return nil, err
		}
		p, err := s.lab.start(c.proven.Built.Runner.Path, harness.MessageFolder+"="+dir)
		if err != nil {
			return nil, err
		}
		s.procs[name] = p
	}
	resp, err := s.procs[name].call(ctx, req, s.lab.deadline(expect))
	var e *runnerError
	if errors.As(err, &e) && e.dead {
		delete(s.procs, name)
	}
	switch {
	case err != nil:
		return nil, err
	case req.Do == "calibrate" && resp.N < 1:
		return nil, &runnerError{measure.Failed, "the runner's answer has no number of operations", false}
	case req.Do == "block" && !resp.Timing.OK():
		return nil, &runnerError{measure.Failed, "the runner's answer has no timing", false}
	}
	return resp, nil
}

// messages is the folder that the processes of a runner share.
func (s *session) messages(r *Runner) (string, error) {
	if s.files == "" {
		var err error
		if s.files, err = os.MkdirTemp("", "bale-messages-"); err != nil {
			return "", err
		}
	}
	dir := filepath.Join(s.files, r.Hash)
	return dir, os.MkdirAll(dir, 0o755)
}

// stop ends all processes.
func (s *session) stop() {
	for name, p := range s.procs {
		p.close()
		delete(s.procs, name)
	}
}

// close ends all processes, and takes away what they have left.
func (s *session) close() {
	s.stop()
	if s.files != "" {
		os.RemoveAll(s.files)
	}
}

// calibrate freezes N of one cell, or takes it from the cache: the same program on the same values needs the same number of
// operations, or nearly so.
func (s *session) calibrate(ctx context.Context, c *Planned, e Effort) error {
	req := s.request(c, "calibrate")
	req.Target = e.BlockNs
	parts := map[string][]byte{"runner": []byte(c.proven.Built.Runner.Hash), "request": []byte(fmt.Sprintf("%+v", *req)),
		"cpus": []byte(strconv.Itoa(runtime.NumCPU()))}
	if req.Data != "" {
		data, err := os.ReadFile(req.Data)
		if err != nil {
			return err
		}
		parts["data"] = data
	}
	dir := filepath.Join(s.lab.Cache, "calibrations", digest(parts))
	failed := false
	err := once(dir, func(tmp string) error {
		resp, err := s.call(ctx, c, req, e.BlockNs)
		if err != nil {
			failed = true
			return err
		}
		return writeFiles(tmp, map[string][]byte{"n": []byte(strconv.Itoa(min(resp.N, maxBlockOps)))})
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case failed:
		return nil // its row has been told
	case err != nil:
		return err
	}
	data, err := os.ReadFile(filepath.Join(dir, "n"))
	if err == nil {
		c.N, err = strconv.Atoi(string(data))
	}
	return err
}

// Calibrate freezes N for each cell; 0 is for those of a row that has failed.
func (l *Lab) Calibrate(ctx context.Context, cells []*Planned, e Effort, seed uint64, fail Fail) error {
	s := l.session(seed, fail)
	defer s.close()
	for i, c := range cells {
		l.step("calibrate", i, len(cells), c.Shape+" "+c.Codec)
		if s.gone[c.Row()] {
			continue
		}
		if twin := original(cells, c); twin != nil {
			c.N = twin.N // one N for both, or their difference would not be noise alone
			continue
		}
		if err := s.calibrate(ctx, c, e); err != nil {
			return err
		}
	}
	for _, c := range cells {
		if s.gone[measure.Key{Shape: c.Shape, Codec: c.base}] {
			c.N = 0
		}
	}
	return nil
}

func original(cells []*Planned, c *Planned) *Planned {
	if c.Codec == c.base {
		return nil
	}
	for _, o := range cells {
		if o.Shape == c.Shape && o.Op == c.Op && o.Mode == c.Mode && o.Codec == c.base {
			return o
		}
	}
	return nil
}

// Measure visits every cell once a round, in a fresh permutation, until each has its rounds: after the first few, those
// that the sink says.
// have says which blocks a cell has already, of an earlier part of the run.
func (l *Lab) Measure(ctx context.Context, cells []*Planned, e Effort, seed uint64, have map[measure.Cell][]float64, sink Sink, fail Fail) error {
	s := l.session(seed, fail)
	defer s.close()
	for _, c := range cells {
		c.ns = have[c.Cell]
	}
	epoch := -1
	for round := range e.Rounds {
		todo := s.todo(cells, round, rand.New(rand.NewPCG(seed, uint64(round))), sink)
		if len(todo) == 0 {
			continue
		}
		if now := round * e.Epochs / e.Rounds; now != epoch {
			s.stop()
			epoch = now
		}
		if err := sink.Round(round+1, epoch+1, time.Now()); err != nil {
			return err
		}
		for i, c := range todo {
			l.step(fmt.Sprintf("round %d of %d", round+1, e.Rounds), i, len(todo), c.Shape+" "+c.Codec+" "+string(c.Op))
			if s.gone[c.Row()] {
				continue // since this round began
			}
			if err := s.block(ctx, c, e, sink); err != nil {
				return err
			}
		}
	}
	l.step("measure", 1, 1, "")
	return nil
}

// todo are the cells that a round visits, in its order. A cell that has missed a round gets no more: the rounds of two
// cells are pairs.
func (s *session) todo(cells []*Planned, round int, r *rand.Rand, sink Sink) []*Planned {
	running := map[measure.Cell]bool{}
	for _, c := range cells {
		// An operation that is longer than a block takes ten times as long as the others, and varies less.
		running[c.Cell] = len(c.ns) == round && !s.gone[c.Row()] && (round < minRounds || c.N > 1)
	}
	open := running
	if round >= minRounds {
		open = sink.Open(func(c measure.Cell) bool { return running[c] })
	}
	var todo []*Planned
	for _, i := range r.Perm(len(cells)) {
		if c := cells[i]; running[c.Cell] && open[c.Cell] {
			todo = append(todo, c)
		}
	}
	return todo
}

// block measures one block, again if the hypervisor has stolen time from it, and hands it on. It looks at the machine, never at
// the block: no block is run again for being slow itself.
func (s *session) block(ctx context.Context, c *Planned, e Effort, sink Sink) error {
	for try := 0; ; try++ {
		before := steal()
		req := s.request(c, "block")
		req.Target = e.BlockNs
		resp, err := s.call(ctx, c, req, e.BlockNs)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return nil // its own row suffers, nobody else's
		}
		t, n := resp.Timing, float64(resp.Timing.N)
		if stolen := steal() - before; stolen > stealTicks && try < maxReruns && s.reruns < s.blocks/rerunShare+maxReruns {
			s.reruns++
			if err := sink.Rerun(c.Cell, fmt.Sprintf("steal %d", stolen)); err != nil {
				return err
			}
			continue
		}
		s.blocks++
		c.ns = append(c.ns, t.WallNs/n)
		return sink.Block(measure.Block{Cell: c.Cell, N: int64(t.N), Ns: t.WallNs / n, Bytes: t.Bytes / n, Allocs: t.Allocs / n,
			WallNs: t.WallNs, CPUNs: t.CPUNs, YardNs: t.YardNs})
	}
}
