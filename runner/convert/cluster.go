package convert

import (
	"bufio"
	"io"

	"bale/runner/convert/container"
)

// A ClusterRequest says what a program does that is a pipeline of Apache Beam.
type ClusterRequest struct {
	Request
	Patterns []string // of input files in Beam's file systems, such as gs://bucket/orders/*.jsonl, in addition to Inputs
	Name     string   // of the output files of Patterns; a star stands for the name of the input file
	Runner   string   // Beam's name of the runner
	// Processes is the number of worker processes that the runner starts on its own machine, or 0 if that is the runner's decision. Each gets a
	// job of its own, because Prism starts one process for a job.
	Processes int
	PartSize  int64 // maximum size of the parts of a file that can be split, in bytes
}

// Check returns an error for differences that are known before the first record and that are not allowed.
func (p *Program) Check(allow []string) error { return checkLosses(p, allow) }

// A PartConverter converts parts of input files, in a process of a cluster. One goroutine uses it.
type PartConverter struct {
	worker worker
}

// NewPartConverter returns a PartConverter for a request. It uses the names of the inputs and their outputs, and opens no file.
func NewPartConverter(p *Program, req *Request) (*PartConverter, error) {
	from, err := container.Find(req.InContainer)
	if err != nil {
		return nil, err
	}
	to, err := container.Find(req.OutContainer)
	if err != nil {
		return nil, err
	}
	return &PartConverter{worker{job: &job{Request: req, program: p, from: from, to: to}, converter: p.New(req.Allow)}}, nil
}

// From returns the container of the inputs.
func (pc *PartConverter) From() *container.Format { return pc.worker.from }

// Convert converts records of an input. in is the decompressed content of the file from offset on, where a record begins. The part ends before the
// first record for which claim returns false for its offset. Convert writes what the file of the part holds to out, and lines of dead letters to
// dead, if there are any. An error that failed returns is an error of reading the file, and the error of Convert; other errors of in are those of a torn file.
func (pc *PartConverter) Convert(in *bufio.Reader, file int, offset int64, claim func(offset int64) bool, failed func() error, out, dead io.Writer) (Counts, error) {
	p := &partWriter{worker: &pc.worker, file: file, out: out, empty: true}
	var back *echo
	if pc.worker.Verify > 0 {
		back = pc.worker.newEcho(file)
		p.out = io.MultiWriter(out, back)
	}
	err := p.convert(pc.worker.from.Reader(in, offset, pc.worker.MaxRecord), claim, failed, dead)
	if back != nil {
		if wrong := back.end(pc.worker.Inputs[file].Output, p.digest); err == nil && !pc.worker.to.Absent(p.counts.Out) {
			err = wrong
		}
	}
	return p.counts, err
}

// A partWriter writes the file of a part.
type partWriter struct {
	*worker
	file   int
	out    io.Writer
	empty  bool // nothing has been written
	state  []byte
	counts Counts
	digest container.Digest
}

func (p *partWriter) write(output []byte) error {
	p.empty = p.empty && len(output) == 0
	_, err := p.out.Write(output)
	return err
}

// convert converts all records of the part.
func (p *partWriter) convert(r container.Reader, claim func(offset int64) bool, failed func() error, dead io.Writer) error {
	if p.to.Header != nil {
		head, err := p.compress(p.file, p.to.Header())
		if err == nil {
			err = p.write(head)
		}
		if err != nil {
			return err
		}
	}
	for last := false; !last; {
		c := &chunk{file: p.file, data: []byte{}, done: make(chan struct{})}
		err := c.claim(r, claim)
		switch {
		case failed() != nil:
			return failed()
		case err != nil:
			c.tear(err)
		}
		p.worker.convert(c)
		if err := p.chunk(c, dead); err != nil {
			return err
		}
		last = c.last
	}
	if !p.empty {
		return nil
	}
	blank, err := p.blank(p.file)
	if err == nil {
		err = p.write(blank)
	}
	return err
}

// chunk writes a chunk that has been converted.
func (p *partWriter) chunk(c *chunk, dead io.Writer) error {
	output, err := c.output, c.err
	if err == nil && p.to.Join != nil {
		if output, p.state, err = p.to.Join(p.state, output); err == nil {
			output, err = p.compress(p.file, output)
		}
	}
	if err == nil {
		err = p.write(output)
	}
	if err == nil && len(c.dead) > 0 {
		_, err = dead.Write(c.dead)
	}
	if err != nil {
		return err
	}
	p.counts.Add(c.counts)
	p.digest.Join(c.digest)
	return nil
}

// claim reads records until the chunk is full, the input ends, or the next record is not claimed. After an error of the input, the chunk is its
// last.
func (c *chunk) claim(r container.Reader, claim func(offset int64) bool) error {
	for c.hasRoom() {
		rec, err := r.Next()
		if err == io.EOF || err == nil && !c.more && !claim(rec.Offset) {
			c.last = true
			return nil
		}
		c.add(rec)
		if err != nil {
			c.last = true
			return err
		}
	}
	return nil
}
