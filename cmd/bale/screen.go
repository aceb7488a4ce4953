package main

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"bale/report/term"
)

// A screen overwrites the last lines of a terminal in place. Each update is one write, so that no partial update remains on the
// terminal when the process ends.
type screen struct {
	w      io.Writer
	size   func() (width, height int)
	lines  []string // the lines above the last line
	last   string
	shown  []int // columns of each line on the terminal
	width  int   // width of the terminal at the last write
	height int   // height of the terminal at the last write
}

const (
	wrapOff   = "\x1b[?7l" // keeps lines with double-width characters on one row
	wrapOn    = "\x1b[?7h"
	clearRest = "\x1b[K" // clears the rest of the line
	clearDown = "\x1b[J" // clears the rest of the line and all lines below; at the top of the screen, tmux would save the cleared lines in its history
	// margin is the number of columns to leave free at the end of the last line, where the terminal prints ^C.
	margin = 3
)

// above sets the lines above the last line.
func (s *screen) above(lines []string) {
	s.lines = lines
	s.draw()
}

// line sets the last line.
func (s *screen) line(text string) {
	s.last = text
	if width, height := s.size(); len(s.shown) > 0 && width == s.width && height == s.height {
		fits := cut(s.last, width-margin)
		s.shown[len(s.shown)-1] = term.Width(fits)
		fmt.Fprint(s.w, "\r"+fits+clearRest)
		return
	}
	s.draw()
}

// draw replaces the lines on the terminal. It leaves out lines that do not fit.
func (s *screen) draw() {
	width, height := s.size()
	if width <= 0 {
		return
	}
	rows := s.rows(width)
	lines := s.lines
	if room := max(0, height-2); len(lines) > room {
		lines = lines[:room]
	}
	s.shown, s.width, s.height = s.shown[:0], width, height
	var b strings.Builder
	for _, l := range lines {
		l = cut(l, width)
		s.shown = append(s.shown, term.Width(l))
		b.WriteString(l + clearRest + "\n")
	}
	last := cut(s.last, width-margin)
	s.shown = append(s.shown, term.Width(last))
	fmt.Fprint(s.w, up(rows)+wrapOff+b.String()+last+clearDown+wrapOn)
}

// rows returns the number of rows that the shown lines take on a terminal of this width. A terminal that has become narrower wraps lines.
func (s *screen) rows(width int) int {
	rows := 0
	for _, n := range s.shown {
		rows += max(1, (n+width-1)/width)
	}
	return rows
}

// up returns the escape sequence that moves the cursor from the last of n rows to the beginning of the first.
func up(n int) string {
	if n > 1 {
		return fmt.Sprintf("\r\x1b[%dA", n-1)
	}
	return "\r"
}

// clear clears all lines, including a ^C that the terminal printed.
func (s *screen) clear() {
	width, _ := s.size()
	rows := max(1, s.rows(max(1, width)))
	fmt.Fprint(s.w, up(rows)+strings.Repeat(clearRest+"\n", rows-1)+clearRest+up(rows))
	s.shown, s.lines = nil, nil
}

var escapes = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// cut returns the first columns of a line, with all of its escape sequences.
func cut(line string, columns int) string {
	head, tail := term.Cut(line, columns)
	return head + strings.Join(escapes.FindAllString(tail, -1), "")
}
