package harness

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"

	"bale/measure"
)

// A Task is what a request asks for.
type Task string

// The tasks.
const (
	Prove     Task = "prove"     // prove the round trips
	Calibrate Task = "calibrate" // find how many operations make a block
	Block     Task = "block"     // measure a block
)

// Request is one line of a runner's standard input.
type Request struct {
	Do     Task         `json:"do"`
	Shape  string       `json:"shape"`
	Codec  string       `json:"codec"`
	Length int          `json:"length,omitempty"`
	Seed   uint64       `json:"seed"`
	Data   string       `json:"data,omitempty"`
	Edges  bool         `json:"edges,omitempty"`
	Ignore []string     `json:"ignore,omitempty"` // what a proof leaves out: see sample.Diff
	Op     measure.Op   `json:"op,omitempty"`
	Mode   measure.Mode `json:"mode,omitzero"`
	Count  int          `json:"count,omitempty"` // of sample values; 0 is as many as a processor does not learn
	Start  int          `json:"start,omitempty"` // operations that earlier blocks have done: this one goes on with the next value
	N      int          `json:"n,omitempty"`
	Target float64      `json:"target,omitempty"` // ns that a block should take
	// Messages are those that a Columns request decodes.
	Messages [][]byte `json:"messages,omitempty"`
}

// Response is one line of a runner's standard output, one for each request.
type Response struct {
	Error  string       `json:"error,omitempty"`
	Proof  *CheckResult `json:"proof,omitempty"`
	N      int          `json:"n,omitempty"`
	Timing *Timing      `json:"timing,omitempty"`

	// Of the tasks that look at an aspect.
	Inputs   []int      `json:"inputs,omitempty"` // lengths of the hostile inputs
	Attempt  *Attempt   `json:"attempt,omitempty"`
	Same     *bool      `json:"same,omitempty"` // equal values have equal messages; nil where the values cannot tell
	Messages [][]byte   `json:"messages,omitempty"`
	Weight   *MemoryUse `json:"weight,omitempty"`
	Ns       float64    `json:"ns,omitempty"` // of an operation
	Calls    *Calls     `json:"calls,omitempty"`
	Decoded  []Decoded  `json:"decoded,omitempty"`
}

// MemoryLimit is the environment variable with the runner's memory limit in bytes.
const MemoryLimit = "BALE_MEMORY_LIMIT"

// Main serves requests until the input ends. Standard output belongs to the responses: what
// a serializer prints goes to standard error.
func Main(lists ...[]Adapter) {
	out := os.Stdout
	os.Stdout = os.Stderr
	signal.Ignore(os.Interrupt) // Ctrl-C is for the driver, which ends its runners in good order
	var limit uint64
	if _, err := fmt.Sscan(os.Getenv(MemoryLimit), &limit); err == nil && limit > 0 {
		if err := limitMemory(limit); err != nil {
			fmt.Fprintf(os.Stderr, "no memory limit: %v\n", err)
		}
	}
	s := &server{}
	for _, l := range lists {
		s.adapters = append(s.adapters, l...)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var req Request
		var resp Response
		if err := json.Unmarshal(in.Bytes(), &req); err != nil {
			resp.Error = err.Error()
		} else if resp, err = s.serve(&req); err != nil {
			resp = Response{Error: err.Error()}
		}
		line, err := json.Marshal(resp)
		if err != nil {
			line = []byte(fmt.Sprintf(`{"error":%q}`, err.Error()))
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return
		}
	}
}

type server struct {
	adapters []Adapter
	ready    *bench
	readyFor string
	setUp    map[string]bool // loops that have run in this process

	attacked    *attack
	attackedFor string
}

func (s *server) serve(req *Request) (resp Response, err error) {
	defer recovered(&err)
	a := s.find(req)
	if a == nil {
		return resp, fmt.Errorf("no adapter of %s for %s", req.Codec, req.Shape)
	}
	src := source{Seed: req.Seed, Length: req.Length, Data: req.Data, Count: req.Count}
	if req.Do == Prove {
		s.ready, s.readyFor = nil, ""
		p := a.prove(src, req.Edges, req.Ignore)
		debug.FreeOSMemory()
		return Response{Proof: &p}, nil
	}
	if resp, ok, err := s.aspect(a, req, src); ok {
		return resp, err
	}
	key, procs := req.Mode.Loop(req.Op), 1
	if req.Mode.Procs == measure.Par {
		procs = runtime.NumCPU()
	}
	if err := s.prepare(a, req, src, key, procs); err != nil {
		return resp, err
	}
	if s.ready.loops[0][key] == nil {
		return resp, fmt.Errorf("%s has no %s", req.Codec, key)
	}
	if loop := fmt.Sprint(req.Shape, req.Codec, src, key, procs); !s.setUp[loop] {
		if err := s.ready.setUp(key); err != nil {
			return resp, a.explained(src, err)
		}
		if s.setUp == nil {
			s.setUp = map[string]bool{}
		}
		s.setUp[loop] = true
	}
	switch req.Do {
	case Calibrate:
		resp.N, err = s.ready.calibrate(key, req.Target, procs)
	case Block:
		var t Timing
		t, err = s.ready.block(key, req.N, req.Target, procs)
		resp.Timing = &t
	default:
		return resp, fmt.Errorf("unknown request %q", req.Do)
	}
	if err != nil {
		err = a.explained(src, err)
	}
	return resp, err
}

// prepare makes the inputs of a request ready, unless the last one was of the same loop. What another loop
// has left may not be decoded into: a byte slice can be a part of the input there.
func (s *server) prepare(a Adapter, req *Request, src source, key string, procs int) error {
	want := fmt.Sprint(req.Shape, req.Codec, src, key, procs, req.Start)
	if s.readyFor == want {
		return nil
	}
	s.ready, s.readyFor = nil, ""
	b, err := a.prepare(src, req.Op, req.Mode.Form, procs, req.Start)
	if err == nil {
		s.ready, s.readyFor = b, want
	}
	return err
}

func (s *server) find(req *Request) Adapter {
	for _, a := range s.adapters {
		if a.shape == req.Shape && a.codec == req.Codec {
			return a
		}
	}
	return nil
}
