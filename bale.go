//go:build ignore

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
)

// main runs the bale command of the folder that holds this file, in the current folder: go run ./tools/bale/bale.go gen ./...
// bale vendor writes the folder. It is a module of its own, so the module around it neither requires bale nor knows it. The go command compiles
// bale in that module, whatever workspace or flags the current folder has, and keeps the program in its cache.
func main() {
	path, err := build()
	if err != nil {
		fmt.Fprintf(os.Stderr, "bale.go: %v\n", err)
		os.Exit(1)
	}
	signal.Notify(make(chan os.Signal, 1), os.Interrupt) // an interrupt also reaches the command, which decides when to end
	cmd := exec.Command(path, os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		os.Exit(max(exit.ExitCode(), 1))
	case err != nil:
		fmt.Fprintf(os.Stderr, "bale.go: %v\n", err)
		os.Exit(1)
	}
}

// build compiles bale and returns the path of the program.
func build() (path string, err error) {
	_, file, _, _ := runtime.Caller(0)
	if !filepath.IsAbs(file) {
		return "", errors.New("the path of this file is not known: run it without the flag -trimpath, also in GOFLAGS")
	}
	cmd := exec.Command("go", "tool", "-n", "bale")
	cmd.Dir, cmd.Env, cmd.Stderr = filepath.Dir(file), append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly"), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go tool -n bale in %s: %w", cmd.Dir, err)
	}
	return strings.TrimSpace(string(out)), nil
}
