package baletest

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// A Stream makes writers and readers of streams of a type. They are functions, since the types of readers and writers are in the generated code.
type Stream[T any] struct {
	Writer func(io.Writer) func(*T) error
	Reader func(io.Reader) func(*T) error
}

// FrameValues is the number of values in the streams of tests, and FrameBytes limits their messages.
const (
	FrameValues = 4
	FrameBytes  = 4 << 10
)

// Frames checks that values that are written to a stream are read from it, and that all frames before the end of a torn stream are read and the end
// is told. It tears the stream at about 1,000 places. The function same checks the value of a frame.
func Frames[T any](t *testing.T, s Stream[T], values []*T, same func(i int, got *T)) {
	var b bytes.Buffer
	write, ends := s.Writer(&b), []int{0}
	for i, v := range values {
		if err := write(v); err != nil {
			t.Fatalf("value %d: writing to a stream: %v", i, err)
		}
		ends = append(ends, b.Len())
	}
	size := b.Len()
	for k := 0; k < size; k += Step(size, 1000) {
		s.tear(t, b.Bytes()[:k:k], ends, nil)
	}
	s.tear(t, b.Bytes(), ends, same)
}

// tear reads all frames of the stream b. ends has the offsets of frames and of the end of the whole stream. The function same, unless it is nil,
// checks the values.
func (s Stream[T]) tear(t *testing.T, b []byte, ends []int, same func(i int, got *T)) {
	read, last := s.Reader(bytes.NewReader(b)), 0
	for i := 0; i+1 < len(ends) && ends[i+1] <= len(b); i++ {
		got := new(T)
		if err := read(got); err != nil {
			t.Fatalf("the first %d bytes of a stream: frame %d: %v", len(b), i, err)
		}
		if same != nil {
			same(i, got)
		}
		last = ends[i+1]
	}
	switch err := read(new(T)); {
	case len(b) == last && err != io.EOF:
		t.Fatalf("the end of a stream of %d bytes is %v, want %v", len(b), err, io.EOF)
	case len(b) > last && !errors.Is(err, io.ErrUnexpectedEOF):
		t.Fatalf("the end of a stream inside a frame, after %d bytes, is %v, want %v", len(b), err, io.ErrUnexpectedEOF)
	}
}

// streams checks streams of some values.
func (c Case[T]) streams(t *testing.T) {
	values := c.Values(7, 4*FrameValues)
	few := values[:0]
	for _, v := range values {
		if len(few) < FrameValues && len(c.message(t, v)) <= FrameBytes {
			few = append(few, v)
		}
	}
	Frames(t, c.Stream, few, func(i int, got *T) { c.Want(t, i, "read from a stream", got, few[i]) })
}
