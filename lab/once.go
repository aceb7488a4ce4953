package lab

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// once makes the folder dir if it does not exist. It calls make with a temporary folder and renames this folder to dir, so that dir is always
// complete. If make returns a lasting error, once stores it in a file next to dir, and later calls return it.
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
			return nil // another process has made it
		}
		return err
	}
	return nil
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
	// compileError matches the output of the go command for a package that does not compile.
	compileError = regexp.MustCompile(`(?m)(?:^|: )# .+\n\S+\.go:\d+:\d+: `)
	// transient matches errors that are caused by the state of the machine or by missing programs.
	transient = regexp.MustCompile(`signal: |fatal error: |no space left|cannot allocate memory|resource temporarily unavailable`)
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
