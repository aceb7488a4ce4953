package stream

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A Splitter finds the frame at the front of in and returns its message and the number of bytes that the frame takes. If the message is longer
// than the limit, it returns an error, and skip, which removes the frame, and which can be called again after an error. At the end of the stream before the frame, it returns io.EOF.
type Splitter func(in *Input, limit int) (message []byte, size int, skip func() error, err error)

// Prefixed splits a stream in which each message follows its length, as a varint.
func Prefixed(in *Input, limit int) (message []byte, size int, skip func() error, err error) {
	return in.prefixed(0, limit)
}

// prefixed returns the message whose length is at an offset in the bytes of the [Input], as a [Splitter].
func (in *Input) prefixed(at, limit int) (message []byte, size int, skip func() error, err error) {
	n, head, err := in.varint(at)
	switch {
	case err != nil:
		return nil, 0, nil, err
	case n > uint64(limit):
		return nil, 0, in.skipper(head, n), fmt.Errorf("it has %d bytes, and %d are allowed: raise the limit with SetMaxFrame", n, limit)
	}
	for uint64(len(in.bytes())-head) < n {
		if err := in.fill(); err != nil {
			return nil, 0, nil, cut(err, uint64(len(in.bytes())-head), n)
		}
	}
	size = head + int(n)
	return in.bytes()[head:size:size], size, nil, nil
}

// varint returns the varint at an offset, and the offset after it. The error is io.EOF if there are no bytes at all.
func (in *Input) varint(at int) (x uint64, end int, err error) {
	for {
		x, n := binary.Uvarint(in.bytes()[at:])
		switch {
		case n < 0:
			return 0, 0, errors.New("a length has more than 64 bits: this is no stream of messages")
		case n > 0:
			return x, at + n, nil
		}
		if err := in.extend(); err != nil {
			return 0, 0, err
		}
	}
}

// extend is like fill, for a frame whose size is not known yet: if the stream ends, the frame is torn, unless there are no bytes of it.
func (in *Input) extend() error {
	err := in.fill()
	if n := len(in.bytes()); err == io.EOF && n > 0 {
		return Torn("the stream ends after %d bytes of the frame", n)
	}
	return err
}

// cut returns the error for a frame of which only some bytes can be read because of err.
func cut(err error, have, n uint64) error {
	if err == io.EOF {
		return Torn("the stream ends after %d of %d bytes of the message", have, n)
	}
	return fmt.Errorf("after %d of %d bytes of the message: %w", have, n, err)
}

// skipper returns a function that removes the head of a frame and the n bytes of its message.
func (in *Input) skipper(head int, n uint64) func() error {
	left := n
	return func() error {
		in.use(head)
		head = 0
		for {
			have := uint64(len(in.bytes()))
			if have >= left {
				in.use(int(left))
				return nil
			}
			left -= have
			in.use(int(have))
			if err := in.fill(); err != nil {
				return cut(err, n-left, n)
			}
		}
	}
}

// Lines splits a stream in which each message is a line. It leaves out empty lines.
func Lines(in *Input, limit int) (message []byte, size int, skip func() error, err error) {
	seen := 0 // number of bytes without an end of line
	for {
		b := in.bytes()
		end := bytes.IndexByte(b[seen:], '\n')
		switch {
		case end >= 0 && seen+end > limit, end < 0 && len(b) > limit:
			return nil, 0, in.skipLine, fmt.Errorf("the line has more than the %d bytes that are allowed: raise the limit with SetMaxFrame", limit)
		case end >= 0:
			line := b[: seen+end : seen+end]
			if len(bytes.TrimSpace(line)) > 0 {
				return line, len(line) + 1, nil, nil
			}
			in.use(len(line) + 1)
			seen = 0
			continue
		}
		seen = len(b)
		if err := in.fill(); err != nil {
			if err == io.EOF && len(bytes.TrimSpace(in.bytes())) > 0 {
				err = Torn("the stream ends after %d bytes of the frame, without the end of the line", seen)
			}
			return nil, 0, nil, err
		}
	}
}

// skipLine removes the line at the front.
func (in *Input) skipLine() error {
	for {
		if end := bytes.IndexByte(in.bytes(), '\n'); end >= 0 {
			in.use(end + 1)
			return nil
		}
		in.use(len(in.bytes()))
		if err := in.fill(); err != nil {
			if err == io.EOF {
				err = Torn("the stream ends without the end of the line")
			}
			return err
		}
	}
}
