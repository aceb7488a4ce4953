package convert

import (
	"bytes"
	"math/bits"

	"bale/runner/convert/container"
)

// A worker converts chunks.
type worker struct {
	*job
	converter Converter
}

// convert converts the records of a chunk.
func (w *worker) convert(c *chunk) {
	defer close(c.done)
	if c.err != nil {
		return
	}
	w.converter.Restart()
	messages := c.output
	for i := range c.records {
		r := &c.records[i]
		c.counts.In++
		longer, stage, err := w.one(c, r, messages)
		if err != nil {
			c.counts.Dead++
			c.dead = w.deadLetter(c, r, stage, err)
			continue
		}
		c.counts.Out++
		messages = longer
	}
	c.output = messages
	if w.to.Block != nil && c.counts.Out > 0 {
		c.output, c.err = w.to.Block(int(c.counts.Out), messages)
	}
	if w.to.Join == nil && c.err == nil {
		c.output, c.err = w.compress(c.file, c.output)
	}
}

// one converts a record, and appends its message to messages. If that fails, stage tells what failed.
func (w *worker) one(c *chunk, r *record, messages []byte) (longer []byte, stage string, err error) {
	if r.err != nil {
		return nil, "read", r.err
	}
	data := c.data[r.start:r.end]
	if w.program.Text && r.offset == 0 {
		data = bytes.TrimPrefix(data, []byte(container.ByteOrderMark))
	}
	altered, err := w.converter.Decode(data)
	if err != nil {
		return nil, "decode", err
	}
	message, err := w.converter.Encode()
	if err != nil {
		return nil, "encode", err
	}
	if longer, err = w.to.Append(messages, message); err != nil {
		return nil, "write", err
	}
	if w.verifies(r.offset + int64(r.index)) {
		more, err := w.converter.Verify(message)
		if err != nil {
			return nil, "verify", err
		}
		c.counts.Verified++
		altered = append(altered, more...)
	}
	for _, name := range altered {
		c.counts.Add(Counts{Altered: map[string]int64{name: 1}})
	}
	w.to.Digest(&c.digest, message)
	return longer, "", nil
}

// verifies reports whether the record at an offset is verified. The choice is the same in every run, and spread over the file.
func (j *job) verifies(offset int64) bool {
	const golden = 0x9e3779b97f4a7c15
	hash := bits.ReverseBytes64((uint64(offset)+1)*golden) * golden
	return float64(hash>>11)/(1<<53) < j.Verify
}

// compress returns data as the output of a file has it. Nothing stays nothing: see blank.
func (j *job) compress(file int, data []byte) ([]byte, error) {
	if len(data) == 0 {
		return data, nil
	}
	return j.member(file, data)
}

// blank returns the content of an output without messages. A compressed file without content is torn: it has to have a member.
func (j *job) blank(file int) ([]byte, error) { return j.member(file, nil) }

// member returns data as a member of the output of a file, if that is compressed, and else data.
func (j *job) member(file int, data []byte) ([]byte, error) {
	how, err := container.CompressionOf(j.Inputs[file].Output)
	if err != nil || how == nil {
		return data, err
	}
	return how.Compress(nil, data)
}
