package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// bale gen runs "go list" once, which takes half of the time. gencompare therefore puts itself on the PATH as the command go. It caches
// answers, which are the same for all formats. Other calls, such as those with an overlay, go to the real go command.
const (
	envGo     = "BALE_GENCOMPARE_GO"     // the real go command
	envAnswer = "BALE_GENCOMPARE_ANSWER" // the folder of answers
)

// actAsGo acts as the go command. It returns the exit status.
func actAsGo(args []string) int {
	overlay := slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-overlay=") })
	if !overlay && slices.Contains([]string{"list", "env", "version"}, args[0]) {
		if out, err := cachedAnswer(args); err == nil {
			os.Stdout.Write(out)
			return 0
		}
	}
	cmd := exec.Command(os.Getenv(envGo), args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return max(exit.ExitCode(), 1)
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// errAskGo is the error for calls that the real go command has to answer.
var errAskGo = errors.New("the real go command has to answer")

// cachedAnswer returns what the go command prints for args in this folder. It returns an error if the command fails or prints
// anything on standard error.
func cachedAnswer(args []string) ([]byte, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	key := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", dir, os.Getenv("GO111MODULE"), args))
	file := filepath.Join(os.Getenv(envAnswer), fmt.Sprintf("%x", key))
	if out, err := os.ReadFile(file); err == nil {
		return out, nil
	}
	cmd := exec.Command(os.Getenv(envGo), args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		return nil, errAskGo
	}
	unfinished := fmt.Sprintf("%s-%d", file, os.Getpid())
	if err := os.WriteFile(unfinished, out, 0o666); err != nil {
		return nil, err
	}
	return out, os.Rename(unfinished, file)
}
