package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// findGoModule returns the folder of the module that the working folder is in.
func findGoModule(ctx context.Context) (dir string, err error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env: %w", err)
	}
	file := strings.TrimSpace(string(out))
	switch {
	case file == "" || file == os.DevNull:
		return "", errors.New("the working folder is in no module: change into your module, or create one with 'go mod init'")
	case declares(file, toolModule):
		return "", fmt.Errorf("%s is the module of bale itself: change into your module", file)
	}
	return filepath.Dir(file), nil
}

// checkToolFolder returns an error if the folder dir cannot hold bale's source, as a part of the module in the folder module.
func checkToolFolder(module, dir string) error {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(module, abs)
	if err != nil || rel == "." || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return badUsage("%s is not a folder below %s, the folder of go.mod: name one in your module, such as ./tools/bale", dir, module)
	}
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case len(entries) > 0 && !declares(filepath.Join(dir, "go.mod"), toolModule):
		return fmt.Errorf("%s holds other files: name an empty folder, or one that bale vendor has written", dir)
	}
	return nil
}

// replaces reports whether the file is a go.mod with a replace directive for the module path.
func replaces(file, path string) bool {
	data, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	mod, err := modfile.Parse(file, data, nil)
	return err == nil && slices.ContainsFunc(mod.Replace, func(r *modfile.Replace) bool { return r.Old.Path == path })
}

// declares reports whether the file is a go.mod that declares the module path.
func declares(file, path string) bool {
	data, err := os.ReadFile(file)
	return err == nil && modfile.ModulePath(data) == path
}
