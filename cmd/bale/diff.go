package main

import (
	"context"

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
	width, color := outputWidth(io.out)
	if err := report.Diff(io.out, d, report.Options{Width: width, Color: color}); err != nil {
		return err
	}
	if d.Worse() {
		return errDiffers
	}
	return nil
}

// derive derives the results of a folder from its rounds. With raw, it does not correct for changes of the machine's speed.
func derive(dir string, raw bool) (*result.Results, *result.Rounds, error) {
	run, rounds, err := result.LoadFolder(dir)
	if err != nil {
		return nil, nil, err
	}
	return result.Derive(run, rounds, result.Options{Raw: raw}), rounds, nil
}
