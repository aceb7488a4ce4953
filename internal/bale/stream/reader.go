package stream

import "io"

// Reader reads a stream of messages, each in a frame. It is not safe for concurrent use.
//
// In the format json, a frame is a line. In the other formats, it is the length of the message, as a varint, and the message, as in the delimited
// files of Protocol Buffers.
//
// A reader whose function ends with Elements reads the elements of one message that is a list, one at a time. What is said about frames then holds for
// the elements.
type Reader[T any] struct {
	in    Input
	next  Next[T]
	limit int
	frame int64
	begin int64 // offset at which the frame begins that skip removes
	skip  func() error
}

// Next decodes the frame at the front of in into v, unless v is nil, and returns the number of bytes of the frame. At the end of the stream,
// it returns io.EOF. If there is an error, and size is not 0, the frame is whole. If skip is not nil, it removes the frame.
type Next[T any] func(in *Input, limit int, v *T) (size int, skip func() error, err error)

// NewReader returns a reader of the frames that split finds.
func NewReader[T any](r io.Reader, split Splitter, unmarshal func(*T, []byte) error) *Reader[T] {
	return NewNext(r, func(in *Input, limit int, v *T) (int, func() error, error) {
		message, size, skip, err := split(in, limit)
		if err != nil || v == nil {
			return size, skip, err
		}
		return size, nil, unmarshal(v, message)
	})
}

// NewNext returns a reader of the frames that next finds.
func NewNext[T any](r io.Reader, next Next[T]) *Reader[T] {
	return &Reader[T]{in: Input{r: r}, next: next, limit: DefaultMax}
}

// SetMaxFrame sets the maximum size of a message in bytes. 0 stands for 4 MiB.
func (r *Reader[T]) SetMaxFrame(n int) { r.limit = Limit(n) }

// Offset returns the offset in the stream after the last whole frame that has been read. The reader may have read more bytes.
func (r *Reader[T]) Offset() int64 {
	if r.skip != nil {
		return r.begin
	}
	return r.in.offset
}

// Read decodes the next message into v, as the Unmarshal method does, and uses the memory that v refers to again if that method does. Nothing in v
// refers to the memory of the reader. If v is nil, Read skips the message. In the format json, a field that is not in the message keeps its value, as in
// encoding/json.
//
// At the end of the stream, Read returns io.EOF. All other errors are of the type *Error. If its field Whole is true, the next call reads
// the next frame. Otherwise the next call tries to read the same frame again, with the bytes that have arrived since: after a timeout, for example, or
// at the end of a file that grows.
func (r *Reader[T]) Read(v *T) error {
	if r.skip != nil {
		if err := r.skip(); err != nil {
			return r.fail(err, false)
		}
		r.skip = nil
		r.frame++
	}
	size, skip, err := r.next(&r.in, r.limit, v)
	if err == io.EOF && size == 0 {
		return err
	}
	if err != nil {
		err = r.fail(err, size > 0 || skip != nil)
	}
	if err == nil || size > 0 {
		r.in.use(size)
		r.frame++
	}
	r.begin, r.skip = r.in.offset, skip
	return err
}

// All returns an iterator over the messages, which is an iter.Seq2. Each message is a new value. To use the memory of one value again, call Read.
//
// The iterator yields nil and the error for a frame that cannot be read, and goes on with the next frame if there can be one.
func (r *Reader[T]) All() func(yield func(*T, error) bool) {
	return func(yield func(*T, error) bool) {
		for {
			v := new(T)
			err := r.Read(v)
			if err == io.EOF {
				return
			}
			if err != nil {
				v = nil
			}
			if !yield(v, err) || err != nil && !IsWhole(err) {
				return
			}
		}
	}
}

// End reads up to the end of the stream, without decoding messages. It returns the offset after the last whole frame. If the stream ends inside a
// frame, the error wraps io.ErrUnexpectedEOF: what follows the offset can be cut off, and writing can go on there.
func (r *Reader[T]) End() (int64, error) {
	for {
		if err := r.Read(nil); err == io.EOF {
			return r.Offset(), nil
		} else if err != nil {
			return r.Offset(), err
		}
	}
}

// fail returns an error of the current frame.
func (r *Reader[T]) fail(err error, whole bool) error {
	return &Error{Frame: r.frame, Offset: r.Offset(), Whole: whole, Err: err}
}
