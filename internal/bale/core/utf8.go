package core

// NotUTF8 sets the error for a string that is not UTF-8.
//
//go:noinline
func (e *Output) NotUTF8(path string) {
	e.Refuse(PlacedError("%s: %w: make it a []byte", path, Errors[NotUTF8]))
}

// NotUTF8 records that the string at n is not UTF-8. It returns -1.
func (d *Input) NotUTF8(n int) int {
	return d.Stop(NotUTF8, "", n)
}
