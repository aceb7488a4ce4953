package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"bale/internal/wholefile"
	"bale/lab"
	"bale/program/build"
	"bale/result"
)

const cleanUsage = `usage: bale clean [-n] [-results] [-cache]

Remove the results folders below bale-results in the working folder, and everything that bale built from the user's
cache folder. A folder that contains other files is kept. Do not run this during a comparison: its programs are removed.

  -results   remove the results folders only
  -cache     remove the cache only
  -n         print what would be removed, and remove nothing

exit status: 0 done, 1 something could not be removed, 2 bad usage
`

func cleanCommand(_ context.Context, io streams, args []string) error {
	f := newFlags("clean")
	dry, results, cache := f.Bool("n", false, ""), f.Bool("results", false, ""), f.Bool("cache", false, "")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return badUsage("unexpected argument %q: bale clean works on the working folder and on the cache", f.Arg(0))
	}
	c := &cleaner{streams: io, dry: *dry}
	if *results || !*cache {
		c.results(lab.ResultsRoot)
	}
	if *cache || !*results {
		c.cache()
	}
	return errors.Join(c.errs...)
}

// A cleaner removes results folders and the cache, prints what it removed, and collects errors.
type cleaner struct {
	streams
	dry  bool
	errs []error
}

// results removes the results folders in root, and root itself if it is empty afterwards.
func (c *cleaner) results(root string) {
	list, err := os.ReadDir(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.errs = append(c.errs, err)
		return
	}
	before := treeSize(root + string(filepath.Separator)) // with the separator, a symbolic link is followed
	left := before
	for _, e := range list {
		dir := filepath.Join(root, e.Name())
		files, reason := resultsFiles(dir)
		if reason != "" {
			fmt.Fprintf(c.out, "kept %s: %s\n", dir, reason)
			continue
		}
		size := treeSize(dir)
		if c.remove(append(files, dir)...) {
			left -= size
			fmt.Fprintf(c.out, "%s %s: %s\n", c.removed(), dir, humanSize(size))
		}
	}
	if left == 0 && len(list) > 0 && !c.dry {
		_ = os.Remove(root) // fails if root is not empty
	}
	c.total("results in "+root, before, left)
}

// cache removes everything that bale built from the cache folder.
func (c *cleaner) cache() {
	cache, err := build.DefaultCache()
	if err != nil {
		c.errs = append(c.errs, err)
		return
	}
	entries, folders, err := build.CacheEntries(cache)
	if err != nil {
		c.errs = append(c.errs, err)
		return
	}
	before := treeSize(cache + string(filepath.Separator))
	var mu sync.Mutex
	left := before
	build.InParallel(context.Background(), len(entries), func(i int) { // most of the time is spent in the file system
		size, kept, err := c.entry(entries[i])
		mu.Lock()
		defer mu.Unlock()
		left -= size
		if kept != "" {
			fmt.Fprintln(c.out, kept)
		}
		if err != nil {
			c.errs = append(c.errs, err)
		}
	})
	for _, f := range folders {
		if !c.dry {
			_ = os.Remove(f) // fails if f is not empty
		}
	}
	c.total("cache in "+cache, before, left)
}

// entry removes an entry of the cache, and returns its size. It keeps an entry with a file that bale did not write, and says so.
func (c *cleaner) entry(path string) (size int64, kept string, err error) {
	foreign, err := build.ForeignFile(path)
	switch {
	case err != nil:
		return 0, "", err
	case foreign != "":
		return 0, fmt.Sprintf("kept %s: bale did not write %s", path, foreign), nil
	}
	size = treeSize(path)
	if c.dry {
		return size, "", nil
	}
	if err := os.RemoveAll(path); err != nil {
		return 0, "", err
	}
	return size, "", nil
}

// remove removes files and folders with their contents, and reports whether it succeeded. In a dry run it does nothing and returns true.
func (c *cleaner) remove(paths ...string) bool {
	for _, p := range paths {
		if c.dry {
			continue
		}
		if err := os.RemoveAll(p); err != nil {
			c.errs = append(c.errs, err)
			return false
		}
	}
	return true
}

func (c *cleaner) removed() string {
	if c.dry {
		return "would remove"
	}
	return "removed"
}

// total prints the number of bytes before and after, and their difference.
func (c *cleaner) total(what string, before, left int64) {
	fmt.Fprintf(c.out, "%s: %s %s, %s before, %s after\n", what, c.removed(), humanSize(before-left), humanSize(before), humanSize(left))
}

// ownFiles are the names of the files in a results folder.
var ownFiles = []string{result.RunFile, result.RoundsFile, result.ResultsFile, result.AspectsFile, result.CodeName, pageFile, "report.md", changesFile, result.IgnoreFile}

// isOwn reports whether a name is that of a file in a results folder, or of an interrupted write of one.
func isOwn(name string) bool {
	return slices.ContainsFunc(ownFiles, func(own string) bool { return name == own || wholefile.Interrupted(name, own) })
}

// resultsFiles returns the files in a results folder, or the reason why bale must not remove the folder. An empty folder counts as a
// results folder: a run that was killed before its first round leaves one.
func resultsFiles(dir string) (files []string, reason string) {
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return nil, "it is not a folder"
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, err.Error()
	}
	isRun := len(list) == 0
	for _, e := range list {
		name := e.Name()
		if !e.Type().IsRegular() || !isOwn(name) {
			return nil, "bale did not write " + name
		}
		isRun = isRun || name == result.RunFile || name == result.RoundsFile
		files = append(files, filepath.Join(dir, name))
	}
	if lab.InUse(dir) {
		return nil, "a comparison is writing into it"
	}
	if !isRun {
		return nil, "there is no " + result.RunFile + " in it"
	}
	run, err := result.Load(filepath.Join(dir, result.RunFile))
	if err == nil && run.Environment.Go == "" || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, "bale did not write its " + result.RunFile
	}
	return files, ""
}

// treeSize returns the total size of the files in a folder, or the size of a file, in bytes. It ignores files that it cannot read.
func treeSize(path string) int64 {
	var n int64
	_ = filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			n += info.Size()
		}
		return nil
	})
	return n
}

// humanSize formats a number of bytes with three digits: "812 B", "1.23 MB".
func humanSize(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	v := float64(n) / 1000
	for _, unit := range []string{"kB", "MB"} {
		if v < 999.5 {
			return threeDigits(v) + " " + unit
		}
		v /= 1000
	}
	return threeDigits(v) + " GB"
}

func threeDigits(v float64) string { return fmt.Sprintf("%.3g", v) }
