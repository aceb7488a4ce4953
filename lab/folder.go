package lab

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"bale/result"
)

// ResultsRoot is the folder, below the working folder, that holds the results folders without a name of their own.
const ResultsRoot = "bale-results"

// reserve makes the results folder before anything is built, so that no other run takes it, and so that a folder that cannot be
// written is an error at once. It writes nothing into the folder: an empty one in a module is no input of a build. If there is no run
// in it at the end, release removes what reserve has made.
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
			_ = os.Remove(dir) // it stays if there is something in it
		}
		unlock()
	}
	if err == nil {
		err = writable(c.Dir)
	}
	if err == nil {
		unlock, err = own(c.Dir)
	}
	if err == nil && c.Stage() == NotBegun {
		if _, stat := os.Stat(filepath.Join(c.Dir, result.RoundsFile)); stat == nil {
			err = occupied(c.Dir)
		}
	}
	if err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// own takes a results folder until unlock is called. It is an error if another process measures into it: both would write rounds that the
// other does not know of.
func own(dir string) (unlock func(), err error) {
	unlock, taken := lock(dir)
	if taken {
		return func() {}, fmt.Errorf("another bale compare writes into %s: wait until it has ended, or stop it", dir)
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

func occupied(dir string) error {
	return fmt.Errorf("%s holds the rounds of another run: name another folder with -o", dir)
}

// makeAll makes a folder and those that it is in. It returns those that were not there, the outermost first.
func makeAll(dir string) (made []string, err error) {
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		if _, err := os.Lstat(d); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append([]string{d}, made...)
	}
	return made, os.MkdirAll(dir, 0o755)
}

// makeNew makes a folder in root that was not there before: name, or name-2, name-3 and so on.
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
		case !errors.Is(err, fs.ErrNotExist): // if it is, another run has just removed root
			return dir, err
		}
	}
}

// writable reports why files cannot be made in a folder.
func writable(dir string) error {
	f, err := os.CreateTemp(dir, ".bale-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// begin writes the run into its folder: the first round is next. Of two runs in one folder, the second fails. A folder that
// has nothing else in it is kept out of version control.
func (c *Comparison) begin() error {
	if err := os.MkdirAll(c.Dir, 0o755); err != nil { // again: "bale clean" removes an empty one
		return err
	}
	others, err := os.ReadDir(c.Dir)
	if err != nil {
		return err
	}
	rounds := filepath.Join(c.Dir, result.RoundsFile)
	f, err := os.OpenFile(rounds, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return occupied(c.Dir)
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
	return os.WriteFile(filepath.Join(c.Dir, result.IgnoreFile), []byte(result.IgnoreAll), 0o644)
}
