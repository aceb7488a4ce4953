package stream

import "io"

// The sizes of an Input's buffer before it needs more for one frame. It grows from the first to the second if the bytes arrive faster than
// they are used, so a reader that waits on an idle connection keeps little memory.
const (
	FirstBuffer = 4 << 10
	FullBuffer  = 64 << 10
)

// An Input holds the bytes that have been read and not yet used.
type Input struct {
	r        io.Reader
	buf      []byte // buf[from:to] has the bytes
	from, to int
	offset   int64 // of buf[from] in the stream
	err      error // came with the last bytes, and has not been reported
}

// bytes returns the bytes.
func (in *Input) bytes() []byte { return in.buf[in.from:in.to] }

// use removes the first n bytes.
func (in *Input) use(n int) {
	in.from += n
	in.offset += int64(n)
}

// fill reads at least one byte, or returns an error. The buffer at most doubles when it is full, so
// memory follows the bytes that have arrived, not the size that a frame claims to have.
func (in *Input) fill() error {
	if err := in.err; err != nil {
		in.err = nil
		return err
	}
	if in.to == len(in.buf) {
		in.makeRoom()
	}
	for range 100 {
		room := in.buf[in.to:]
		n, err := in.r.Read(room)
		switch {
		case n < 0 || n > len(room):
			return WrongCount()
		case n > 0:
			in.to += n
			in.err = err
			return nil
		case err != nil:
			return err
		}
	}
	return io.ErrNoProgress
}

// makeRoom makes room at the end of the buffer, which is full.
func (in *Input) makeRoom() {
	old := in.bytes()
	switch {
	case len(in.buf) < FullBuffer:
		in.buf = make([]byte, max(2*len(in.buf), FirstBuffer))
	case in.from == 0: // one frame takes all of it
		in.buf = append(in.buf, 0)
		in.buf = in.buf[:cap(in.buf)]
		return
	}
	in.from, in.to = 0, copy(in.buf, old)
}
