package convert

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"bale/runner/convert/container"
)

// readBack reads an output through its container. It returns an error unless the output has the messages that were written to it.
func (w *writer) readBack(file int) error {
	path := w.partPath(file)
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	got, err := w.digest(file, f)
	return sameMessages(path, got, w.at.Digest, err)
}

// digest returns the digest of the messages in the output of a file.
func (j *job) digest(file int, output io.Reader) (container.Digest, error) {
	how, err := container.CompressionOf(j.Inputs[file].Output)
	in := bufio.NewReaderSize(output, 256<<10)
	if err == nil && how != nil {
		in, err = decompressed(how, output, 0)
	}
	if err != nil {
		return container.Digest{}, err
	}
	return j.to.ReadBack(in)
}

// sameMessages returns an error unless reading an output back gave the messages that were written. err is the error of reading.
func sameMessages(output string, got, written container.Digest, err error) error {
	what := ""
	switch {
	case err != nil:
		what = fmt.Sprintf("message %d does not come back: %v", got.Count+1, err)
	case got.Count != written.Count:
		what = fmt.Sprintf("%d messages were written, and %d come back", written.Count, got.Count)
	case got != written:
		what = "the messages that come back are not those that were written"
	default:
		return nil
	}
	return finalError{fmt.Errorf("reading %s back: %s: begin again in a new folder, with another -out-container if the disk is sound", output, what)}
}

// An echo reads back what is written to it. It is an io.Writer.
type echo struct {
	*io.PipeWriter
	done chan struct{}
	got  container.Digest
	err  error
}

// newEcho returns an echo for the output of a file.
func (j *job) newEcho(file int) *echo {
	in, out := io.Pipe()
	e := &echo{PipeWriter: out, done: make(chan struct{})}
	go func() {
		defer close(e.done)
		e.got, e.err = j.digest(file, in)
		_, _ = io.Copy(io.Discard, in) // what a reader does not need, so that no write waits
	}()
	return e
}

// end returns an error unless the messages are those that were written.
func (e *echo) end(output string, written container.Digest) error {
	e.Close()
	<-e.done
	return sameMessages(output, e.got, written, e.err)
}
