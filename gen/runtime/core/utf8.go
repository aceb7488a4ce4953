package core

import "fmt"

// NotUTF8 sets the error for a string that is not UTF-8.
//
//go:noinline
func (e *Output) NotUTF8(path string) {
	e.Refuse(fmt.Errorf("%s: %w: make it a []byte", path, Errors[NotUTF8]))
}

// NotUTF8 records that the string at n is not UTF-8. It returns -1.
func (d *Input) NotUTF8(n int) int {
	return d.Stop(NotUTF8, "", n)
}

// Refused returns the error for a value of type root that cannot be encoded: err, preceded by the path in at.
func Refused(err error, at *Fault, root string) error {
	if len(at.Path) == 0 {
		return err // err contains its path
	}
	return fmt.Errorf("%s: %w", at.Where(root), err)
}
