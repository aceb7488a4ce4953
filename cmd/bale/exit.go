package main

import (
	"errors"
	"fmt"
	"io"
)

// The exit statuses.
const (
	exitDone   = 0
	exitFailed = 1 // something failed or differs
	exitUsage  = 2
)

// A usageError describes a mistake in the arguments.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func badUsage(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// errDiffers ends a command with exitFailed and without a message: the command has already printed the problem.
var errDiffers = errors.New("differs")

// streams are what a command writes to.
type streams struct {
	out, err io.Writer
}
