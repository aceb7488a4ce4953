package lab

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// once makes the folder dir by make, which fills a new folder: whole or not at all, and not again when it is there. A lasting
// error of make is remembered beside dir, and returned from then on.
func once(dir string, make func(tmp string) error) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	failure := dir + ".failed"
	if text, err := os.ReadFile(failure); err == nil {
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
	if err := os.Rename(tmp, dir); err != nil {
		if _, other := os.Stat(dir); other == nil {
			return nil // another process was first
		}
		return err
	}
	return nil
}

// remember writes an error into a file, by way of the folder tmp. Without the file the work is done again, no more.
func remember(tmp, file string, err error) {
	written := filepath.Join(tmp, "failed")
	if os.WriteFile(written, []byte(err.Error()), 0o644) == nil {
		_ = os.Rename(written, file)
	}
}

// A lastingError is one that the same work on the same input always ends with.
type lastingError struct{ text string }

func (e *lastingError) Error() string { return e.text }

var (
	// refusedByCompiler is what the go command prints of a package that does not compile.
	refusedByCompiler = regexp.MustCompile(`(?m)(?:^|: )# .+\n\S+\.go:\d+:\d+: `)
	// transient is what an error has when the machine, or a program that is not installed, was at fault.
	transient = regexp.MustCompile(`signal: |fatal error: |no space left|cannot allocate memory|resource temporarily unavailable`)
)

// ofBuild makes a lasting error of what go build returns, if the compiler refused the source. Others, as that of a module which
// cannot be downloaded, may be gone the next time.
func ofBuild(err error) error {
	if err == nil || !refusedByCompiler.MatchString(err.Error()) || transient.MatchString(err.Error()) {
		return err
	}
	return &lastingError{err.Error()}
}

// ofTool makes a lasting error of what a program returns that needs nothing but its input, if it ended by itself.
func ofTool(err error) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() <= 0 || transient.MatchString(err.Error()) {
		return err
	}
	return &lastingError{strings.TrimSpace(err.Error())}
}
