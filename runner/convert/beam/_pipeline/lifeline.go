package pipeline

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// lifelineVar is the environment variable with the address at which worker processes connect to the process that submitted the jobs.
const lifelineVar = "BALE_CONVERT_LIFELINE"

// A lifeline notices when the worker process of a job ends. Prism does not always: it may wait for a worker that has been killed. A worker ends
// when the process that submitted its job does.
type lifeline struct {
	listener net.Listener
	mu       sync.Mutex
	cancel   map[int]context.CancelCauseFunc // of the jobs that run
	waiting  map[int]*time.Timer             // of jobs whose worker has not connected
}

// grace is the time that the runner has to end a job whose worker process has ended.
const grace = 15 * time.Second

// startLimit is the time that a worker has to start. One that is killed before it connects is not noticed otherwise. It is a variable for tests.
var startLimit = 5 * time.Minute

var errNoWorker = errors.New("the worker process of the job has not started: the conversion is not complete: begin again in a new folder")

var errWorkerLost = errors.New("the worker process of the job has ended, and the runner has not noticed: the conversion is not complete: begin again in a new folder")

func newLifeline() (*lifeline, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &lifeline{listener: listener, cancel: map[int]context.CancelCauseFunc{}, waiting: map[int]*time.Timer{}}
	go l.accept()
	return l, nil
}

func (l *lifeline) accept() {
	for {
		conn, err := l.listener.Accept()
		if err != nil {
			return
		}
		go l.watch(conn)
	}
}

// watch waits until a worker ends. It then gives the runner time to end the job, and cancels it.
func (l *lifeline) watch(conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	var job int
	if _, err := fmt.Fscanln(r, &job); err != nil {
		return
	}
	l.started(job)
	_, _ = io.Copy(io.Discard, r) // a worker sends nothing else
	time.AfterFunc(grace, func() { l.end(job, errWorkerLost) })
}

// begin returns a context for a job, which is cancelled if its worker ends too early.
func (l *lifeline) begin(ctx context.Context, job int) context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	ctx, l.cancel[job] = context.WithCancelCause(ctx)
	return ctx
}

// expect makes a job end with an error if its worker does not connect.
func (l *lifeline) expect(job int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting[job] = time.AfterFunc(startLimit, func() { l.end(job, errNoWorker) })
}

// started says that the worker of a job has connected, or is not needed any more.
func (l *lifeline) started(job int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.waiting[job]; t != nil {
		t.Stop()
	}
}

// end cancels the context of a job, if that has not been done.
func (l *lifeline) end(job int, cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if cancel := l.cancel[job]; cancel != nil {
		cancel(cause)
		delete(l.cancel, job)
	}
}

func (l *lifeline) close() { _ = l.listener.Close() }

// connected makes a process connect once. A process is the worker of one job.
var connected sync.Once

// connect connects a worker process with the process that submitted its job, if that wants it.
func connect(job int) {
	address := os.Getenv(lifelineVar)
	if address == "" {
		return
	}
	connected.Do(func() {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_, err = fmt.Fprintln(conn, job)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "the process that submitted the job has ended:", err)
			os.Exit(1)
		}
		go func() {
			_, _ = io.Copy(io.Discard, conn)
			os.Exit(1)
		}()
	})
}
