package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"bale/schema"
)

// A goModule is a module of the user that gets a tool.
type goModule struct {
	dir   string // the folder of go.mod
	work  string // the path of the go.work that has effect, or ""
	flags string // GOFLAGS
}

// findGoModule returns the module that the working folder is in.
func findGoModule(ctx context.Context) (*goModule, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "-json", "GOMOD", "GOWORK", "GOFLAGS").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	var env struct{ GOMOD, GOWORK, GOFLAGS string }
	if err := json.Unmarshal(out, &env); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	if env.GOMOD == "" || env.GOMOD == os.DevNull {
		return nil, errors.New("the working folder is in no module: change into your module, or create one with 'go mod init'")
	}
	if declares(env.GOMOD, toolModule) {
		return nil, fmt.Errorf("%s is the module of bale itself: change into your module", env.GOMOD)
	}
	if env.GOWORK == "off" {
		env.GOWORK = ""
	}
	return &goModule{dir: filepath.Dir(env.GOMOD), work: env.GOWORK, flags: env.GOFLAGS}, nil
}

// command returns a go command that may change go.mod and go.sum, which it must not do in a workspace or with a vendor folder.
func (m *goModule) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := schema.Interrupted(exec.CommandContext(ctx, "go", args...))
	cmd.Dir, cmd.Env = m.dir, append(os.Environ(), "GOWORK=off", "GOFLAGS="+m.flags+" -mod=mod")
	return cmd
}

// toolFolder returns the path of dir relative to the folder of go.mod. It returns an error if dir cannot hold bale's source.
func (m *goModule) toolFolder(dir string) (rel string, err error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	rel, err = filepath.Rel(m.dir, abs)
	if err != nil || rel == "." || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", badUsage("%s is not a folder below %s, the folder of go.mod: name one in your module, such as ./tools/bale", dir, m.dir)
	}
	entries, err := os.ReadDir(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return "", err
	case len(entries) > 0 && !declares(filepath.Join(abs, "go.mod"), toolModule):
		return "", fmt.Errorf("%s holds other files: name an empty folder, or one that bale vendor has written", dir)
	}
	return filepath.ToSlash(rel), nil
}

// checkWorkspace returns an error if another module of the workspace has bale as a tool: the go command refuses a workspace with two
// different replace directives for one module.
func (m *goModule) checkWorkspace(ctx context.Context) error {
	if m.work == "" || replaces(filepath.Join(m.dir, "go.mod"), toolModule) {
		return nil
	}
	data, err := os.ReadFile(m.work)
	if err != nil {
		return err
	}
	work, err := modfile.ParseWork(m.work, data, nil)
	if err != nil {
		return err
	}
	used := func(use *modfile.Use) string {
		if dir := filepath.FromSlash(use.Path); filepath.IsAbs(dir) {
			return dir
		}
		return filepath.Join(filepath.Dir(m.work), filepath.FromSlash(use.Path))
	}
	if !slices.ContainsFunc(work.Use, func(use *modfile.Use) bool { return used(use) == m.dir }) {
		return nil // the module is not part of the workspace
	}
	for _, use := range work.Use {
		if dir := used(use); replaces(filepath.Join(dir, "go.mod"), toolModule) {
			return fmt.Errorf("bale is a tool of %s, which is in the workspace %s: 'go tool bale' runs it in this module, too; "+
				"run bale vendor there to upgrade it", dir, m.work)
		}
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
	if err != nil {
		return false
	}
	return slices.ContainsFunc(mod.Replace, func(r *modfile.Replace) bool { return r.Old.Path == path })
}

// vendored returns the command that updates the folder vendor of the module or of its workspace, or "" if there is no such folder.
func (m *goModule) vendored() string {
	if m.work != "" {
		if _, err := os.Stat(filepath.Join(filepath.Dir(m.work), "vendor", "modules.txt")); err == nil {
			return "go work vendor"
		}
	}
	if _, err := os.Stat(filepath.Join(m.dir, "vendor", "modules.txt")); err == nil {
		return "go mod vendor"
	}
	return ""
}

// declares reports whether the file is a go.mod that declares the module path.
func declares(file, path string) bool {
	data, err := os.ReadFile(file)
	return err == nil && modfile.ModulePath(data) == path
}
