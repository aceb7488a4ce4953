package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"bale/report"
	"bale/result"
)

const diffUsage = `usage: bale diff [-raw] A B

Compare two results folders. Print the significant changes (Mann-Whitney test with Holm's correction), and how
well the two runs agree. The times of B are first divided by the median ratio of all times, which is taken for the ratio
of the machines' speeds. Exit status 1 if something got worse.

  -raw   compare the times as measured, without the correction for the machine's speed
`

func diffCommand(_ context.Context, io streams, args []string) error {
	f := newFlags("diff")
	raw := f.Bool("raw", false, "")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() != 2 {
		return badUsage("want two results folders, have %d", f.NArg())
	}
	a, ra, err := derive(f.Arg(0), *raw)
	if err != nil {
		return err
	}
	b, rb, err := derive(f.Arg(1), *raw)
	if err != nil {
		return err
	}
	d := result.Diff(a, b, ra, rb)
	if len(d.Rows) == 0 {
		return fmt.Errorf("the runs have no codec and type in common: %s has %s, and %s has %s", f.Arg(0), shapesOf(a), f.Arg(1), shapesOf(b))
	}
	width, color := outputWidth(io.out)
	if err := report.Diff(io.out, d, report.Options{Width: width, Color: color}); err != nil {
		return err
	}
	if d.Worse() {
		return errDiffers
	}
	return nil
}

// shapesOf returns the names of the shapes of a run.
func shapesOf(r *result.Results) string {
	var names []string
	for _, row := range r.Rows {
		if !slices.Contains(names, row.Shape) {
			names = append(names, row.Shape)
		}
	}
	return cmp.Or(strings.Join(names, ", "), "nothing")
}

// derive derives the results of a folder from its rounds. With raw, it does not correct for changes of the machine's speed.
func derive(dir string, raw bool) (*result.Results, *result.Rounds, error) {
	run, rounds, err := result.LoadFolder(dir)
	if err != nil {
		return nil, nil, err
	}
	return result.Derive(run, rounds, result.Options{Raw: raw}), rounds, nil
}
