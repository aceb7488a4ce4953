package main

import (
	"io"
	"os"
	"strconv"
)

// paper gives the columns that results on w may take: those of the terminal, elsewhere what COLUMNS says, and 0 where nothing does. It says
// whether colour is welcome, too.
func paper(w io.Writer) (width int, color bool) {
	if width, color = terminal(w); width > 0 {
		return width, color
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		width = n
	}
	return width, color
}
