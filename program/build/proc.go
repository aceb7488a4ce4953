package build

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bale/runner/harness"
	"bale/runner/measure"
)

// A RunnerError is the failure of a request to a runner, with the status and reason for its rows.
type RunnerError struct {
	Status measure.Status
	Reason string
	Dead   bool   // the process has ended
	Exit   string // the line of its output that tells why, if it ended by itself
	// Own means that the process ended during bale's own work, the phase Phase.
	Own   bool
	Phase harness.Phase
}

func (e *RunnerError) Error() string { return string(e.Status) + ": " + e.Reason }

// A Proc is the process of a runner.
type Proc struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	lines    chan []byte // closed when the output ends
	quit     chan struct{}
	quitOnce sync.Once   // closes quit
	waitOnce sync.Once   // reads last and removes the phase file
	began    atomic.Bool // the main function has begun
	readErr  error       // error of reading the output; set before lines is closed
	errs     *tail

	phases string        // name of the phase file
	last   harness.Phase // the last phase, when the process has ended

	memory uint64 // memory limit in bytes
}

// MaxLine is the maximum length of a response in bytes. Longer lines violate the protocol.
const MaxLine = 16 << 20

// Start starts a runner, with additional environment variables. The caller has to close it.
func (b *Builder) Start(r *Runner, env ...string) (*Proc, error) {
	memory := b.Memory
	if memory == 0 {
		memory = 6 << 30
	}
	return b.StartLimited(r, memory, env...)
}

// StartLimited is Start with a memory limit in bytes.
func (b *Builder) StartLimited(r *Runner, memory uint64, env ...string) (*Proc, error) {
	path := r.Path
	phases, err := os.CreateTemp("", "bale-phase-")
	if err != nil {
		return nil, err
	}
	phases.Close()
	command := append(slices.Clone(b.Exec), path)
	cmd := exec.Command(command[0], command[1:]...)
	// With madvdontneed=0, memory that the harness frees between blocks stays mapped until the kernel needs it. Otherwise the next block has
	// page faults, of up to 8 µs each on a virtual machine.
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", harness.MemoryLimit, memory), harness.PhaseFile+"="+phases.Name(), "GODEBUG=madvdontneed=0,"+os.Getenv("GODEBUG"))
	cmd.Env = append(cmd.Env, env...)
	p := &Proc{cmd: cmd, lines: make(chan []byte, 1), quit: make(chan struct{}), errs: &tail{}, memory: memory, phases: phases.Name()}
	cmd.Stderr = p.errs
	cmd.WaitDelay = time.Second // for child processes that keep the outputs open
	if err := p.start(path); err != nil {
		os.Remove(p.phases)
		return nil, err
	}
	return p, nil
}

// start starts the process, a runner at path, and its reader.
func (p *Proc) start(path string) (err error) {
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.cmd.Start(); err != nil {
		return notStarted(path, err)
	}
	go p.read(out)
	return nil
}

// notStarted returns the runnerError for a runner that could not be started. Its file can be gone, because somebody removed the cache during
// the run.
func notStarted(path string, err error) error {
	reason := measure.NotStarted + err.Error()
	if _, gone := os.Stat(path); errors.Is(gone, fs.ErrNotExist) {
		reason += ": the file has been removed since the run began: start the run again"
	}
	return &RunnerError{Status: measure.Failed, Reason: reason}
}

// read sends the lines after harness.Ready to p.lines.
func (p *Proc) read(out io.Reader) {
	defer close(p.lines)
	s := bufio.NewScanner(out)
	s.Buffer(nil, MaxLine)
	for s.Scan() {
		if !p.began.Load() {
			p.began.Store(s.Text() == harness.Ready)
			continue
		}
		select {
		case p.lines <- bytes.Clone(s.Bytes()):
		case <-p.quit:
			return
		}
	}
	p.readErr = s.Err()
}

// Call sends one request and returns its response. If the codec's work or bale's own work takes longer than deadline, it kills the process.
func (p *Proc) Call(ctx context.Context, req *harness.Request, deadline time.Duration) (*harness.Response, error) {
	line, err := json.Marshal(req)
	if err != nil {
		return nil, err
	}
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		return nil, p.died()
	}
	resp, err := p.next(ctx, req, deadline)
	var failed *RunnerError
	if errors.As(err, &failed) && failed.Dead && p.last.IsOwn() {
		return nil, failed.inOwnWork(p.last)
	}
	return resp, err
}

// inOwnWork returns e, the end of the process, as one during bale's own work.
func (e *RunnerError) inOwnWork(phase harness.Phase) *RunnerError {
	reason := fmt.Sprintf("bale could not %s: %s", phase.Name, e.Reason)
	return &RunnerError{Status: measure.Unchecked, Reason: reason, Dead: true, Own: true, Phase: phase}
}

// next returns the next line of the runner. It kills the process when the current kind of work, the codec's or bale's own, has taken deadline in all
// phases of the request.
func (p *Proc) next(ctx context.Context, req *harness.Request, deadline time.Duration) (*harness.Response, error) {
	began := time.Now()
	for left := deadline; ; {
		timer := time.NewTimer(left)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		case <-timer.C:
			if left = deadline - used(harness.ReadPhase(p.phases), time.Since(began)); left <= 0 {
				return nil, p.late(req, deadline)
			}
		case got, ok := <-p.lines:
			timer.Stop()
			if !ok {
				return nil, p.died()
			}
			return p.response(got)
		}
	}
}

// used returns the time that the kind of work of a phase has taken in a request that began a time ago.
func used(phase harness.Phase, ago time.Duration) time.Duration {
	if phase.IsOwn() {
		return ago - phase.Codec
	}
	return ago - phase.Own
}

// late kills the process, which has not answered within deadline.
func (p *Proc) late(req *harness.Request, deadline time.Duration) error {
	p.kill()
	within := fmt.Sprintf("within %v", deadline.Round(time.Millisecond))
	if !p.began.Load() {
		return &RunnerError{Status: measure.Timeout, Reason: "the runner's init functions did not return " + within, Dead: true}
	}
	return &RunnerError{Status: measure.Timeout, Reason: fmt.Sprintf("no answer to %q %s", req.Do, within), Dead: true}
}

func (p *Proc) response(line []byte) (*harness.Response, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	var resp harness.Response
	if err := d.Decode(&resp); err != nil {
		p.kill()
		return nil, &RunnerError{Status: measure.Failed, Reason: fmt.Sprintf("the runner printed %.60q, which is not the protocol", line), Dead: true}
	}
	if resp.Error != "" {
		return nil, &RunnerError{Status: measure.Failed, Reason: Shorten(resp.Error)}
	}
	return &resp, nil
}

// died ends the process after its output has ended, and returns the reason as a runnerError.
func (p *Proc) died() error {
	if errors.Is(p.readErr, bufio.ErrTooLong) {
		p.kill()
		return &RunnerError{Status: measure.Failed, Reason: fmt.Sprintf("the runner printed a line of more than %d MiB, which is not the protocol", MaxLine>>20), Dead: true}
	}
	err := p.end()
	text := p.errs.String()
	// At the memory limit, Go's runtime prints a message and exits, or crashes when one of its own allocations fails.
	atLimit := err != nil && peakMemory(p.cmd.ProcessState) > p.memory/4*3
	if atLimit || strings.Contains(text, "out of memory") || strings.Contains(text, "cannot allocate memory") {
		return &RunnerError{Status: measure.OutOfMemory, Reason: "went over its memory limit", Dead: true}
	}
	reason := exitMessage(text)
	if reason == "" && err != nil {
		reason = err.Error()
	}
	if reason == "" {
		reason = "exit status 0, without an answer"
	}
	if !p.began.Load() {
		return &RunnerError{Status: measure.Failed, Reason: measure.StoppedEarly + reason, Exit: reason, Dead: true}
	}
	return &RunnerError{Status: measure.Failed, Reason: "the runner stopped: " + reason, Exit: reason, Dead: true}
}

// exitMessage returns the line of text that tells why a Go program ended, or else the last line: earlier lines may be log output of a
// serializer.
func exitMessage(text string) string {
	last := ""
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		for _, start := range []string{"panic: ", "fatal error: ", "SIG"} {
			if strings.HasPrefix(line, start) {
				return line
			}
		}
		last = line
	}
	return last
}

func (p *Proc) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.wait()
}

// wait waits for the end of the process, and of its reader.
func (p *Proc) wait() error {
	p.quitOnce.Do(func() { close(p.quit) })
	err := p.cmd.Wait()
	p.waitOnce.Do(func() {
		p.last = harness.ReadPhase(p.phases)
		os.Remove(p.phases)
	})
	return err
}

// exitTimeout is the time that a runner has to exit after its input ends, before it is killed.
const exitTimeout = 2 * time.Second

// Stderr returns the end of what the process has written to its standard error.
func (p *Proc) Stderr() string { return p.errs.String() }

// Close ends the process.
func (p *Proc) Close() { _ = p.end() }

// end closes the input, waits until the process exits, and kills it after exitTimeout.
func (p *Proc) end() error {
	_ = p.in.Close()
	done := make(chan error, 1)
	go func() { done <- p.wait() }()
	select {
	case err := <-done:
		return err
	case <-time.After(exitTimeout):
		_ = p.cmd.Process.Kill()
		return <-done
	}
}

// TimeLimit returns the time limit of a request that is expected to take ns nanoseconds.
func (b *Builder) TimeLimit(ns float64) time.Duration {
	base := b.Deadline
	if base == 0 {
		base = 2 * time.Minute
	}
	return base + time.Duration(20*ns)
}

// Failure returns the status and reason of a row for err.
func Failure(err error) (measure.Status, string) {
	var e *RunnerError
	if errors.As(err, &e) {
		return e.Status, e.Reason
	}
	return measure.Failed, err.Error()
}

// tail is a writer that keeps the last 64 KiB.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, b...)
	if over := len(t.buf) - 1<<16; over > 0 {
		t.buf = t.buf[over:]
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.buf)
}
