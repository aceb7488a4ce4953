package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"bale/lab"
	"bale/result"
)

// writeInterval is the time between two lines of the same step.
const writeInterval = 10 * time.Second

// progress writes a line for each new step, and one line every writeInterval during a step. It writes only between blocks.
type progress struct {
	w     io.Writer
	mu    sync.Mutex
	what  string
	shown time.Time
}

// Step implements lab.Progress.
func (p *progress) Step(s lab.Step) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.What == p.what && time.Since(p.shown) < writeInterval {
		return
	}
	p.what, p.shown = s.What, time.Now()
	if s.Rounds > 0 {
		fmt.Fprintf(p.w, "round %d of %d  %s\n", s.Round, s.Rounds, s.Now)
		return
	}
	fmt.Fprintf(p.w, "%s, %d of %d  %s\n", s.What, s.Done, s.Total, s.Now)
}

// Ranks implements lab.Progress.
func (p *progress) Ranks(*result.Run, *result.Rounds) {}
