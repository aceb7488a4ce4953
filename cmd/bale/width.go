package main

import (
	"io"
	"os"
	"strconv"
)

// outputWidth returns the number of columns for results on w: the width of the terminal, or COLUMNS if w is not a terminal, or 0 if neither
// is known. It also returns whether to use colour.
func outputWidth(w io.Writer) (width int, color bool) {
	if width, color = terminal(w); width > 0 {
		return width, color
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		width = n
	}
	return width, color
}
