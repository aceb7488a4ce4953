package convert

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"bale/runner/convert/container"
)

// A Request says what the program does.
type Request struct {
	Inputs                    []Input
	Out                       string // folder
	InContainer, OutContainer string
	MaxRecord                 int     // maximum length of a record in bytes
	Verify                    float64 // share of the records that are verified
	Allow                     []string
	Resume                    bool
	Workers                   int // 0 means one for each processor
	Terminal                  bool
	About                     About
}

// An Input is a file to convert.
type Input struct {
	Path    string
	Output  string // path of its output file, relative to the folder of the conversion
	Size    int64
	ModTime int64 // in nanoseconds since 1970
}

// About describes the conversion for the manifest.
type About struct {
	Version string            `json:"version"` // of bale
	Go      string            `json:"go"`
	Program string            `json:"program"` // hash of the program
	Modules map[string]string `json:"modules"` // versions, by path
	Flags   []string          `json:"flags"`
}

// A job is a conversion that runs.
type job struct {
	*Request
	program  *Program
	from, to *container.Format
	disk     disk
	journal  *journal
	progress *progress
}

// Run runs a conversion. If it fails or is killed at any moment, Run with Resume continues it.
func Run(p *Program, req *Request) (*Manifest, error) { return runOn(disk{}, p, req) }

func runOn(d disk, p *Program, req *Request) (*Manifest, error) {
	j := &job{Request: req, program: p, disk: d}
	var err error
	if j.from, err = container.Find(req.InContainer); err != nil {
		return nil, err
	}
	if j.to, err = container.Find(req.OutContainer); err != nil {
		return nil, err
	}
	if j.Workers == 0 {
		j.Workers = runtime.GOMAXPROCS(0)
	}
	if m, err := readManifest(j.Out); err == nil && req.Resume {
		return m, j.ended(m)
	}
	if err := checkLosses(p, j.Allow); err != nil {
		return nil, err
	}
	if err := j.open(); err != nil {
		return nil, err
	}
	defer j.journal.close()
	j.progress = newProgress(j)
	defer j.progress.end()
	m, err := j.rest()
	return m, later(err)
}

// later returns err with what to do about it, unless it is a finalError or nil.
func later(err error) error {
	if final := (finalError{}); err == nil || errors.As(err, &final) {
		return err
	}
	return fmt.Errorf("%w: when the cause is gone, continue with -resume", err)
}

// A finalError is an error that says what to do: with the same flags, the conversion cannot go on.
type finalError struct{ error }

// rest does what the journal does not have.
func (j *job) rest() (*Manifest, error) {
	if err := j.convert(); err != nil {
		return nil, err
	}
	return j.finish()
}

// work returns the folder for files that are not whole.
func (j *job) work() string { return filepath.Join(j.Out, ".bale-convert") }

func (j *job) partPath(file int) string {
	return filepath.Join(j.work(), fmt.Sprintf("%d.part", file))
}

func (j *job) deadPart() string { return filepath.Join(j.work(), "dead.part") }

// The names of the files in the folder of the conversion, beside the output files.
const (
	ManifestFile = "manifest.json"
	DeadFile     = "dead-letters.jsonl"
)

// open begins a conversion in a new folder, or continues the one that its journal describes.
func (j *job) open() error {
	path := filepath.Join(j.work(), "journal")
	if _, err := os.Stat(path); err == nil && j.Resume {
		return j.resume(path)
	}
	if err := j.checkFree(path); err != nil {
		return err
	}
	err := j.disk.mkdirAll(j.work())
	if err == nil {
		j.journal, err = j.disk.newJournal(path, j.Request, func() error { return j.checkFree(path) })
	}
	return later(err)
}

// checkFree returns an error if the folder has a conversion, which the journal with a path describes, or other files.
func (j *job) checkFree(path string) error {
	_, err := os.Stat(path)
	if err == nil {
		return finalError{fmt.Errorf("%s has a conversion that has not ended: continue it with -resume, or name another folder with -out", j.Out)}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	entries, err := os.ReadDir(j.Out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(j.work()) {
			return finalError{fmt.Errorf("the folder %s is not empty: name a new one with -out", j.Out)}
		}
	}
	return nil
}

// resume continues the conversion of a journal.
func (j *job) resume(path string) error {
	var err error
	if j.journal, err = j.disk.openJournal(path, j.Request); err != nil {
		return err
	}
	if err = j.checkOutputs(); err == nil {
		for i, done := range j.journal.done { // the last one may not have been published
			if err = j.publishOutput(i, done); err != nil {
				break
			}
		}
	}
	if err != nil {
		return errors.Join(err, j.journal.f.Close())
	}
	return nil
}

// publishOutput publishes a complete output, if it has a file.
func (j *job) publishOutput(file int, done *mark) error {
	if done.Sum == "" {
		return nil
	}
	return j.publish(j.partPath(file), j.Inputs[file].Output)
}

// publish renames a whole file to its name in the folder of the conversion. It does nothing if that has been done.
func (j *job) publish(part, name string) error {
	path := filepath.Join(j.Out, name)
	if isMissing(part) {
		if isMissing(path) {
			return errGone(path)
		}
		return nil
	}
	if err := j.disk.mkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	return j.disk.rename(part, path)
}
