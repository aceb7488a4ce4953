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

// terminal gives the width of the terminal that w is, and whether colour is welcome there.
func terminal(w io.Writer) (width int, color bool) {
	width, _ = terminalSize(w)
	return width, width > 0 && os.Getenv("NO_COLOR") == ""
}

// terminalSize gives the size of the terminal that w is; 0 columns where it is none.
func terminalSize(w io.Writer) (width, height int) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, 0
	}
	width, height, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0, 0
	}
	return width, height
}

// How often a progress writes: into a pipe, and on a terminal.
var (
	pipeEvery   = 10 * time.Second
	screenEvery = 100 * time.Millisecond
)

// progress says how far a run is. On a terminal it is one line that is overwritten, with the ranking above it from the second round on.
// Elsewhere it is a line for each new thing and one every ten seconds. While something is timed, it writes between two blocks only.
type progress struct {
	w      io.Writer
	screen *screen // nil where w is no terminal
	start  time.Time
	stop   chan struct{} // ends the goroutine that tells the time

	mu    sync.Mutex
	step  lab.Step
	begun time.Time // of what step does
	shown time.Time
	first float64 // share of all rounds that was done when the rounds began
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

// tick writes again from time to time while a step takes long, if nothing is timed.
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
	if isNew || p.step.Done == 0 && !s.Timed() { // the first codec of all is built with what they have in common
		p.begun, p.first = time.Now(), share(s)
	}
	p.step = s
	p.show(isNew && s.Total > 0) // loading is over soon, or ends with an error that is all there is to say
}

// Ranks implements lab.Progress.
func (p *progress) Ranks(run *result.Run, rounds *result.Rounds) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.screen != nil {
		width, _ := p.screen.size()
		p.screen.above(p.ranks.table(run, rounds, width))
	}
}

// show writes the step if it is time for that.
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

// text is the step in words.
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

// left guesses the time that is left of the step: of all rounds where cells are measured.
func (p *progress) left() string {
	done := (share(p.step) - p.first) / (1 - p.first)
	if !(done >= 0.02) {
		return ""
	}
	left := time.Since(p.begun).Seconds() * (1 - done) / done
	return "about " + time.Duration(left*float64(time.Second)).Round(time.Second).String() + " left"
}

// share is how much of a step is done, of all rounds where cells are measured.
func share(s lab.Step) float64 {
	done := float64(s.Done) / float64(max(s.Total, 1))
	if s.Rounds > 0 {
		return (float64(s.Round-1) + done) / float64(s.Rounds)
	}
	return done
}

// end clears what is on the screen.
func (p *progress) end() {
	close(p.stop)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.step = lab.Step{}
	if p.screen != nil {
		p.screen.clear()
	}
}
