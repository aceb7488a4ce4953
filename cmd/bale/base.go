package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"bale/internal/wholefile"
	"bale/report"
	"bale/result"
)

// changesFile is the name of the file in a results folder that lists the changes since the base commit.
const changesFile = "changes.txt"

// changes returns the changes from the base commit to the working tree, from the run in a results folder.
func changes(dir string) (*result.Comparison, error) {
	run, rounds, err := result.LoadFolder(dir)
	if err != nil {
		return nil, err
	}
	return result.DiffBase(run, rounds), nil
}

// publishBase prints the changes from the base commit to the working tree and writes them to changesFile in dir.
func publishBase(io streams, dir string, opts report.Options) error {
	d, err := changes(dir)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, changesFile)
	if err := wholefile.Write(diffFile(path, d, report.Options{Width: opts.Width})); err != nil {
		return err
	}
	fmt.Fprintf(io.err, "wrote %s\n", path)
	return report.Diff(io.out, d, opts)
}

func diffFile(path string, d *result.Comparison, opts report.Options) wholefile.File {
	return wholefile.File{Path: path, Perm: 0o666, Write: func(w io.Writer) error { return report.Diff(w, d, opts) }}
}

// checkLimit returns an error if the working tree is worse than the base commit by more than limit, a fraction.
func checkLimit(dir string, limit float64) error {
	d, err := changes(dir)
	if err != nil {
		return err
	}
	worse := d.WorseBy(limit)
	if len(worse) == 0 {
		return nil
	}
	return fmt.Errorf("worse than %s by more than %.6g%%:\n  %s", d.Base.Ref, 100*limit, strings.Join(worse, "\n  "))
}

// parseLimit parses a limit such as "3%" and returns it as a fraction.
func parseLimit(s string) (float64, error) {
	digits, ok := strings.CutSuffix(s, "%")
	percent, err := strconv.ParseFloat(digits, 64)
	if !ok || err != nil || !(percent >= 0 && percent <= 1000) {
		return 0, badUsage("-fail %q: want a percentage from 0%% to 1000%%, such as 3%%", s)
	}
	return percent / 100, nil
}
