package convert

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"

	"bale/runner/convert/container"
)

// Counts counts records. In is Out plus Dead.
type Counts struct {
	In       int64            `json:"in"`
	Out      int64            `json:"out"`
	Dead     int64            `json:"dead"`
	Verified int64            `json:"verified"`
	Altered  map[string]int64 `json:"altered,omitempty"` // records that come back different in a way that is allowed, by its name
}

// Add adds the counts in o.
func (c *Counts) Add(o Counts) {
	c.In, c.Out, c.Dead, c.Verified = c.In+o.In, c.Out+o.Out, c.Dead+o.Dead, c.Verified+o.Verified
	for name, n := range o.Altered {
		if c.Altered == nil {
			c.Altered = map[string]int64{}
		}
		c.Altered[name] += n
	}
}

// A mark is a line of the journal: what is on disk, for good.
type mark struct {
	File   int    `json:"file"`   // index of the input
	Input  int64  `json:"input"`  // offset in the decompressed input of the first record that is not converted
	Output int64  `json:"output"` // size of the output
	Sum    string `json:"sha256"` // of the output; "" for a complete one without a file: see container.Format.Single
	Dead   int64  `json:"dead"`   // size of the file of dead letters
	// DeadSum is the SHA-256 sum of the file of dead letters.
	DeadSum string           `json:"deadSHA256,omitempty"`
	State   []byte           `json:"state,omitempty"`
	Counts  Counts           `json:"counts"`          // of the input
	Digest  container.Digest `json:"digest"`          // of the messages in the output
	Whole   bool             `json:"whole,omitempty"` // the output is complete
}

// A journal records what is done. Its first line has the request, and each other line a mark.
type journal struct {
	disk disk
	f    *os.File
	last mark    // where to continue
	done []*mark // of the outputs that are complete
}

// newJournal creates a journal, unless checkFree returns an error. Of several processes that create the same journal at once, one succeeds.
func (d disk) newJournal(path string, req *Request, checkFree func() error) (*journal, error) {
	head, err := sameRequest(req)
	if err != nil {
		return nil, err
	}
	// The journal exists only with its first line. Until the file is locked, it may be that of another process, which may also have renamed it.
	f, err := d.openFile(path + ".new")
	if err != nil {
		return nil, err
	}
	j := &journal{disk: d, f: f}
	if err = lockFile(f); err == nil {
		err = checkFree()
	}
	if err == nil {
		err = d.truncate(f, 0)
	}
	if err == nil {
		err = j.line(head)
	}
	if err == nil {
		err = d.rename(path+".new", path)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return j, nil
}

func (d disk) openJournal(path string, req *Request) (*journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	j := &journal{disk: d, f: f}
	if err := j.read(req); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return j, nil
}

// read reads the marks, and removes a line that is torn.
func (j *journal) read(req *Request) error {
	if err := lockFile(j.f); err != nil {
		return err
	}
	data, err := io.ReadAll(j.f)
	if err != nil {
		return err
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	if err := checkSame(bytes.TrimSpace(lines[0]), req); err != nil {
		return err
	}
	size := len(lines[0])
	for _, line := range lines[1:] {
		var m mark
		if !bytes.HasSuffix(line, []byte("\n")) || json.Unmarshal(line, &m) != nil {
			break // torn when the conversion was killed
		}
		size += len(line)
		j.set(m)
	}
	return j.disk.truncate(j.f, int64(size))
}

// set takes a mark into account.
func (j *journal) set(m mark) {
	j.last = m
	if m.Whole {
		j.done = append(j.done, &m)
		j.last = mark{File: m.File + 1, Dead: m.Dead, DeadSum: m.DeadSum}
	}
}

// counts returns the counts of all inputs.
func (j *journal) counts() (all Counts) {
	for _, m := range j.done {
		all.Add(m.Counts)
	}
	all.Add(j.last.Counts)
	return all
}

// add writes a mark. What it says has to be on disk.
func (j *journal) add(m mark) error {
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if err := j.line(line); err != nil {
		return err
	}
	j.set(m)
	return nil
}

func (j *journal) line(line []byte) error {
	if err := j.disk.write(j.f, append(line, '\n')); err != nil {
		return err
	}
	return j.disk.sync(j.f)
}

func (j *journal) close() { j.f.Close() }
