package convert

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"time"
)

// A writer writes converted chunks in their order.
type writer struct {
	*pipeline
	at     mark     // what has been written
	output *os.File // of the current input, or nil
	sum    hash.Hash
	dead   *os.File // nil if there have been no dead letters
	// deadSum is the sum of dead.
	deadSum hash.Hash
	synced  time.Time
	all     Counts // of all inputs
}

// hopeless is the number of dead letters, without a record that was converted, after which a conversion ends.
const hopeless = 1000

// syncEvery is the time between two marks in the journal, and so the work that is repeated at most after a kill.
const syncEvery = time.Second

// write writes all chunks.
func (p *pipeline) write() error {
	w := &writer{pipeline: p, at: p.journal.last, synced: time.Now(), all: p.journal.counts()}
	err := w.chunks()
	for _, f := range []*os.File{w.output, w.dead} {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	return err
}

func (w *writer) chunks() error {
	for c := range w.ordered {
		<-c.done
		if c.err != nil {
			return c.err
		}
		if err := w.chunk(c); err != nil {
			return err
		}
		w.ahead.give(len(c.data))
		w.reuse(c)
	}
	return nil
}

// chunk writes a chunk.
func (w *writer) chunk(c *chunk) error {
	if w.output == nil {
		if err := w.openOutput(c.file); err != nil {
			return err
		}
	}
	output := c.output
	if w.to.Join != nil {
		var err error
		if output, w.at.State, err = w.to.Join(w.at.State, output); err != nil {
			return err
		}
		if output, err = w.compress(c.file, output); err != nil {
			return err
		}
	}
	if err := w.append(output); err != nil {
		return err
	}
	if len(c.dead) > 0 {
		if err := w.openDead(); err != nil {
			return err
		}
		if err := w.disk.write(w.dead, c.dead); err != nil {
			return err
		}
		w.deadSum.Write(c.dead)
		w.at.Dead += int64(len(c.dead))
	}
	w.at.Input = c.next
	w.at.Counts.Add(c.counts)
	w.at.Digest.Join(c.digest)
	w.all.Add(c.counts)
	if w.all.Out == 0 && w.all.In >= hopeless {
		var first DeadLetter
		_ = json.Unmarshal(c.dead[:bytes.IndexByte(c.dead, '\n')], &first)
		return finalError{fmt.Errorf("all of the first %d records are dead letters: check -type, -from and -in-container, and begin again in a new folder; "+
			"the record at byte %d of %s: %s", w.all.In, first.Offset, first.Source, first.Reason)}
	}
	w.progress.wrote(c.counts)
	if c.last {
		return w.closeOutput()
	}
	if time.Since(w.synced) < syncEvery && w.disk.step == nil {
		return nil
	}
	return w.mark()
}

// append appends to the output.
func (w *writer) append(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	w.sum.Write(b)
	w.at.Output += int64(len(b))
	return w.disk.write(w.output, b)
}

// openOutput opens the output of a file: a new one, or what is there until the last mark.
func (w *writer) openOutput(file int) (err error) {
	w.sum = sha256.New()
	if w.output, err = w.disk.create(w.partPath(file), w.at.Output); err != nil {
		return err
	}
	if w.at.Output > 0 {
		_, err = io.Copy(w.sum, io.NewSectionReader(w.output, 0, w.at.Output))
		return err
	}
	if w.to.Header == nil {
		return nil
	}
	head, err := w.compress(file, w.to.Header())
	if err != nil {
		return err
	}
	return w.append(head)
}

// openDead opens the file of dead letters, which has those up to the last mark. It is called only when there is one more: when the conversion
// continues after the last one, the file may have its name already.
func (w *writer) openDead() (err error) {
	if w.dead != nil {
		return nil
	}
	if w.dead, err = w.disk.create(w.deadPart(), w.at.Dead); err != nil {
		return err
	}
	w.deadSum = sha256.New()
	_, err = io.Copy(w.deadSum, io.NewSectionReader(w.dead, 0, w.at.Dead))
	return err
}

// mark makes what has been written last, and writes a mark into the journal.
func (w *writer) mark() error {
	for _, f := range []*os.File{w.output, w.dead} {
		if f != nil {
			if err := w.disk.sync(f); err != nil {
				return err
			}
		}
	}
	w.synced = time.Now()
	if w.sum != nil {
		w.at.Sum = hex.EncodeToString(w.sum.Sum(nil))
	}
	if w.dead != nil {
		w.at.DeadSum = hex.EncodeToString(w.deadSum.Sum(nil))
	}
	return w.journal.add(w.at)
}

// closeOutput ends the output of the current file, and gives it its name, unless it is absent.
func (w *writer) closeOutput() error {
	absent := w.to.Absent(w.at.Counts.Out)
	if w.at.Output == 0 {
		blank, err := w.blank(w.at.File)
		if err == nil {
			err = w.append(blank)
		}
		if err != nil {
			return err
		}
	}
	file := w.at.File
	if !absent && w.Verify > 0 {
		if err := w.readBack(file); err != nil {
			return err
		}
	}
	if absent {
		w.at.Output, w.at.Sum, w.sum = 0, "", nil
	}
	w.at.Whole = true
	if err := w.mark(); err != nil {
		return err
	}
	err := w.output.Close()
	w.output, w.at = nil, w.journal.last
	if err != nil {
		return err
	}
	return w.publishOutput(file, w.journal.done[file])
}
