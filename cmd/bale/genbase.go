package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"bale/gen"
	"bale/gen/lock"
	"bale/model"
	"bale/program/build"
)

// newBase returns the commit that -base names, for a request, or nil if it names none.
func newBase(ref string) *gen.Base {
	if ref == "" {
		return nil
	}
	return &gen.Base{Name: ref, Lock: func(ctx context.Context, dir string) ([]byte, error) {
		return build.FileAt(ctx, "-base", dir, ref, lock.FileName)
	}}
}

// gonePackages prints the lock files of the base commit whose packages have no generated code now, and returns errDiffers if there are any.
func gonePackages(ctx context.Context, io streams, r *gen.Request, outputs []*gen.Output) error {
	if r.Base == nil || !model.MatchesMany(r.Pattern) || r.Pattern[0] != '.' && !filepath.IsAbs(r.Pattern) {
		return nil
	}
	pattern := r.Pattern
	if !filepath.IsAbs(pattern) {
		pattern = filepath.Join(r.Dir, pattern)
	}
	front, _, _ := strings.Cut(pattern, "...")
	root := filepath.Dir(front + "x")
	for root != filepath.Dir(root) && !isFolder(root) {
		root = filepath.Dir(root)
	}
	folders, err := build.FoldersWith(ctx, "-base", root, r.Base.Name, lock.FileName)
	if err != nil {
		return err
	}
	var differs error
	for _, folder := range folders {
		dir := filepath.Join(root, filepath.FromSlash(folder))
		if !matchesPattern(pattern, dir) || isLeftOut(root, dir) || hasCode(dir) || slices.ContainsFunc(outputs, func(o *gen.Output) bool { return o.Dir == dir }) {
			continue
		}
		lock := relPath(r.Dir, filepath.Join(dir, lock.FileName))
		fmt.Fprintf(io.err, "%s: %s:%[1]s has layouts, and its package has no generated code now: nothing decodes its messages; keep the package, or leave it if nobody keeps such messages: this check passes once %[2]s has the change\n", lock, r.Base.Name)
		differs = errDiffers
	}
	return differs
}

// matchesPattern reports whether a pattern with "..." matches a folder. Both are absolute. As for the go command, dir/... matches dir, too.
func matchesPattern(pattern, dir string) bool {
	text := strings.ReplaceAll(regexp.QuoteMeta(filepath.ToSlash(pattern)), `\.\.\.`, `.*`)
	if stem, ok := strings.CutSuffix(text, `/.*`); ok {
		text = stem + `(/.*)?`
	}
	ok, err := regexp.MatchString(`^`+text+`$`, filepath.ToSlash(dir))
	return ok && err == nil
}

// isLeftOut reports whether "..." leaves out the folder dir below root: because of its name, or because it is in a module of its own.
func isLeftOut(root, dir string) bool {
	for dir != root && dir != filepath.Dir(dir) {
		name := filepath.Base(dir)
		if name == "testdata" || name == "vendor" || name[0] == '.' || name[0] == '_' {
			return true
		}
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return true
		}
		dir = filepath.Dir(dir)
	}
	return false
}

// hasCode reports whether a folder has a file that bale gen has written. Its build constraint may leave it out.
func hasCode(dir string) bool {
	files, _ := fs.Glob(os.DirFS(dir), "*.go") // the pattern is well-formed
	return slices.ContainsFunc(files, func(name string) bool {
		text, err := os.ReadFile(filepath.Join(dir, name))
		return err == nil && model.Generated(text)
	})
}
