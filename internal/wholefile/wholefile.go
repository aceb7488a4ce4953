// Package wholefile writes files so that each is either what it was before or complete. A file is written beside its place and renamed to it. All files
// that bale writes go through this package, except those in new folders and those that only grow.
//
// A write does not wait until the data is on the disk: it protects against errors, such as that of a full disk, and against the end of the
// process, not against the end of the machine.
package wholefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A File is a file to write. An existing file keeps its permissions. A symbolic link remains: the file that it leads to is replaced. What is not
// a regular file, such as /dev/stdout, is written directly.
type File struct {
	Path  string
	Perm  fs.FileMode // of a new file, before the umask
	Write func(w io.Writer) error
}

// Text returns a file with the contents data.
func Text(path string, data []byte, perm fs.FileMode) File {
	return File{path, perm, func(w io.Writer) error { _, err := w.Write(data); return err }}
}

// Write writes files. It renames the files after it has written all of them, so that an error of writing leaves all of them as they were.
func Write(files ...File) (err error) {
	var list []*pending
	defer func() {
		for _, p := range list {
			err = errors.Join(err, p.discard())
		}
	}()
	for _, f := range files {
		p, err := begin(f)
		if err != nil {
			return err
		}
		list = append(list, p)
	}
	for _, p := range list {
		if err := p.finish(); err != nil {
			return err
		}
	}
	return nil
}

// A pending is a file that is written beside its place.
type pending struct {
	File
	place string // where the file is, behind symbolic links
	tmp   string // path of the written file; "" if it has been renamed, or if the place is written directly
}

// begin writes f beside its place.
func begin(f File) (*pending, error) {
	place, err := behindLinks(f.Path)
	if err != nil {
		return nil, err
	}
	old, err := os.Stat(place)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return nil, err
	case old.IsDir():
		return nil, fmt.Errorf("%s is a folder: name a file", f.Path)
	case !old.Mode().IsRegular():
		return &pending{File: f, place: place}, nil
	default:
		if err := writable(place); err != nil {
			return nil, err
		}
	}
	p := &pending{File: f, place: place}
	if err := p.write(old); err != nil {
		return nil, errors.Join(err, p.discard())
	}
	return p, nil
}

// write writes the file beside its place, with the permissions of the old file unless that is nil.
func (p *pending) write(old fs.FileInfo) error {
	w, err := create(p.place, p.Perm)
	if err != nil {
		return err
	}
	p.tmp = w.Name()
	err = p.Write(w)
	if err == nil && old != nil {
		err = keep(w, old)
	}
	return errors.Join(err, w.Close())
}

// finish puts the written file into its place.
func (p *pending) finish() error {
	if p.tmp != "" {
		err := os.Rename(p.tmp, p.place)
		if err == nil {
			p.tmp = ""
		}
		return err
	}
	w, err := os.OpenFile(p.place, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(p.Write(w), w.Close())
}

// discard removes the written file, unless it has been renamed.
func (p *pending) discard() error {
	if p.tmp == "" {
		return nil
	}
	return os.Remove(p.tmp)
}

// keep gives w the permissions of the old file and, where this process may do that, its owner.
func keep(w *os.File, old fs.FileInfo) error {
	chown(w, old) // before the permissions, of which it removes some
	return w.Chmod(old.Mode().Perm())
}

// writable returns an error if this process must not write the existing file at path.
func writable(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// maxLinks is the number of symbolic links that behindLinks follows, as many as Linux does.
const maxLinks = 40

// behindLinks returns the path of the file that path leads to, which need not exist.
func behindLinks(path string) (string, error) {
	for range maxLinks {
		to, err := os.Readlink(path)
		if err != nil {
			return path, nil // it is not a link, or does not exist
		}
		info, err := os.Stat(path)
		if err == nil && !info.Mode().IsRegular() {
			return path, nil // such as /proc/self/fd/1, which leads to no path
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", fmt.Errorf("%s: too many symbolic links", path)
}

// create creates a file with a new name beside path.
func create(path string, perm fs.FileMode) (*os.File, error) {
	for i := os.Getpid(); ; i++ {
		f, err := os.OpenFile(fmt.Sprint(prefix(path), i), os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// longName is the length of a name from which [prefix] shortens it: file systems have names of up to 255 bytes.
const longName = 200

// prefix returns the beginning of the paths of files that are written to replace the one at path. The go command ignores these files.
func prefix(path string) string {
	dir, name := filepath.Split(path)
	return filepath.Join(dir, "."+strings.ToValidUTF8(name[:min(len(name), longName)], "")+"-")
}

// Interrupted reports whether a file called name can be of an interrupted write of a file called of.
func Interrupted(name, of string) bool {
	return strings.HasPrefix(name, prefix(of))
}
