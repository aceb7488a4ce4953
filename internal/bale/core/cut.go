package core

import "strings"

// CutName adds the path of a field to the error for the name of a field if the message ends there, and returns -1. It is the
// field in whose name the message ends, or else the first one that is not in seen. fields has the name and the path of each field, in lines.
// The head of a name of less than short bytes is one byte, first plus the length, and that of a longer name ends with its length.
//
//go:noinline
func (d *Input) CutName(seen []uint64, fields string, first byte, short int) int {
	field, longest := "", 0
	for f := 0; fields != "" && f < 64*len(seen); f++ {
		var key, path string
		key, fields, _ = strings.Cut(fields, "\n")
		path, fields, _ = strings.Cut(fields, "\n")
		if d.Code != Truncated || seen[f/64]>>(f%64)&1 == 1 {
			continue
		}
		if field == "" {
			field = path
		}
		head := byte(len(key))
		if len(key) < short {
			head += first
		}
		for k := len(key); k >= longest; k-- {
			if n := len(d.B) - k; n > 0 && d.B[n-1] == head && string(d.B[n:]) == key[:k] { // this conversion allocates no memory
				field, longest = path, k+1
			}
		}
	}
	d.At(field)
	return -1
}
