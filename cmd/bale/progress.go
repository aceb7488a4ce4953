package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"bale/lab"
	"bale/result"
)

// terminal returns the width of the terminal w in columns, and whether to use colour. The width is 0 if w is not a terminal.
func terminal(w io.Writer) (width int, color bool) {
	width, _ = terminalSize(w)
	return width, width > 0 && colored()
}

// colored reports whether the environment allows colour on a terminal.
func colored() bool { return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" }

// terminalSize returns the size of the terminal w in columns and rows, or 0, 0 if w is not a terminal.
func terminalSize(w io.Writer) (width, height int) {
	f := file(w)
	if f == nil || !term.IsTerminal(int(f.Fd())) {
		return 0, 0
	}
	width, height, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0, 0
	}
	return width, height
}

// The minimum times between two writes of progress, to a pipe and to a terminal.
var (
	pipeEvery   = 10 * time.Second
	screenEvery = 100 * time.Millisecond
)

// progress shows the progress of a run. On a terminal, it overwrites one line, with the ranking above it from the second round on.
// Elsewhere, it prints a line for each new step and one every pipeEvery. During measurements it writes only between blocks.
type progress struct {
	w      io.Writer
	screen *screen // nil if w is not a terminal
	start  time.Time
	stop   chan struct{} // ends the goroutine that runs tick

	mu    sync.Mutex
	step  lab.Step
	begun time.Time // when the current kind of step began
	shown time.Time // time of the last write
	first float64   // share of the work that was already done at begun
	ranks ranks
}

func newProgress(w io.Writer) *progress {
	p := &progress{w: w, start: time.Now(), shown: time.Now(), stop: make(chan struct{})}
	if width, _ := terminalSize(w); width > 0 && os.Getenv("TERM") != "dumb" {
		p.screen = &screen{w: w, size: func() (int, int) { return terminalSize(w) }}
	}
	go p.tick()
	return p
}

// tick updates the elapsed time during a long step, except during measurements.
func (p *progress) tick() {
	every := time.NewTicker(time.Second)
	defer every.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-every.C:
		}
		p.mu.Lock()
		if p.step.What != "" && !p.step.Timed() {
			p.show(false)
		}
		p.mu.Unlock()
	}
}

// Step implements lab.Progress.
func (p *progress) Step(s lab.Step) {
	p.mu.Lock()
	defer p.mu.Unlock()
	isNew := s.What != p.step.What
	if isNew || p.step.Done == 0 && !s.Timed() { // estimates leave out the first build, which compiles what all codecs share
		p.begun, p.first = time.Now(), share(s)
	}
	p.step = s
	p.show(isNew && !isShort(s))
}

// isShort reports whether a step is usually short, or ends with an error, such as loading a package. Loading the built-in shapes is announced: it is
// the first step of the first command in the README, in which go run has compiled bale without a word.
func isShort(s lab.Step) bool { return s.Total == 0 && s.Now != lab.BuiltinShapes }

// Ranks implements lab.Progress.
func (p *progress) Ranks(run *result.Run, rounds *result.Rounds) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.screen != nil {
		width, height := p.screen.size()
		p.screen.above(p.ranks.table(run, rounds, width, height))
	}
}

// show writes the step, unless the last write is too recent. With now, it always writes.
func (p *progress) show(now bool) {
	every := pipeEvery
	if p.screen != nil {
		every = screenEvery
	}
	if !now && time.Since(p.shown) < every {
		return
	}
	p.shown = time.Now()
	elapsed := time.Since(p.start).Seconds()
	if p.screen != nil {
		p.screen.line(fmt.Sprintf("%.0fs  %s", elapsed, p.text()))
		return
	}
	fmt.Fprintf(p.w, "%6.1fs  %s\n", elapsed, p.text())
}

// text returns the text that describes the step.
func (p *progress) text() string {
	s := p.step
	text := s.What
	if s.Rounds > 0 {
		text = fmt.Sprintf("round %d of %d", s.Round, s.Rounds)
	}
	if s.Total > 0 {
		text += fmt.Sprintf(", %d of %d", s.Done, s.Total)
	}
	if left := p.left(); left != "" {
		text += ", " + left
	}
	if s.Now != "" {
		text += "  " + s.Now
	}
	return text
}

// left returns an estimate of the remaining time of this kind of step. It returns "" below 2 % of the work of a step, and without an estimate
// of the rounds.
func (p *progress) left() string {
	if p.step.Rounds > 0 {
		return leftText(p.step, p.step.Left)
	}
	done := (share(p.step) - p.first) / (1 - p.first)
	if !(done >= 0.02) {
		return ""
	}
	left := time.Since(p.begun).Seconds() * (1 - done) / done
	return leftText(p.step, time.Duration(left*float64(time.Second)))
}

// leftText says how long a kind of step will still take. It names the step, since others may follow.
func leftText(s lab.Step, left time.Duration) string {
	if left <= 0 {
		return ""
	}
	return fmt.Sprintf("about %s left to %s", left.Round(time.Second), s.What)
}

// share returns the part of a step that is done, from 0 to 1.
func share(s lab.Step) float64 { return float64(s.Done) / float64(max(s.Total, 1)) }

// end stops the updates and clears the screen.
func (p *progress) end() {
	close(p.stop)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.step = lab.Step{}
	if p.screen != nil {
		p.screen.clear()
	}
}
