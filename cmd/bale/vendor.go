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

	root "bale"
)

const vendorUsage = `usage: bale vendor DIR

Write bale's own source into the folder DIR of your module, and make bale a tool of the module: go.mod gets the line
"tool bale/cmd/bale", and a replace directive with the relative path of DIR. Commit both. Then everybody who has the
repository runs this version of bale with 'go tool bale', without installing it.

Run it again with another version of bale to replace the folder. go.mod then requires Go 1.26 or later, and has about
ten more indirect requirements.

example:
  bale vendor ./tools/bale
`

// toolModule and toolPackage are the paths of bale's module and of its command.
const (
	toolModule  = "bale"
	toolPackage = "bale/cmd/bale"
)

func vendorCommand(ctx context.Context, io streams, args []string) error {
	f := newFlags("vendor")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return badUsage("want one folder, such as ./tools/bale")
	}
	mod, rel, err := toolFolder(ctx, f.Arg(0))
	if err != nil {
		return err
	}
	files, err := root.Source()
	if err != nil {
		return err
	}
	dir := filepath.Join(filepath.Dir(mod), filepath.FromSlash(rel))
	if err := replaceTree(dir, files); err != nil {
		return err
	}
	fmt.Fprintf(io.err, "wrote %d files to %s\n", len(files), f.Arg(0))
	if err := addSums(filepath.Join(filepath.Dir(mod), "go.sum"), string(files["go.sum"])); err != nil {
		return err
	}
	steps := [][]string{
		{"mod", "edit", "-require=" + toolModule + "@v0.0.0", "-replace=" + toolModule + "=./" + rel},
		{"get", "-tool", toolPackage},
	}
	for _, step := range steps {
		cmd := exec.CommandContext(ctx, "go", step...)
		cmd.Dir = filepath.Dir(mod)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("go %s in the folder of %s: %w: run it again to complete go.mod\n%s", strings.Join(step, " "), mod, err, out)
		}
	}
	fmt.Fprintf(io.err, "go.mod has the tool %s now: run it with 'go tool bale', and commit go.mod, go.sum and %s\n", toolPackage, f.Arg(0))
	return nil
}

// toolFolder returns the path of the go.mod that has effect in the working folder, and the path of dir relative to the folder of go.mod.
// It returns an error if dir cannot hold bale's source.
func toolFolder(ctx context.Context, dir string) (mod, rel string, err error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return "", "", fmt.Errorf("go env GOMOD: %w", err)
	}
	mod = strings.TrimSpace(string(out))
	if mod == "" || mod == os.DevNull {
		return "", "", errors.New("the working folder is in no module: change into your module, or create one with 'go mod init'")
	}
	if declares(mod, toolModule) {
		return "", "", fmt.Errorf("%s is the module of bale itself: change into your module", mod)
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", "", err
	}
	rel, err = filepath.Rel(filepath.Dir(mod), abs)
	if err != nil || rel == "." || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", "", badUsage("%s is not a folder below that of %s: name one in your module, such as ./tools/bale", dir, mod)
	}
	entries, err := os.ReadDir(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return "", "", err
	case len(entries) > 0 && !declares(filepath.Join(abs, "go.mod"), toolModule):
		return "", "", fmt.Errorf("%s holds other files: name an empty folder, or one that bale vendor has written", dir)
	}
	return mod, filepath.ToSlash(rel), nil
}

// declares reports whether the file is a go.mod that declares the module path.
func declares(file, path string) bool {
	data, err := os.ReadFile(file)
	return err == nil && modfile.ModulePath(data) == path
}

// addSums adds the lines of bale's go.sum to that of the user's module, so that bale's requirements are those that it was tested with.
func addSums(file, sums string) error {
	have, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text := string(have)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	known := strings.Split(text, "\n")
	for line := range strings.Lines(sums) {
		if !slices.Contains(known, strings.TrimSuffix(line, "\n")) {
			text += line
		}
	}
	return os.WriteFile(file, []byte(text), 0o666)
}

// replaceTree makes the folder hold the files and nothing else. It writes the new folder beside it first, so that an error leaves the old
// folder as it was.
func replaceTree(dir string, files map[string][]byte) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), ".bale-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp) // fails once it has been renamed
	if err := os.Chmod(tmp, 0o755); err != nil {
		return err
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		path := filepath.Join(tmp, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, files[name], 0o666); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.Rename(tmp, dir)
}
