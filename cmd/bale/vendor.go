package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	root "bale"
)

const vendorUsage = `usage: bale vendor DIR

Write bale's own source into the folder DIR of your module, as a module of its own. Your go.mod and go.sum stay as they
are, so nobody who imports your module needs bale. Commit the folder. Then everybody who has the repository runs this
version of bale with 'go run DIR/bale.go', without installing it:

  go run ./tools/bale/bale.go gen ./...
  //go:generate go run ../../tools/bale/bale.go gen -tests

Run bale vendor again with another version of bale to replace the folder. bale needs Go 1.26 or later; your module does
not.

example:
  bale vendor ./tools/bale
`

// toolModule is the path of bale's module.
const toolModule = "bale"

func vendorCommand(ctx context.Context, io streams, args []string) error {
	f := newFlags("vendor")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return badUsage("want one folder, such as ./tools/bale")
	}
	module, err := findGoModule(ctx)
	if err != nil {
		return err
	}
	dir := filepath.Clean(f.Arg(0))
	if err := checkToolFolder(module, dir); err != nil {
		return err
	}
	files, err := root.Source()
	if err != nil {
		return err
	}
	if err := replaceTree(dir, files); err != nil {
		return err
	}
	name := filepath.ToSlash(dir)
	if filepath.IsLocal(dir) {
		name = "./" + name
	}
	fmt.Fprintf(io.err, "wrote %d files to %s: run bale with 'go run %[2]s/bale.go', and commit the folder\n", len(files), name)
	if replaces(filepath.Join(module, "go.mod"), toolModule) {
		fmt.Fprintf(io.err, "note: go.mod has bale as a tool, which an earlier version of bale vendor wrote: whoever imports the module then needs bale, too. Replace 'go tool bale' by\n"+
			"'go run %s/bale.go', and run 'go mod edit -droptool=bale/cmd/bale -droprequire=bale -dropreplace=bale' and 'go mod tidy'\n", name)
	}
	return nil
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
