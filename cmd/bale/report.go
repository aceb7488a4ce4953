package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"bale/report"
	"bale/result"
)

const reportUsage = `usage: bale report [-raw] [-json | -published] DIR

Print the table of a results folder again, and write results.json, report.md and report.html again from the
stored rounds.

  -raw         show the times as measured, without the correction for the machine's speed
  -json        print results.json instead of the table
  -published   print the figures of the five published benchmarks next to those of the run
`

// view says what a command prints of results.
type view struct {
	json, published, raw bool
}

// flags counts those that were given and that a resumed run takes.
func (s view) flags() int {
	n := 0
	for _, given := range []bool{s.json, s.raw} {
		if given {
			n++
		}
	}
	return n
}

func reportCommand(_ context.Context, io streams, args []string) error {
	f := newFlags("report")
	asJSON, asPublished, raw := f.Bool("json", false, ""), f.Bool("published", false, ""), f.Bool("raw", false, "")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return badUsage("want one results folder, have %d", f.NArg())
	}
	return publish(io, f.Arg(0), view{*asJSON, *asPublished, *raw})
}

// derive derives the results of a folder from its rounds; with raw, without taking out the machine's drift.
func derive(dir string, raw bool) (*result.Results, *result.Rounds, error) {
	run, rounds, err := result.LoadFolder(dir)
	if err != nil {
		return nil, nil, err
	}
	return result.Derive(run, rounds, result.Options{Raw: raw}), rounds, nil
}

// publish derives the results of a folder and writes them into it. It prints the table, the JSON, or the published figures
// beside the run's.
func publish(io streams, dir string, s view) error {
	r, _, err := derive(dir, s.raw)
	if err != nil {
		return err
	}
	if err := r.Save(filepath.Join(dir, result.ResultsFile)); err != nil {
		return err
	}
	for name, draw := range map[string]func(*os.File) error{
		"report.html": func(f *os.File) error { return report.HTML(f, r) },
		"report.md":   func(f *os.File) error { return report.Markdown(f, r) },
	} {
		if err := writeFile(filepath.Join(dir, name), draw); err != nil {
			return err
		}
	}
	if s.json {
		data, err := os.ReadFile(filepath.Join(dir, result.ResultsFile))
		if err != nil {
			return err
		}
		_, err = io.out.Write(data)
		return err
	}
	width, color := terminal(io.out)
	table := report.Table
	if s.published {
		table = report.Published
	}
	if err := table(io.out, r, report.Options{Width: width, Color: color}); err != nil {
		return err
	}
	fmt.Fprintf(io.err, "wrote %s\n", filepath.Join(dir, "report.html"))
	return nil
}

func writeFile(path string, draw func(*os.File) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := draw(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
