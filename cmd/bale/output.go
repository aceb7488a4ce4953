package main

import (
	"io"
	"os"
)

// An output is standard output that keeps its first error: text that is cut off is a failure of any command, and most calls that print ignore the
// error.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// file returns the file that w writes to, or nil if w is not for a file.
func file(w io.Writer) *os.File {
	if o, ok := w.(*output); ok {
		w = o.Writer
	}
	f, _ := w.(*os.File)
	return f
}
