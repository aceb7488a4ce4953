package core

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// What can be wrong with a message.
const (
	Truncated = iota + 1
	Malformed
	Overflow
	Duplicate
	TooDeep
	Trailing
	TooLong
	TooLarge
	TooMany
	TooBig
)

// Errors are what is said of it.
var Errors = [...]error{
	Truncated: io.ErrUnexpectedEOF, Malformed: errors.New("malformed message"), Overflow: errors.New("number out of range"),
	Duplicate: errors.New("duplicate map key"), TooDeep: errors.New("nested too deep"),
	Trailing: errors.New("bytes left over after the message"),
	TooLong:  errors.New("longer than the type allows"), TooLarge: errors.New("takes more memory than is allowed: raise baleMaxMemory"),
	TooMany: errors.New("more than 1,048,576 elements that take no bytes"), TooBig: errors.New("longer than a slice of bytes can be on this machine"),
}

// A Fault is what is wrong with a message, and where in the value, from the inside out. It is filled on the way out, so that
// what is right costs nothing.
type Fault struct {
	Code  int
	Path  []string
	Cause error // of a type's own method
}

// Fail notes what is wrong.
func (f *Fault) Fail(code int) bool {
	f.Code = code
	return false
}

// FailAt notes what is wrong, and where.
func (f *Fault) FailAt(code int, path string) bool {
	f.Code = code
	return f.At(path)
}

// At adds to the front of the path.
func (f *Fault) At(path string) bool {
	f.Path = append(f.Path, path)
	return false
}

// AtIndex adds an element to the front of the path.
func (f *Fault) AtIndex(path string, i int) bool {
	return f.At(fmt.Sprintf("%s[%d]", path, i))
}

// Limited says by what the memory of the value is limited, if it takes more than is allowed.
func (f *Fault) Limited(by string) {
	if f.Code == TooLarge {
		f.Cause = fmt.Errorf("takes more memory than is allowed: raise %s", by)
	}
}

// Where is what is wrong as a user knows it, below path.
func (f *Fault) Where(path string) string {
	for i := len(f.Path) - 1; i >= 0; i-- {
		if part := f.Path[i]; strings.HasPrefix(part, "[") {
			path += part
		} else if part != "" {
			path += "." + part
		}
	}
	return path
}

// Error is the error for a user.
func (f *Fault) Error(path string, offset int) error {
	cause := f.Cause
	if cause == nil {
		cause = Errors[f.Code]
	}
	return fmt.Errorf("%s: offset %d: %w", f.Where(path), offset, cause)
}

// LeftOver says that a message ends before its bytes do.
func LeftOver(name string, n int) error {
	return fmt.Errorf("%s: offset %d: %w", name, n, Errors[Trailing])
}

// NotInUnion says that an interface holds what it is not said to.
func NotInUnion(v any, union string) error {
	return fmt.Errorf("it holds a value of %T, and its union is of %s: add the type to the end of //bale:union", v, union)
}
