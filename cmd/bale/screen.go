package main

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A screen is the last lines of a terminal, which are written again and again in place. Each time is one write, so that nothing
// stays half done when the process ends.
type screen struct {
	w     io.Writer
	size  func() (width, height int)
	lines []string // above the last one
	last  string
	shown []int // columns of the lines that stand on the terminal
	width int   // of the terminal when they were written
	high  int   // and its height
}

const (
	wrapOff   = "\x1b[?7l" // a line with characters of two columns stays one line
	wrapOn    = "\x1b[?7h"
	clearRest = "\x1b[K" // of the line
	clearDown = "\x1b[J" // and of those below; at the top of the screen, tmux would keep what it clears in its history
	// margin is room at the end of the last line, where the terminal writes ^C.
	margin = 3
)

// above sets the lines above the last one.
func (s *screen) above(lines []string) {
	s.lines = lines
	s.draw()
}

// line sets the last line.
func (s *screen) line(text string) {
	s.last = text
	if width, height := s.size(); len(s.shown) > 0 && width == s.width && height == s.high {
		fits := cut(s.last, width-margin)
		s.shown[len(s.shown)-1] = columns(fits)
		fmt.Fprint(s.w, "\r"+fits+clearRest)
		return
	}
	s.draw()
}

// draw writes all lines that there is room for in place of those on the terminal.
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
	s.shown, s.width, s.high = s.shown[:0], width, height
	var b strings.Builder
	for _, l := range lines {
		l = cut(l, width)
		s.shown = append(s.shown, columns(l))
		b.WriteString(l + clearRest + "\n")
	}
	last := cut(s.last, width-margin)
	s.shown = append(s.shown, columns(last))
	fmt.Fprint(s.w, up(rows)+wrapOff+b.String()+last+clearDown+wrapOn)
}

// rows is how many rows what was written takes on a terminal of this width: one that has become narrower has broken the lines that do
// not fit any more.
func (s *screen) rows(width int) int {
	rows := 0
	for _, n := range s.shown {
		rows += max(1, (n+width-1)/width)
	}
	return rows
}

// up goes to the beginning of the first of so many rows, from the last.
func up(rows int) string {
	if rows > 1 {
		return fmt.Sprintf("\r\x1b[%dA", rows-1)
	}
	return "\r"
}

// clear takes away all lines, and a ^C.
func (s *screen) clear() {
	width, _ := s.size()
	rows := max(1, s.rows(max(1, width)))
	fmt.Fprint(s.w, up(rows)+strings.Repeat(clearRest+"\n", rows-1)+clearRest+up(rows))
	s.shown, s.lines = nil, nil
}

var escapes = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// cut is as much of a line as fits into so many columns, with all of its escapes.
func cut(line string, width int) string {
	var b strings.Builder
	for line != "" {
		if at := escapes.FindStringIndex(line); at != nil && at[0] == 0 {
			b.WriteString(line[:at[1]])
			line = line[at[1]:]
			continue
		}
		_, n := utf8.DecodeRuneInString(line)
		if width--; width >= 0 {
			b.WriteString(line[:n])
		}
		line = line[n:]
	}
	return b.String()
}

// columns is the width of a line on a terminal.
func columns(line string) int { return utf8.RuneCountInString(escapes.ReplaceAllString(line, "")) }
