package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	root "bale"
	"bale/internal/wholefile"
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
	m, err := findGoModule(ctx)
	if err != nil {
		return err
	}
	rel, err := m.toolFolder(f.Arg(0))
	if err != nil {
		return err
	}
	if err := m.checkWorkspace(ctx); err != nil {
		return err
	}
	files, err := root.Source()
	if err != nil {
		return err
	}
	if err := replaceTree(filepath.Join(m.dir, filepath.FromSlash(rel)), files); err != nil {
		return err
	}
	fmt.Fprintf(io.err, "wrote %d files to %s\n", len(files), f.Arg(0))
	if err := addSums(filepath.Join(m.dir, "go.sum"), string(files["go.sum"])); err != nil {
		return err
	}
	steps := [][]string{
		{"mod", "edit", "-require=" + toolModule + "@v0.0.0", "-replace=" + toolModule + "=./" + rel},
		{"get", "-tool", toolPackage},
	}
	for _, step := range steps {
		if out, err := m.command(ctx, step...).CombinedOutput(); err != nil {
			return fmt.Errorf("go %s in %s: %w: once it succeeds, run bale vendor again\n%s", strings.Join(step, " "), m.dir, err, out)
		}
	}
	fmt.Fprintf(io.err, "go.mod has the tool %s now: run it with 'go tool bale', and commit go.mod, go.sum and %s\n", toolPackage, f.Arg(0))
	if command := m.vendored(); command != "" {
		fmt.Fprintf(io.err, "run '%s' now: the folder vendor has to fit go.mod\n", command)
	}
	return nil
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
	return wholefile.Write(wholefile.Text(file, []byte(text), 0o666))
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
	return swap(tmp, dir)
}

// swap renames tmp to dir, and removes the folder that dir was. If it fails, that folder is there again.
func swap(tmp, dir string) error {
	old := tmp + ".old"
	if err := os.Rename(dir, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(tmp, dir); err != nil {
		_ = os.Rename(old, dir) // fails if there was none
		return err
	}
	return os.RemoveAll(old)
}
