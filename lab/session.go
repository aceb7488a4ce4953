package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bale/lab/harness"
	"bale/measure"
	"bale/result"
)

// The efforts.
var (
	Quick    = result.Effort{Name: "quick", Rounds: 6, Epochs: 3, BlockMillis: 5}
	Default  = result.Effort{Name: "default", Rounds: 24, Epochs: 6, BlockMillis: 10}
	Thorough = result.Effort{Name: "thorough", Rounds: 40, Epochs: 4, BlockMillis: 50}
)

// A session measures cells: first calibrate finds how many operations make a block, then measure takes the rounds. It has to be
// closed.
type session struct {
	lab    *Lab
	effort result.Effort
	seed   uint64
	// fail is called for a cell that could not be measured. No other cell of its row is tried after that.
	fail func(c measure.Cell, status measure.Status, reason string)

	procs  map[string]*proc     // the runners that are alive, one process for each codec, one for its control and one for its base
	files  string               // folder for messages that the processes of a runner share; "" before there is one
	failed map[measure.Key]bool // rows

	paired bool // cells that are compared with each other are measured side by side

	blocks, reruns int // so far
}

func (l *Lab) session(e result.Effort, seed uint64, fail func(measure.Cell, measure.Status, string)) *session {
	return &session{lab: l, effort: e, seed: seed, fail: fail, procs: map[string]*proc{}, failed: map[measure.Key]bool{}}
}

// process names the process that measures the cell: the codec with the suffix of a control or of another commit.
func (c *planned) process() string {
	return c.proven.Built.Codec.Name + strings.TrimPrefix(c.Codec, c.base)
}

func (s *session) request(c *planned, do harness.Task) *harness.Request {
	return &harness.Request{Do: do, Shape: c.proven.Shape.Base, Codec: c.base, Length: c.proven.Shape.Length,
		Seed: s.seed, Data: c.proven.Shape.Data, Op: c.Op, Mode: c.Mode, N: c.n,
		Count: c.values(), Start: len(c.ns) * c.n, Target: s.target(c)}
}

// parallelBlock is how many times as long as others the blocks of parallel cells are. The collector runs about every 40 ms in a
// parallel block that takes new memory, so that one of 10 ms has it or has it not.
const parallelBlock = 3

// target is how many ns a block of the cell is meant to take.
func (s *session) target(c *planned) float64 {
	if c.Mode.Procs == measure.Par {
		return parallelBlock * s.effort.BlockNs()
	}
	return s.effort.BlockNs()
}

// call sends a request to the cell's runner. An error is the end of the cell's row, unless the session was cancelled.
func (s *session) call(ctx context.Context, c *planned, req *harness.Request) (*harness.Response, error) {
	resp, err := s.ask(ctx, c, req)
	if err != nil && ctx.Err() == nil {
		s.failed[c.Row()] = true
		status, reason := failure(err)
		s.fail(c.Cell, status, fmt.Sprintf("%s %s: %s", c.Op, c.Mode, reason))
	}
	return resp, err
}

// ask calls the cell's runner, which it starts where there is none, and checks that the answer has
// what was asked for.
func (s *session) ask(ctx context.Context, c *planned, req *harness.Request) (*harness.Response, error) {
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
	resp, err := s.procs[name].call(ctx, req, s.lab.deadline(req.Target))
	var e *runnerError
	if errors.As(err, &e) && e.dead {
		delete(s.procs, name)
	}
	switch {
	case err != nil:
		return nil, err
	case req.Do == harness.Calibrate && resp.N < 1:
		return nil, &runnerError{measure.Failed, "the runner's answer has no number of operations", false}
	case req.Do == harness.Block && !resp.Timing.OK():
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

// close ends all processes, and removes their files.
func (s *session) close() {
	s.stop()
	if s.files != "" {
		os.RemoveAll(s.files)
	}
}
