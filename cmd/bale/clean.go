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

	"bale/lab"
	"bale/result"
)

const cleanUsage = `usage: bale clean [-n] [-results] [-cache]

Remove the results folders below bale-results in the working folder, and what bale has built in the user's cache folder.
A folder with a file that bale did not write is kept. Wait for comparisons that are running: they lose their programs.

  -results   remove the results folders only
  -cache     remove the cache only
  -n         say what would be removed, and remove nothing

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

// A cleaner removes what bale has made, and says so.
type cleaner struct {
	streams
	dry  bool
	errs []error
}

// results removes the results folders in root, and root itself if nothing is left in it.
func (c *cleaner) results(root string) {
	list, err := os.ReadDir(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.errs = append(c.errs, err)
		return
	}
	before := treeSize(root + string(filepath.Separator)) // which may be a link
	left := before
	for _, e := range list {
		dir := filepath.Join(root, e.Name())
		files, why := resultsFiles(dir)
		if why != "" {
			fmt.Fprintf(c.out, "kept %s: %s\n", dir, why)
			continue
		}
		size := treeSize(dir)
		if c.remove(append(files, dir)...) {
			left -= size
			fmt.Fprintf(c.out, "%s %s: %s\n", c.removed(), dir, humanSize(size))
		}
	}
	if left == 0 && len(list) > 0 && !c.dry {
		_ = os.Remove(root) // it stays if there is something in it
	}
	c.total("results in "+root, before, left)
}

// cache removes what bale has built.
func (c *cleaner) cache() {
	cache, err := lab.DefaultCache()
	if err != nil {
		c.errs = append(c.errs, err)
		return
	}
	entries, folders, err := lab.Cached(cache)
	if err != nil {
		c.errs = append(c.errs, err)
		return
	}
	before := treeSize(cache + string(filepath.Separator))
	left := before
	for _, e := range entries {
		size := treeSize(e)
		if c.remove(e) {
			left -= size
		}
	}
	for _, f := range folders {
		if !c.dry {
			_ = os.Remove(f) // it stays if there is something in it
		}
	}
	c.total("cache in "+cache, before, left)
}

// remove removes files and folders, with what is in them, and reports whether all of them are gone, or would be.
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

// total says how much there was of something, and how much is left.
func (c *cleaner) total(what string, before, left int64) {
	fmt.Fprintf(c.out, "%s: %s %s, %s before, %s after\n", what, c.removed(), humanSize(before-left), humanSize(before), humanSize(left))
}

// ours are the names of the files in a results folder. A file with the prefix is one that was being written.
var (
	ours       = []string{result.RunFile, result.RoundsFile, result.ResultsFile, result.AspectsFile, "report.html", "report.md", changesFile, result.IgnoreFile}
	oursPrefix = "." + result.RunFile + "-"
)

// resultsFiles lists the files in a results folder, or says why it is none that bale can remove. An empty folder is one: it is left
// by a run that was killed before its first round.
func resultsFiles(dir string) (files []string, why string) {
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
		if !e.Type().IsRegular() || !slices.Contains(ours, name) && !strings.HasPrefix(name, oursPrefix) {
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

// treeSize is the sum of the sizes of the files in a folder, or the size of a file. What cannot be read counts as nothing.
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

// humanSize writes a number of bytes to three digits: "812 B", "1.23 MB".
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
