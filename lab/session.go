package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bale/program/build"
	"bale/result"
	"bale/runner/harness"
	"bale/runner/measure"
)

// The efforts of a run.
var (
	Quick    = result.Effort{Name: "quick", Rounds: 6, Epochs: 3, BlockMillis: 5}
	Default  = result.Effort{Name: "default", Rounds: 24, Epochs: 6, BlockMillis: 10}
	Thorough = result.Effort{Name: "thorough", Rounds: 40, Epochs: 4, BlockMillis: 50}
	// Builtin is the default for the built-in shapes, which are several: every cell gets six rounds, and then those whose ratios are not yet narrow go on, as
	// with Default. The first command of a new user would measure for ten minutes otherwise.
	Builtin = result.Effort{Name: "default", Rounds: 12, Epochs: 3, BlockMillis: 10}
)

// A session measures cells: calibrate finds the number of operations in a block of each cell, and measure measures the rounds. The caller
// has to close it.
type session struct {
	builder  *build.Builder
	progress Progress // may be nil
	effort   result.Effort
	seed     uint64
	// fail is called for a cell that could not be measured. The other cells of its row are not measured after that.
	fail func(c measure.Cell, status measure.Status, reason string)

	procs  map[string]*build.Proc // running processes by name; see [session.process]
	files  string                 // folder for messages that the processes of a runner share; "" before it is made
	failed map[measure.Key]bool   // failed rows
	far    map[measure.Cell]bool  // cells that get [result.Effort.FarRounds] rounds, as far as it is known

	shared bool // the variants of a codec have one process
	paired bool // cells that are compared with each other are measured one after the other

	reruns reruns
}

func newSession(b *build.Builder, p Progress, e result.Effort, seed uint64, fail func(measure.Cell, measure.Status, string)) *session {
	return &session{builder: b, progress: p, effort: e, seed: seed, fail: fail, procs: map[string]*build.Proc{}, failed: map[measure.Key]bool{}}
}

// process returns the name of the process that measures the cell. With types of the user, each variant has a process, since what one of them keeps in
// memory decides how often the collector runs: with the three of goccy-json in a process, decoding a Pod of Kubernetes took 38 µs, 0.75 of the time of
// bale/json, and alone 46 µs, 1.02 of it. For the built-in shapes, which are small, codecs keep little, and the variants of a codec share a process: 130
// processes with the values of nested-10000 take 20 GB.
func (s *session) process(c *planned) string {
	if s.shared {
		return c.row.Built.Codec.Name + strings.TrimPrefix(c.Codec, c.base)
	}
	return c.Codec
}

func (s *session) request(c *planned, do harness.Task) *harness.Request {
	req := c.row.Request(do, s.seed)
	req.Op, req.Mode, req.N, req.Count, req.Start, req.Target, req.OpNs = c.Op, c.Mode, c.n, c.values(), len(c.ns)*c.n, s.target(c), c.opNs
	return req
}

// parallelBlock is the length of parallel blocks relative to other blocks. In a parallel block that allocates, the garbage collector runs
// about every 40 ms. A block of 10 ms would contain either one collection or none, and so vary a lot.
const parallelBlock = 3

// target returns the intended time of a block of the cell, in nanoseconds.
func (s *session) target(c *planned) float64 {
	if c.Mode.Procs == measure.Par {
		return parallelBlock * s.effort.BlockNs()
	}
	return s.effort.BlockNs()
}

// call sends a request to the cell's runner. After an error, the cell's row counts as failed, unless ctx was cancelled.
func (s *session) call(ctx context.Context, c *planned, req *harness.Request) (*harness.Response, error) {
	resp, err := s.ask(ctx, c, req)
	if err != nil && ctx.Err() == nil {
		s.failed[c.Row()] = true
		status, reason := build.Failure(err)
		s.fail(c.Cell, status, fmt.Sprintf("%s %s: %s", c.Op, c.Mode, reason))
	}
	return resp, err
}

// ask sends a request to the cell's runner, which it starts if necessary, and checks that the answer has the requested data.
func (s *session) ask(ctx context.Context, c *planned, req *harness.Request) (*harness.Response, error) {
	name := s.process(c)
	if s.procs[name] == nil {
		dir, slow, err := s.messages(c.row.Built.Runner)
		if err != nil {
			return nil, err
		}
		p, err := s.builder.Start(c.row.Built.Runner, harness.MessageFolder+"="+dir, harness.SlowMessageFolder+"="+slow)
		if err != nil {
			return nil, err
		}
		s.procs[name] = p
	}
	resp, err := s.procs[name].Call(ctx, req, s.builder.TimeLimit(req.Target))
	var e *build.RunnerError
	if errors.As(err, &e) && e.Dead {
		delete(s.procs, name)
	}
	switch {
	case err != nil:
		return nil, err
	case req.Do == harness.Calibrate && resp.N < 1:
		return nil, &build.RunnerError{Status: measure.Failed, Reason: "the runner's answer has no number of operations"}
	case req.Do == harness.Block && !resp.Timing.OK():
		return nil, &build.RunnerError{Status: measure.Failed, Reason: "the runner's answer has no timing"}
	}
	return resp, nil
}

// messages returns the folders for messages that the processes of a runner share: dir in this run, and slow, in the runner's folder of the cache, in all
// runs. It makes the folders. A runner of a pack has no folder of its own, and no slow.
func (s *session) messages(r *build.Runner) (dir, slow string, err error) {
	if s.files == "" {
		if s.files, err = os.MkdirTemp("", "bale-messages-"); err != nil {
			return "", "", err
		}
	}
	if own := filepath.Dir(r.Path); filepath.Base(own) == r.Hash {
		slow = filepath.Join(own, build.RunnerMessages)
		err = os.MkdirAll(slow, 0o755)
	}
	dir = filepath.Join(s.files, r.Hash)
	return dir, slow, errors.Join(err, os.MkdirAll(dir, 0o755))
}

// stop ends all processes.
func (s *session) stop() {
	for name, p := range s.procs {
		p.Close()
		delete(s.procs, name)
	}
}

// close ends all processes and removes the folder for messages.
func (s *session) close() {
	s.stop()
	if s.files != "" {
		os.RemoveAll(s.files)
	}
}
