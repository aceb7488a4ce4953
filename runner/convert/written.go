package convert

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// checkOutputs returns an error if a file does not have what the journal says: it has been changed or removed from outside.
func (j *job) checkOutputs() error {
	for i, done := range j.journal.done {
		path := j.partPath(i)
		if isMissing(path) { // it has been published
			path = filepath.Join(j.Out, j.Inputs[i].Output)
		}
		if err := checkWritten(path, done.Output, done.Sum, true); err != nil {
			return err
		}
	}
	last := &j.journal.last
	if err := checkWritten(j.partPath(last.File), last.Output, last.Sum, false); err != nil {
		return err
	}
	path := j.deadPart()
	if published := filepath.Join(j.Out, DeadFile); isMissing(path) && !isMissing(published) {
		path = published
	}
	return checkWritten(path, last.Dead, last.DeadSum, false)
}

// checkOutputs returns an error if a file does not have what the manifest says.
func (m *Manifest) checkOutputs(dir string) error {
	for _, f := range m.Files {
		if err := f.check(dir); err != nil {
			return err
		}
	}
	if m.Dead == nil {
		return nil
	}
	return m.Dead.check(dir)
}

func (o *Output) check(dir string) error {
	return checkWritten(filepath.Join(dir, o.Name), o.Size, o.Sum, true)
}

// checkWritten returns an error unless a file begins with what was written: a number of bytes and their SHA-256 sum. If the file is whole, it has to
// have no others. Nothing was written if size is 0 and the file is not whole, or if sum is empty.
func checkWritten(path string, size int64, sum string, whole bool) error {
	if sum == "" || size == 0 && !whole {
		return nil
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return errGone(path)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if have := info.Size(); have < size || whole && have != size {
		return errAltered(path, fmt.Sprintf("it has %d bytes, and %d were written", have, size))
	}
	h := sha256.New()
	if _, err := io.CopyN(h, f, size); err != nil {
		return err
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != sum {
		return errAltered(path, fmt.Sprintf("the SHA-256 sum of %d bytes is %s, and that of what was written is %s", size, got, sum))
	}
	return nil
}

// errGone returns the error for a file of the conversion that is missing.
func errGone(path string) error {
	return finalError{fmt.Errorf("%s was written and is gone: begin again in a new folder", path)}
}

// errAltered returns the error for a file of the conversion that does not have what was written.
func errAltered(path, how string) error {
	return finalError{fmt.Errorf("%s was changed after it was written: %s: put back what was written, or begin again in a new folder", path, how)}
}
