package main

import (
	"io"
	"os"
	"strconv"
)

// outputWidth returns how many columns results on w may take: those of the terminal, elsewhere as many as COLUMNS says, or 0 if nothing says
// it. It returns whether colour is welcome, too.
func outputWidth(w io.Writer) (width int, color bool) {
	if width, color = terminal(w); width > 0 {
		return width, color
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		width = n
	}
	return width, color
}
