package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A Manifest describes a complete conversion.
type Manifest struct {
	About
	Type   string   `json:"type"`
	From   string   `json:"from"`
	To     string   `json:"to"`
	Verify float64  `json:"verify"` // share of the records that were verified
	Allow  []string `json:"allow"`
	Counts Counts   `json:"records"`
	Files  []File   `json:"files"`
	Dead   *Output  `json:"deadLetters,omitempty"` // nil if there are none
	// Request is the SHA-256 sum of the request without its output folder. Run with Resume compares it.
	Request string `json:"request,omitempty"`
}

// A File is an input file with its output file.
type File struct {
	Source string `json:"source"`
	Size   int64  `json:"sourceSize"`
	Output
	Counts Counts `json:"records"`
}

// An Output is a file in the folder of the conversion.
type Output struct {
	Name string `json:"name"` // "" if there is none, because the record of a file with one message is a dead letter
	Size int64  `json:"size"`
	Sum  string `json:"sha256"`
}

func readManifest(dir string) (*Manifest, error) {
	data, err := os.ReadFile(filepath.Join(dir, ManifestFile))
	if err != nil {
		return nil, err
	}
	m := &Manifest{}
	return m, json.Unmarshal(data, m)
}

// OwnFiles returns the paths of the manifest and of the file of dead letters in dir, if dir is the output folder of a complete conversion. The second
// file need not exist. For other folders, OwnFiles returns nil.
func OwnFiles(dir string) []string {
	if m, err := readManifest(dir); err != nil || m.Request == "" {
		return nil
	}
	return []string{filepath.Join(dir, ManifestFile), filepath.Join(dir, DeadFile)}
}

// ended finishes a run with Resume of a conversion that is already complete. It returns an error if m is the manifest of another request, or if
// an output file is missing or has been changed.
func (j *job) ended(m *Manifest) error {
	sum, err := requestSum(j.Request)
	if err != nil {
		return err
	}
	if m.Request != sum {
		return fmt.Errorf("%s has a complete conversion with other flags, input files, source code or versions of bale, Go or modules: name another folder with -out", j.Out)
	}
	if err := m.checkOutputs(j.Out); err != nil {
		return err
	}
	return j.disk.removeAll(j.work())
}

// finish writes the manifest, and removes what is needed only to continue.
func (j *job) finish() (*Manifest, error) {
	m := &Manifest{About: j.About, Type: j.program.Type, From: j.program.Source, To: j.program.Target, Verify: j.Verify, Allow: j.Allow}
	var err error
	if m.Request, err = requestSum(j.Request); err != nil {
		return nil, err
	}
	for i, done := range j.journal.done {
		in := &j.Inputs[i]
		output := Output{in.Output, done.Output, done.Sum}
		if done.Sum == "" {
			output.Name = ""
		}
		m.Files = append(m.Files, File{in.Path, in.Size, output, done.Counts})
		m.Counts.Add(done.Counts)
	}
	if last := &j.journal.last; last.Dead > 0 {
		if err := j.publish(j.deadPart(), DeadFile); err != nil {
			return nil, err
		}
		m.Dead = &Output{DeadFile, last.Dead, last.DeadSum}
		if err := m.Dead.check(j.Out); err != nil {
			return nil, err
		}
	}
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return nil, err
	}
	part := filepath.Join(j.work(), ManifestFile)
	f, err := j.disk.create(part, 0)
	if err != nil {
		return nil, err
	}
	if err = j.disk.write(f, append(data, '\n')); err == nil {
		err = j.disk.sync(f)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if err := j.disk.rename(part, filepath.Join(j.Out, ManifestFile)); err != nil {
		return nil, err
	}
	return m, j.disk.removeAll(j.work())
}

// isMissing reports whether a file does not exist.
func isMissing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}
