package convert

import (
	"bufio"
	"io"

	"bale/convert/container"
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
	w := &pc.worker
	var counts Counts
	var state []byte
	empty := true
	write := func(output []byte) error {
		empty = empty && len(output) == 0
		_, err := out.Write(output)
		return err
	}
	if w.to.Header != nil {
		head, err := w.compress(file, w.to.Header())
		if err == nil {
			err = write(head)
		}
		if err != nil {
			return counts, err
		}
	}
	r := w.from.Reader(in, offset, w.MaxRecord)
	for last := false; !last; {
		c := &chunk{file: file, data: []byte{}, done: make(chan struct{})}
		err := c.claim(r, claim)
		switch {
		case failed() != nil:
			return counts, failed()
		case err != nil:
			c.tear(err)
		}
		w.convert(c)
		output, err := c.output, c.err
		if err == nil && w.to.Join != nil {
			if output, state, err = w.to.Join(state, output); err == nil {
				output, err = w.compress(file, output)
			}
		}
		if err == nil {
			err = write(output)
		}
		if err == nil && len(c.dead) > 0 {
			_, err = dead.Write(c.dead)
		}
		if err != nil {
			return counts, err
		}
		counts.Add(c.counts)
		last = c.last
	}
	if !empty {
		return counts, nil
	}
	blank, err := w.blank(file)
	if err == nil {
		err = write(blank)
	}
	return counts, err
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
