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
	"strings"
	"sync"
	"time"

	"bale/lab/harness"
)

// A runnerError is how a runner failed a request: the status of its rows.
type runnerError struct {
	status Status
	reason string
	dead   bool // the process is gone
}

func (e *runnerError) Error() string { return string(e.status) + ": " + e.reason }

// A proc is a running runner.
type proc struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan []byte // closed when the output ends
	errs  *tail
}

// maxLine bounds a response; a longer one is not the protocol.
const maxLine = 16 << 20

// start runs a runner. It has to be closed.
func (l *Lab) start(path string) (*proc, error) {
	memory := l.Memory
	if memory == 0 {
		memory = 6 << 30
	}
	cmd := exec.Command(path)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", harness.MemoryLimit, memory))
	p := &proc{cmd: cmd, lines: make(chan []byte, 1), errs: &tail{}}
	cmd.Stderr = p.errs
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
		p.lines <- bytes.Clone(s.Bytes())
	}
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
		return nil, &runnerError{Timeout, fmt.Sprintf("no answer to %q within %v", req.Do, deadline), true}
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
		return nil, &runnerError{Failed, fmt.Sprintf("the runner printed %.60q, which is not the protocol", line), true}
	}
	if resp.Error != "" {
		return nil, &runnerError{status: Failed, reason: short(resp.Error)}
	}
	return &resp, nil
}

// died says why the process is gone.
func (p *proc) died() error {
	err := p.cmd.Wait()
	text := p.errs.String()
	if strings.Contains(text, "out of memory") || strings.Contains(text, "cannot allocate memory") {
		return &runnerError{OutOfMemory, "went over its memory limit", true}
	}
	reason := firstLine(text)
	if reason == "" && err != nil {
		reason = err.Error()
	}
	return &runnerError{Failed, "the runner stopped: " + reason, true}
}

func firstLine(text string) string {
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}

func (p *proc) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// close ends the process.
func (p *proc) close() {
	_ = p.in.Close()
	done := make(chan struct{})
	go func() {
		_ = p.cmd.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		_ = p.cmd.Process.Kill()
		<-done
	}
}

// failure is the status and reason that err means for a row.
func failure(err error) (Status, string) {
	var e *runnerError
	if errors.As(err, &e) {
		return e.status, e.reason
	}
	return Failed, err.Error()
}

// tail keeps the first bytes that are written to it: a Go program's fatal error comes first in
// what it prints on its way out.
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
