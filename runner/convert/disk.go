package convert

import (
	"errors"
	"os"
	"path/filepath"
)

// A disk does what changes files. The zero value is the disk of the machine.
type disk struct {
	// step is called before each change. If it returns an error, as in tests, the change is not made; if it also returns a share, a write
	// writes this share of its bytes.
	step func(what string) (share float64, err error)
}

func (d disk) before(what string) (float64, error) {
	if d.step == nil {
		return 0, nil
	}
	return d.step(what)
}

func (d disk) write(f *os.File, b []byte) error {
	if share, err := d.before("write"); err != nil {
		_, _ = f.Write(b[:int(share*float64(len(b)))])
		return err
	}
	_, err := f.Write(b)
	return err
}

// sync makes the content of a file last. Tests do not wait for that: it makes a difference only when the machine stops.
func (d disk) sync(f *os.File) error {
	if _, err := d.before("sync"); err != nil || d.step != nil {
		return err
	}
	return f.Sync()
}

func (d disk) truncate(f *os.File, size int64) error {
	if _, err := d.before("truncate"); err != nil {
		return err
	}
	if err := f.Truncate(size); err != nil {
		return err
	}
	_, err := f.Seek(size, 0)
	return err
}

func (d disk) mkdirAll(path string) error {
	if _, err := d.before("mkdir"); err != nil {
		return err
	}
	return os.MkdirAll(path, 0o777)
}

func (d disk) removeAll(path string) error {
	if _, err := d.before("remove"); err != nil {
		return err
	}
	return os.RemoveAll(path)
}

// rename renames a file whose content lasts, and makes the name last.
func (d disk) rename(from, to string) error {
	if _, err := d.before("rename"); err != nil {
		return err
	}
	if err := os.Rename(from, to); err != nil || d.step != nil {
		return err
	}
	return syncFolder(filepath.Dir(to))
}

// create creates a file, or opens one of an earlier attempt without its content after size.
func (d disk) create(path string, size int64) (*os.File, error) {
	f, err := d.openFile(path)
	if err != nil {
		return nil, err
	}
	if err := d.truncate(f, size); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// openFile opens a file with its content, or creates it.
func (d disk) openFile(path string) (*os.File, error) {
	if _, err := d.before("create"); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
}

// syncFolder makes the names in a folder last, where the system can do that.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = f.Sync() // some systems have no such operation for folders
	return f.Close()
}
