package convert

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"sync"

	"bale/runner/convert/container"
)

// maxAhead is the maximum number of bytes of records that are read and not yet written. A record that is longer is converted alone.
const maxAhead = 64 << 20

// A pipeline reads chunks in one goroutine, converts them in several, and writes them in their order in another.
type pipeline struct {
	*job
	ordered chan *chunk // in the order of the input, for the writer
	work    chan *chunk // for the workers
	stop    chan struct{}
	ahead   *budget
	used    sync.Pool // chunks that have been written
}

// convert converts what the journal does not have.
func (j *job) convert() error {
	p := &pipeline{job: j, ordered: make(chan *chunk, 2*j.Workers), work: make(chan *chunk, 2*j.Workers), stop: make(chan struct{}), ahead: newBudget(maxAhead)}
	var all sync.WaitGroup
	start := func(f func()) {
		all.Add(1)
		go func() { defer all.Done(); f() }()
	}
	start(p.read)
	for range j.Workers {
		start(func() {
			w := &worker{job: j, converter: j.program.New(j.Allow)}
			for c := range p.work {
				w.convert(c)
			}
		})
	}
	err := p.write()
	close(p.stop)
	p.ahead.close()
	for range p.ordered { // until the reader has ended
	}
	all.Wait()
	return err
}

// read reads the inputs. It ends with a chunk that has an error, or after the last input.
func (p *pipeline) read() {
	defer close(p.work)
	defer close(p.ordered)
	from := p.journal.last
	for i := from.File; i < len(p.Inputs); i++ {
		offset := int64(0)
		if i == from.File {
			offset = from.Input
		}
		if !p.readFile(i, offset) {
			return
		}
	}
}

// readFile reads a file from an offset. It reports whether reading goes on.
func (p *pipeline) readFile(file int, offset int64) bool {
	begin := offset
	if !p.from.Splittable {
		begin = 0
	}
	in, err := p.openInput(file, begin)
	if err != nil {
		p.send(&chunk{file: file, err: err})
		return false
	}
	defer in.close()
	r := p.from.Reader(in.Reader, begin, p.MaxRecord)
	for from := offset; ; {
		c := p.chunk(file, offset)
		if err := c.fill(r, from); in.failed != nil {
			c.err = fmt.Errorf("%s: %w", p.Inputs[file].Path, in.failed)
		} else if err != nil {
			c.tear(err)
		}
		if c.last && c.err == nil {
			c.err = p.Inputs[file].check(in.file)
		}
		next, last, failed := c.next, c.last, c.err != nil // the chunk belongs to others once it is sent
		if !p.send(c) || failed {
			return false
		}
		if last {
			return true
		}
		offset = next
	}
}

// chunk returns an empty chunk that begins at an offset of a file. It has the memory of a chunk that has been written.
func (p *pipeline) chunk(file int, offset int64) *chunk {
	c, ok := p.used.Get().(*chunk)
	if !ok {
		c = &chunk{data: make([]byte, 0, chunkBytes+chunkBytes/8)}
	}
	*c = chunk{file: file, next: offset, data: c.data[:0], records: c.records[:0], output: c.output[:0], dead: c.dead[:0]}
	return c
}

// reuse keeps the memory of a chunk that has been written, unless it is large.
func (p *pipeline) reuse(c *chunk) {
	if cap(c.data)+cap(c.output)+cap(c.dead) < 8*chunkBytes {
		p.used.Put(c)
	}
}

// send sends a chunk to a worker and to the writer, unless the pipeline stops.
func (p *pipeline) send(c *chunk) bool {
	c.done = make(chan struct{})
	if !p.ahead.take(len(c.data)) {
		return false
	}
	select {
	case p.ordered <- c:
	case <-p.stop:
		return false
	}
	p.work <- c // has as much room as ordered
	return true
}

// An input is an input file that is read.
type input struct {
	*bufio.Reader
	file     *os.File
	progress *progress
	failed   error // of reading the file; a decompressor may hide it
}

// Read implements io.Reader: it reads the file itself.
func (in *input) read(b []byte) (int, error) {
	n, err := in.file.Read(b)
	in.progress.read(n)
	if err != nil && err != io.EOF {
		in.failed = err
	}
	return n, err
}

func (in *input) close() { in.file.Close() }

// readerFunc is a function as an io.Reader.
type readerFunc func([]byte) (int, error)

// Read implements io.Reader.
func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// openInput opens an input file at an offset of its decompressed content.
func (p *pipeline) openInput(file int, offset int64) (*input, error) {
	want := &p.Inputs[file]
	f, err := os.Open(want.Path)
	if err != nil {
		return nil, err
	}
	var how *container.Compression
	if err = want.check(f); err == nil {
		how, err = container.CompressionOf(want.Path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	in := &input{file: f, progress: p.progress}
	source := io.Reader(readerFunc(in.read))
	if how == nil {
		_, err = f.Seek(offset, io.SeekStart)
		p.progress.skip(offset)
		in.Reader = bufio.NewReaderSize(source, 256<<10)
	} else {
		in.Reader, err = decompressed(how, source, offset)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", want.Path, err)
	}
	return in, nil
}

// check returns an error if the file has changed since the conversion began.
func (in *Input) check(f *os.File) error {
	info, err := f.Stat()
	if err == nil && (info.Size() != in.Size || info.ModTime().UnixNano() != in.ModTime) {
		err = in.changed()
	}
	return err
}

// changed returns the error for a file that has changed.
func (in *Input) changed() error {
	return finalError{fmt.Errorf("%s has changed since the conversion began: begin again in a new folder", in.Path)}
}

// decompressed returns the decompressed content from an offset on. A torn file has less content: what is there ends in the middle of a record or
// with an error of the reader.
func decompressed(how *container.Compression, source io.Reader, offset int64) (*bufio.Reader, error) {
	z, err := how.Decompress(source)
	if err != nil {
		return nil, err
	}
	_, err = io.CopyN(io.Discard, z, offset)
	return bufio.NewReaderSize(z, 256<<10), err
}
