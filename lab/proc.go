package lab

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"bale/lab/harness"
	"bale/measure"
)

// A runnerError is how a runner failed a request: the status of its rows.
type runnerError struct {
	status measure.Status
	reason string
	dead   bool // the process is gone
}

func (e *runnerError) Error() string { return string(e.status) + ": " + e.reason }

// A proc is a running runner.
type proc struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan []byte // closed when the output ends
	quit  chan struct{}
	ended sync.Once // closes quit
	bad   error     // why the output ended before its end; set before lines is closed
	errs  *tail

	memory uint64 // limit in bytes
}

// maxLine bounds a response; a longer one is not the protocol.
const maxLine = 16 << 20

// start runs a runner. It has to be closed.
func (l *Lab) start(path string, env ...string) (*proc, error) {
	memory := l.Memory
	if memory == 0 {
		memory = 6 << 30
	}
	command := append(slices.Clone(l.Exec), path)
	cmd := exec.Command(command[0], command[1:]...)
	// Memory that the harness itself gives back between blocks stays where it is until the kernel needs it: or the next block
	// pays for page faults, of up to 8 µs each on a virtual machine.
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", harness.MemoryLimit, memory), "GODEBUG=madvdontneed=0,"+os.Getenv("GODEBUG"))
	cmd.Env = append(cmd.Env, env...)
	p := &proc{cmd: cmd, lines: make(chan []byte, 1), quit: make(chan struct{}), errs: &tail{}, memory: memory}
	cmd.Stderr = p.errs
	cmd.WaitDelay = time.Second // for children that hold its outputs
	var err error
	if p.in, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go p.read(out)
	return p, nil
}

func (p *proc) read(out io.Reader) {
	defer close(p.lines)
	s := bufio.NewScanner(out)
	s.Buffer(nil, maxLine)
	for s.Scan() {
		select {
		case p.lines <- bytes.Clone(s.Bytes()):
		case <-p.quit:
			return
		}
	}
	p.bad = s.Err()
}

// call sends one request and waits for its response, deadline at most.
func (p *proc) call(ctx context.Context, req *harness.Request, deadline time.Duration) (*harness.Response, error) {
	line, err := json.Marshal(req)
	if err != nil {
		return nil, err
	}
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		return nil, p.died()
	}
	timer := time.NewTimer(deadline)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		p.kill()
		return nil, &runnerError{measure.Timeout, fmt.Sprintf("no answer to %q within %v", req.Do, deadline.Round(time.Millisecond)), true}
	case got, ok := <-p.lines:
		if !ok {
			return nil, p.died()
		}
		return p.response(got)
	}
}

func (p *proc) response(line []byte) (*harness.Response, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	var resp harness.Response
	if err := d.Decode(&resp); err != nil {
		p.kill()
		return nil, &runnerError{measure.Failed, fmt.Sprintf("the runner printed %.60q, which is not the protocol", line), true}
	}
	if resp.Error != "" {
		return nil, &runnerError{status: measure.Failed, reason: short(resp.Error)}
	}
	return &resp, nil
}

// died says why the process is gone, or is to go: its output has ended.
func (p *proc) died() error {
	if errors.Is(p.bad, bufio.ErrTooLong) {
		p.kill()
		return &runnerError{measure.Failed, fmt.Sprintf("the runner printed a line of more than %d MiB, which is not the protocol", maxLine>>20), true}
	}
	err := p.end()
	text := p.errs.String()
	// At the limit Go's runtime stops with a word about it, or stumbles over an allocation of its own.
	full := err != nil && peak(p.cmd.ProcessState) > p.memory/4*3
	if full || strings.Contains(text, "out of memory") || strings.Contains(text, "cannot allocate memory") {
		return &runnerError{measure.OutOfMemory, "went over its memory limit", true}
	}
	reason := lastWords(text)
	if reason == "" && err != nil {
		reason = err.Error()
	}
	if reason == "" {
		reason = "exit status 0, without an answer"
	}
	return &runnerError{measure.Failed, "the runner stopped: " + reason, true}
}

// lastWords is the line of text that says why a Go program ended, else its last one: what comes
// before may be any serializer's log.
func lastWords(text string) string {
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

func (p *proc) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.wait()
}

// wait waits for the end of the process, and of its reader.
func (p *proc) wait() error {
	p.ended.Do(func() { close(p.quit) })
	return p.cmd.Wait()
}

// grace is what a runner has to end by itself when its input ends.
const grace = 2 * time.Second

// close ends the process.
func (p *proc) close() { _ = p.end() }

// end waits for the end of the process, which it brings about if need be.
func (p *proc) end() error {
	_ = p.in.Close()
	done := make(chan error, 1)
	go func() { done <- p.wait() }()
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
		_ = p.cmd.Process.Kill()
		return <-done
	}
}

// failure is the status and reason that err means for a row.
func failure(err error) (measure.Status, string) {
	var e *runnerError
	if errors.As(err, &e) {
		return e.status, e.reason
	}
	return measure.Failed, err.Error()
}

// tail keeps the last bytes that are written to it.
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
