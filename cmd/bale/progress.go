package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// terminal gives the width of the terminal that w is, and whether colour is welcome there.
func terminal(w io.Writer) (width int, color bool) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		width = 0
	}
	return width, os.Getenv("NO_COLOR") == ""
}

// progress is one line that is overwritten on a terminal, and a line for each new thing elsewhere. It is
// written to between blocks only, never while one is timed.
type progress struct {
	w      io.Writer
	width  int // of the terminal, 0 when there is none
	start  time.Time
	what   string
	begun  time.Time // of what
	shown  time.Time
	rounds float64 // share of all rounds that is done
	first  time.Time
}

func newProgress(w io.Writer) *progress {
	width, _ := terminal(w)
	return &progress{w: w, width: width, start: time.Now()}
}

// Step implements lab.Progress.
func (p *progress) Step(what string, done, total int, now string) {
	if p.width == 0 {
		if what != p.what {
			fmt.Fprintf(p.w, "%6.1fs  %s\n", time.Since(p.start).Seconds(), what)
			p.what = what
		}
		return
	}
	if what == p.what && time.Since(p.shown) < 100*time.Millisecond && done < total {
		return
	}
	if what != p.what {
		p.what, p.begun = what, time.Now()
	}
	p.shown = time.Now()
	line := fmt.Sprintf("%s  %d/%d  %s  %s", what, done, total, now, p.left(what, done, total))
	if len(line) > p.width-1 {
		line = line[:p.width-1]
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", line)
}

// left guesses the time that is left: of all rounds, and of any other thing itself.
func (p *progress) left(what string, done, total int) string {
	share, begun := float64(done)/float64(max(total, 1)), p.begun
	var round, rounds int
	if n, _ := fmt.Sscanf(what, "round %d of %d", &round, &rounds); n == 2 {
		if p.first.IsZero() {
			p.first, p.rounds = time.Now(), (float64(round-1)+share)/float64(rounds)
		}
		begun = p.first
		share = ((float64(round-1)+share)/float64(rounds) - p.rounds) / (1 - p.rounds)
	}
	if share < 0.02 {
		return ""
	}
	took := time.Since(begun).Seconds()
	return "about " + time.Duration(float64(time.Second)*took*(1-share)/share).Round(time.Second).String() + " left"
}

// end clears the line.
func (p *progress) end() {
	if p.width > 0 {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
