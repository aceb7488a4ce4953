package build

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// once makes the folder dir if it does not exist. It calls make with a temporary folder and renames this folder to dir, so that dir is always
// complete. If files of dir are missing or truncated, as after a crash of the machine, once makes it again. If make returns a lasting error,
// once stores it in a file next to dir, and later calls return it.
func once(dir string, make func(tmp string) error) error {
	if intact(dir) {
		markUsed(filepath.Join(dir, filesList))
		return nil
	}
	failure := dir + ".failed"
	if text, err := os.ReadFile(failure); err == nil && len(text) > 0 {
		markUsed(failure)
		return &lastingError{string(text)}
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), "new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := make(tmp); err != nil {
		var lasting *lastingError
		if errors.As(err, &lasting) {
			remember(tmp, failure, err)
		}
		return err
	}
	if err := writeList(tmp); err != nil {
		return err
	}
	err = os.Rename(tmp, dir)
	if err == nil || intact(dir) {
		return nil // in the second case, another process has made it
	}
	if _, damaged := os.Stat(dir); damaged != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("%s is damaged: %w", dir, err)
	}
	return os.Rename(tmp, dir)
}

// filesList is the name of the file in each folder of the cache that lists the folder's other files. It has a list of cachedFile.
const filesList = ".bale-files"

// A cachedFile describes a file in a folder of the cache.
type cachedFile struct {
	Path string // relative to the folder
	Mode fs.FileMode
	Size int64
}

// writeList writes the list of the files in dir into dir.
func writeList(dir string) error {
	files := []cachedFile{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		files = append(files, cachedFile{rel, info.Mode(), info.Size()})
		return err
	})
	if err != nil {
		return err
	}
	list, err := json.Marshal(files)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, filesList), list, 0o644)
}

// readList returns the list of the files in dir, and whether it could be read.
func readList(dir string) (files []cachedFile, ok bool) {
	list, err := os.ReadFile(filepath.Join(dir, filesList))
	return files, err == nil && json.Unmarshal(list, &files) == nil
}

// intact reports whether the folder dir exists and has all files in its list.
func intact(dir string) bool {
	files, ok := readList(dir)
	if !ok {
		return false
	}
	for _, f := range files {
		info, err := os.Lstat(filepath.Join(dir, f.Path))
		if err != nil || info.Mode() != f.Mode || info.Size() != f.Size {
			return false
		}
	}
	return true
}

// remember writes an error into a file, which it first writes in the folder tmp. It ignores failures: without the file, the work is repeated.
func remember(tmp, file string, err error) {
	written := filepath.Join(tmp, "failed")
	if os.WriteFile(written, []byte(err.Error()), 0o644) == nil {
		_ = os.Rename(written, file)
	}
}

// A lastingError is an error that the same work on the same input always returns.
type lastingError struct{ text string }

func (e *lastingError) Error() string { return e.text }

var (
	// compileError matches the output of the go command for a package that does not compile. The events of go build -json have the same text,
	// and nothing that tells a source that does not compile from a compiler that was killed. They need Go 1.24.
	compileError = regexp.MustCompile(`(?m)(?:^|: )# .+\n\S+\.go:\d+:\d+: `)
	// transient matches errors that are caused by the state of the machine or by missing programs.
	transient = regexp.MustCompile(`(?i)signal: |fatal error: |unable to execute|no space left|cannot allocate memory|resource temporarily unavailable`)
)

// lastingBuildError converts an error of go build to a lasting error if the source does not compile. It returns other errors, such as failed
// downloads, unchanged: they may not occur the next time.
func lastingBuildError(err error) error {
	if err == nil || !compileError.MatchString(err.Error()) || transient.MatchString(err.Error()) {
		return err
	}
	return &lastingError{err.Error()}
}

// lastingToolError converts an error of a program that depends only on its input to a lasting error, unless the program was killed or the
// error is transient.
func lastingToolError(err error) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() <= 0 || transient.MatchString(err.Error()) {
		return err
	}
	return &lastingError{strings.TrimSpace(err.Error())}
}
