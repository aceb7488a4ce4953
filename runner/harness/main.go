package harness

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"

	"bale/runner/measure"
)

// A Task is the kind of a request.
type Task string

// The tasks.
const (
	Check     Task = "check"     // check the round trips
	Calibrate Task = "calibrate" // find the number of operations in a block
	Block     Task = "block"     // time a block
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
	Given  bool         `json:"given,omitempty"`  // the sample values are the user's own, not generated or those of a built-in shape
	Ignore []string     `json:"ignore,omitempty"` // kinds of difference and fields that a check ignores: see loss.Diff
	Op     measure.Op   `json:"op,omitempty"`
	Mode   measure.Mode `json:"mode,omitzero"`
	Count  int          `json:"count,omitempty"` // number of sample values; 0 for so many that the branch predictor does not learn them
	Start  int          `json:"start,omitempty"` // number of operations of earlier blocks; this block continues with the next value
	N      int          `json:"n,omitempty"`
	Target float64      `json:"target,omitempty"` // duration of a block, in ns
	OpNs   float64      `json:"opNs,omitempty"`   // time of an operation that Calibrate has found, in ns; 0 if it is not known
	// Messages has the messages for a Columns request.
	Messages [][]byte `json:"messages,omitempty"`
}

// Response is one line of a runner's standard output: the response to one request.
type Response struct {
	Error  string       `json:"error,omitempty"`
	Check  *CheckResult `json:"check,omitempty"`
	N      int          `json:"n,omitempty"`
	Timing *Timing      `json:"timing,omitempty"`

	// Responses of the tasks that examine an aspect.
	Inputs   []int      `json:"inputs,omitempty"` // lengths of the hostile inputs
	Attempt  *Attempt   `json:"attempt,omitempty"`
	Same     *bool      `json:"same,omitempty"` // equal values have equal messages; nil if the sample values cannot show it
	Messages [][]byte   `json:"messages,omitempty"`
	Weight   *MemoryUse `json:"weight,omitempty"`
	Ns       float64    `json:"ns,omitempty"` // time of an operation
	Calls    *Calls     `json:"calls,omitempty"`
	Decoded  []Decoded  `json:"decoded,omitempty"`
}

// MemoryLimit is the environment variable with the runner's memory limit in bytes.
const MemoryLimit = "BALE_MEMORY_LIMIT"

// Ready is the first line of a runner's responses. What is printed before it comes from init functions.
const Ready = "bale runner ready"

// Main serves requests until standard input ends. It redirects the output of serializers to standard error, since standard output is for
// responses.
func Main(lists ...[]Adapter) {
	out := os.Stdout
	os.Stdout = os.Stderr
	fmt.Fprintf(out, "\n%s\n", Ready) // the first newline ends what an init function has printed
	signal.Ignore(os.Interrupt)       // the driver handles Ctrl-C and ends its runners
	var limit uint64
	if _, err := fmt.Sscan(os.Getenv(MemoryLimit), &limit); err == nil && limit > 0 {
		if err := limitMemory(limit); err != nil {
			fmt.Fprintf(os.Stderr, "cannot set the memory limit: %v\n", err)
		}
	}
	work, err := openPhases()
	if err != nil {
		fmt.Fprintf(os.Stderr, "cannot keep the phases of requests: %v\n", err)
	}
	s := &server{phases: work}
	for _, l := range lists {
		s.adapters = append(s.adapters, l...)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		s.phases.reset()
		var req Request
		var resp Response
		if err := json.Unmarshal(in.Bytes(), &req); err != nil {
			resp.Error = err.Error()
		} else if resp, err = s.serve(&req); err != nil {
			resp = Response{Error: err.Error()}
		}
		if send(out, resp) != nil {
			return
		}
	}
}

// send writes a response as a line.
func send(out io.Writer, resp Response) error {
	line, err := json.Marshal(resp)
	if err != nil {
		line = []byte(fmt.Sprintf(`{"error":%q}`, err.Error()))
	}
	_, err = out.Write(append(line, '\n'))
	return err
}

// A server serves the requests of a runner.
type server struct {
	adapters    []Adapter
	phases      *phases
	prepared    *bench
	preparedFor string
	setUp       map[string]bool // loops that have run in this process

	attacker  *attacker
	attackFor string
}

// serve returns the response to a request. It returns a panic as an error.
func (s *server) serve(req *Request) (resp Response, err error) {
	defer recovered(&err)
	a := s.find(req)
	if a == nil {
		return resp, fmt.Errorf("no adapter of %s for %s", req.Codec, req.Shape)
	}
	src := source{Seed: req.Seed, Length: req.Length, Data: req.Data, Count: req.Count}
	if req.Do == Check {
		s.prepared, s.preparedFor = nil, ""
		p := a.check(src, req, s.phases)
		debug.FreeOSMemory()
		return Response{Check: &p}, nil
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
	if s.prepared.loops[0][key] == nil {
		return resp, fmt.Errorf("%s has no loop %s", req.Codec, key)
	}
	if loop := fmt.Sprint(req.Shape, req.Codec, src, key, procs); !s.setUp[loop] {
		if !req.longerThanSetUp() {
			if err := s.prepareSetUp(a, req, src, key, procs); err != nil {
				return resp, a.withReason(src, err)
			}
		}
		if s.setUp == nil {
			s.setUp = map[string]bool{}
		}
		s.setUp[loop] = true
	}
	switch req.Do {
	case Calibrate:
		resp.N, resp.Ns, err = s.prepared.calibrate(key, req.Target, procs)
	case Block:
		var t Timing
		t, err = s.prepared.block(key, req.N, req.Target, procs)
		resp.Timing = &t
	default:
		return resp, fmt.Errorf("unknown request %q", req.Do)
	}
	if err != nil {
		err = a.withReason(src, err)
	}
	return resp, err
}

const (
	// fewElements is the number of elements of the lists with which prepareSetUp sets up a codec for a very long operation.
	fewElements = 100
	// fewElementsNs is the time of an operation in ns from which it does so. The memory that a codec keeps for the next operation decides about shorter ones:
	// the first message of 24 MB took bale/json three times as long as the next.
	fewElementsNs = 1e8
)

// prepareSetUp runs operations of a loop as set-up. Before a block of one very long operation on a list with many elements, these are operations on lists
// with few elements, unless the values come from a file: otherwise the first round of a run of all codecs takes 2.6 times as long as the next ones.
func (s *server) prepareSetUp(a Adapter, req *Request, src source, key string, procs int) error {
	long := req.Do == Block && req.N == 1
	if !long || req.OpNs < fewElementsNs || src.Length <= fewElements || src.Data != "" {
		return s.prepared.setUp(key, long)
	}
	src.Length = fewElements
	b, err := a.prepare(src, req.Op, req.Mode.Form, procs, req.Start)
	if err != nil {
		return err
	}
	return b.setUp(key, false)
}

// prepare prepares the inputs of a request, unless the last request was for the same loop. Every loop gets its own state, because a value that
// another loop has decoded may share memory with its input and must not be decoded into.
func (s *server) prepare(a Adapter, req *Request, src source, key string, procs int) error {
	want := fmt.Sprint(req.Shape, req.Codec, src, key, procs, req.Start)
	if s.preparedFor == want {
		return nil
	}
	s.prepared, s.preparedFor = nil, ""
	b, err := a.prepare(src, req.Op, req.Mode.Form, procs, req.Start)
	if err == nil {
		s.prepared, s.preparedFor = b, want
	}
	return err
}

// find returns the adapter for a request, or nil.
func (s *server) find(req *Request) Adapter {
	for _, a := range s.adapters {
		if a.shape == req.Shape && a.codec == req.Codec {
			return a
		}
	}
	return nil
}
