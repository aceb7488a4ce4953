package core

import (
	"errors"
	"fmt"
)

// A Placed is an error about a value that cannot be encoded, with the path of the value.
type Placed struct{ error }

// PlacedError returns a Placed with the text that fmt.Errorf returns.
func PlacedError(format string, args ...any) error { return &Placed{fmt.Errorf(format, args...)} }

// Unwrap returns the cause.
func (p *Placed) Unwrap() error { return errors.Unwrap(p.error) }

// Refused returns the error for a value of type root that cannot be encoded: err, preceded by the path in at unless err has a path.
func Refused(err error, at *Fault, root string) error {
	if _, ok := err.(*Placed); ok || err == Errors[TooBig] {
		return err
	}
	return fmt.Errorf("%s: %w", at.Where(root), err)
}

// TooLong records the error for a string, a slice or a map that has more bytes, elements or entries than its directive max allows. Decoding it
// would be an error, too.
//
//go:noinline
func (e *Output) TooLong(path string, length, most int) {
	e.Refuse(LongerThan(path, length, most))
}

// LongerThan returns the error of [Output.TooLong].
func LongerThan(path string, length, most int) error {
	return PlacedError("%s: %w: its length is %d, and the limit %d", path, Errors[TooLong], length, most)
}
