package core

import "errors"

// An Output is what is to be known about a value before it is written.
type Output struct {
	Err   error // the first thing that is wrong
	Depth int
	Empty int // elements that take no bytes
	Blobs int // bytes that types made of themselves, and that are not yet made again
}

// Enter goes one value deeper. Where something is wrong it says to go no further, since a value may hold itself.
func (e *Output) Enter() bool {
	if e.Depth++; e.Depth > MaxDepth {
		e.Refuse(Errors[TooDeep])
	}
	return e.Err == nil
}

// ZeroSize counts elements that take no bytes.
func (e *Output) ZeroSize(n int) {
	if e.Empty += n; e.Empty > MaxEmpty {
		e.Refuse(Errors[TooMany])
	}
}

// Refuse notes why a value cannot be written.
func (e *Output) Refuse(err error) {
	if e.Err == nil {
		e.Err = err
	}
}

// Measured is size, how many bytes a type's own ones take, unless its method failed.
func (e *Output) Measured(size int, err error) int {
	if err != nil {
		e.Refuse(err)
		return 0
	}
	e.Blobs += size
	return size
}

// Same is b, what a type makes of itself for the second time, and what takes so many bytes: there is room for what it made
// the first time.
func (e *Output) Same(b []byte, size int, err error) []byte {
	if err == nil && size > e.Blobs {
		err = errors.New("a value marshals to more bytes than a moment ago")
	}
	if err != nil {
		e.Refuse(err)
		return nil
	}
	e.Blobs -= size
	return b
}
