package lab

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"bale/internal/wholefile"
	"bale/program/build"
	"bale/result"
)

// ResultsRoot is the folder in the working folder that contains the results folders for which no name was given.
const ResultsRoot = "bale-results"

// reserve makes the results folder before anything is built, so that no other run uses it, and so that an unwritable folder is an error at
// once. It writes nothing into the folder: an empty folder in a module is not an input of builds. release removes the folders that reserve
// has made if they are still empty.
func (c *Comparison) reserve(now time.Time) (release func(), err error) {
	var made []string
	if c.Dir == "" {
		c.Dir, err = makeNew(ResultsRoot, now.Format("2006-01-02-150405"))
		made = []string{ResultsRoot, c.Dir}
	} else {
		made, err = makeAll(c.Dir)
	}
	unlock := func() {}
	release = func() {
		for _, dir := range slices.Backward(made) {
			_ = os.Remove(dir) // fails if dir is not empty
		}
		unlock()
	}
	if err == nil {
		err = build.Writable(c.Dir)
	}
	if err != nil {
		err = fmt.Errorf("no folder for the results: %w: name another one with -o", err)
	}
	if err == nil {
		unlock, err = lockResults(c.Dir)
	}
	if err == nil && c.Stage() == NotBegun {
		if _, stat := os.Stat(filepath.Join(c.Dir, result.RoundsFile)); stat == nil {
			err = occupiedError(c.Dir)
		}
	}
	if err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// lockResults locks a results folder until unlock is called. It returns an error if another process has locked the folder: both would write
// rounds to the same file.
func lockResults(dir string) (unlock func(), err error) {
	unlock, taken := lock(dir)
	if taken {
		return func() {}, fmt.Errorf("another bale compare is writing into %s: wait until it ends, or stop it", dir)
	}
	return unlock, nil
}

// InUse reports whether a comparison is writing into a results folder.
func InUse(dir string) bool {
	unlock, taken := lock(dir)
	if !taken {
		unlock()
	}
	return taken
}

// occupiedError returns the error for a results folder that has the rounds of another run.
func occupiedError(dir string) error {
	return fmt.Errorf("%s holds the rounds of another run: name another folder with -o", dir)
}

// makeAll makes a folder and its parents. It returns the folders that did not exist, the outermost first.
func makeAll(dir string) (made []string, err error) {
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		if _, err := os.Lstat(d); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append([]string{d}, made...)
	}
	return made, os.MkdirAll(dir, 0o755)
}

// makeNew makes a new folder in root: name, or name-2, name-3 and so on if the name exists.
func makeNew(root, name string) (string, error) {
	dir := filepath.Join(root, name)
	for i := 2; ; {
		if err := os.MkdirAll(root, 0o755); err != nil {
			return dir, err
		}
		err := os.Mkdir(dir, 0o755)
		switch {
		case errors.Is(err, fs.ErrExist):
			dir = filepath.Join(root, fmt.Sprintf("%s-%d", name, i))
			i++
		case !errors.Is(err, fs.ErrNotExist): // with ErrNotExist, another run has just removed root: try again
			return dir, err
		}
	}
}

// saveCode writes the code of the rows that are measured into the folder, unless there is none, as in a pack.
func (c *Comparison) saveCode(built []*build.Built) error {
	var list []result.Code
	for _, b := range built {
		for _, part := range b.Code {
			one := result.Code{Codec: part.Codec}
			for _, row := range b.Rows {
				if part.Has(row) && slices.ContainsFunc(c.Run.Cells, func(p result.PlannedCell) bool { return p.Codec == row.Codec && p.Shape == row.Shape }) {
					one.Shapes = append(one.Shapes, row.Shape)
				}
			}
			for _, f := range part.Files {
				one.Files = append(one.Files, result.CodeFile{Name: f.Name, Kind: f.Kind, Text: string(f.Text)})
			}
			if one.Shapes != nil {
				list = append(list, one)
			}
		}
	}
	if list == nil {
		return nil
	}
	return result.SaveCode(c.Dir, list)
}

// begin writes the run into its folder, before the first round. It returns an error if the folder already has rounds. If the folder has no
// other files, begin adds a file that keeps it out of version control.
func (c *Comparison) begin() error {
	if err := os.MkdirAll(c.Dir, 0o755); err != nil { // "bale clean" may have removed the empty folder
		return err
	}
	others, err := os.ReadDir(c.Dir)
	if err != nil {
		return err
	}
	rounds := filepath.Join(c.Dir, result.RoundsFile)
	f, err := os.OpenFile(rounds, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return occupiedError(c.Dir)
	}
	if err == nil {
		err = f.Close()
	}
	if err == nil {
		err = c.save()
	}
	if err != nil {
		_ = os.Remove(rounds)
		return err
	}
	if len(others) > 0 {
		return nil
	}
	return wholefile.Write(wholefile.Text(filepath.Join(c.Dir, result.IgnoreFile), []byte(result.IgnoreAll), 0o644))
}
