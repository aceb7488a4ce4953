package stream

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Writer writes a stream of messages, each in a frame, which a Reader reads. It is not safe for concurrent use.
type Writer[T any] struct {
	w      io.Writer
	append func(*T, []byte) ([]byte, error)
	seal   func(b []byte) ([]byte, error)
	buf    []byte
	limit  int
	frame  int64
	offset int64
	err    error // the stream is broken
}

// HeadRoom is the number of bytes before a message in the buffer of a writer, which have room for the length.
const HeadRoom = binary.MaxVarintLen64

// NewWriter returns a writer that makes frames with seal, which gets a message after HeadRoom other bytes.
func NewWriter[T any](w io.Writer, seal func([]byte) ([]byte, error), appendTo func(*T, []byte) ([]byte, error)) *Writer[T] {
	return &Writer[T]{w: w, append: appendTo, seal: seal, limit: DefaultMax}
}

// SealPrefixed returns the frame of a message: its length, as a varint, and the message.
func SealPrefixed(b []byte) ([]byte, error) {
	var head [HeadRoom]byte
	n := binary.PutUvarint(head[:], uint64(len(b)-HeadRoom))
	return b[HeadRoom-copy(b[HeadRoom-n:], head[:n]):], nil
}

// SealLine returns the frame of a message: a line.
func SealLine(b []byte) ([]byte, error) {
	if bytes.IndexByte(b[HeadRoom:], '\n') >= 0 {
		return nil, errors.New("its text has an end of line, which would begin another message")
	}
	return append(b, '\n')[HeadRoom:], nil
}

// SetMaxFrame sets the maximum size of a message in bytes. 0 stands for 4 MiB.
func (w *Writer[T]) SetMaxFrame(n int) { w.limit = Limit(n) }

// Offset returns the number of bytes that have been written.
func (w *Writer[T]) Offset() int64 { return w.offset }

// Write writes v as a frame, in one call of the io.Writer. If there are many small messages, pass a bufio.Writer to the function that makes the
// writer, and call its Flush at the end.
//
// Errors are of the type *Error. If its field Whole is true, v cannot be encoded or is too large: nothing was written, and the stream can go
// on with other values. An error of the io.Writer, which may have written a part of a frame, is returned by all later calls.
func (w *Writer[T]) Write(v *T) error {
	if w.err != nil {
		return w.err
	}
	if w.buf == nil {
		w.buf = make([]byte, HeadRoom, 512)
	}
	b, err := w.append(v, w.buf[:HeadRoom])
	if n := len(b) - HeadRoom; err == nil && n > w.limit {
		err = fmt.Errorf("it has %d bytes, and %d are allowed: raise the limit with SetMaxFrame", n, w.limit)
	}
	var frame []byte
	if err == nil {
		w.buf = b
		frame, err = w.seal(b)
	}
	if err != nil {
		return w.fail(err, true)
	}
	n, err := w.w.Write(frame)
	switch {
	case n < 0 || n > len(frame):
		n, err = 0, WrongCount()
	case n < len(frame) && err == nil:
		err = io.ErrShortWrite
	}
	if err != nil {
		w.err = w.fail(fmt.Errorf("%d of %d bytes were written: %w", n, len(frame), err), false)
	}
	w.offset += int64(n)
	if err == nil {
		w.frame++
	}
	return w.err
}

// fail returns an error of the current frame.
func (w *Writer[T]) fail(err error, whole bool) error {
	return &Error{Frame: w.frame, Offset: w.offset, Whole: whole, Err: err}
}
