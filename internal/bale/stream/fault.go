package stream

import (
	"errors"
	"fmt"
	"io"
)

// DefaultMax is the maximum size of a frame unless SetMaxFrame sets another. protodelim of google.golang.org/protobuf has the same.
const DefaultMax = 4 << 20

// Error is an error in a stream, or of reading or writing it.
type Error struct {
	// Frame is the number of the frame or element, from 0.
	Frame int64
	// Offset is the offset in the stream at which the frame or element begins.
	Offset int64
	// Whole means that the error is about the content of the frame or the size that it may have. The stream goes on with the next one.
	Whole bool
	// Err is what is wrong: for a stream that ends inside a frame, an error that wraps io.ErrUnexpectedEOF.
	Err error
}

// Error returns the number of the frame, its offset, and what is wrong.
func (e *Error) Error() string {
	return fmt.Sprintf("frame %d at offset %d: %v", e.Frame, e.Offset, e.Err)
}

// Unwrap returns Err, or nil if Err wraps io.EOF, as a method of a custom type may return. So only the end of a stream is io.EOF.
func (e *Error) Unwrap() error {
	if errors.Is(e.Err, io.EOF) {
		return nil
	}
	return e.Err
}

// IsWhole reports whether a stream can be read on after an error.
func IsWhole(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Whole
}

// Torn returns the error for a frame that ends before its last byte.
func Torn(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{io.ErrUnexpectedEOF}, args...)...)
}

// WrongCount returns the error for a reader or a writer that returns an impossible number of bytes.
func WrongCount() error {
	return errors.New("the io.Reader or io.Writer returned a number of bytes that is not possible: report this to its author")
}

// Limit returns the maximum size of a frame for the argument of SetMaxFrame.
func Limit(n int) int {
	if n <= 0 {
		return DefaultMax
	}
	return n
}
