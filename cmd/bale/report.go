package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bale/report"
	"bale/result"
)

const reportUsage = `usage: bale report [-raw] [-top N] [-json | -published | -aspects] DIR

Print the table of a results folder again, and write results.json, report.md and report.html again from the
stored rounds.

  -top N       rows of each table, beside those of codecs that -codecs named (default 15)
  -raw         show the times as measured, without the correction for the machine's speed
  -json        print results.json instead of the table
  -aspects     print Markdown tables of what was found beside the times
  -published   print the figures of the five published benchmarks next to those of the run
`

// view says what a command prints of results.
type view struct {
	json, published, aspects, raw bool
	top                           int // rows of a table
}

// set adds the flags of a view that all commands have.
func (s *view) set(f *flag.FlagSet) {
	f.BoolVar(&s.json, "json", false, "")
	f.BoolVar(&s.raw, "raw", false, "")
	f.IntVar(&s.top, "top", report.DefaultTop, "")
}

// check refuses values that a view cannot have.
func (s *view) check() error {
	if s.top < 1 {
		return badUsage("-top %d: want 1 or more", s.top)
	}
	return nil
}

// viewFlags counts the given flags that belong to a view: a resumed run takes them.
func viewFlags(f *flag.FlagSet) int {
	n := 0
	f.Visit(func(given *flag.Flag) {
		if slices.Contains([]string{"json", "raw", "top"}, given.Name) {
			n++
		}
	})
	return n
}

// options say how to print a run's table to w.
func (s *view) options(run *result.Run, w io.Writer) report.Options {
	width, color := outputWidth(w)
	return report.Options{Width: width, Color: color, Top: s.top, Named: named(&run.Config.Request)}
}

// named are the codecs that a run was asked for by name, not by a glob.
func named(req *result.Request) []string {
	if req.Published {
		return nil // bale chose them
	}
	return slices.DeleteFunc(slices.Clone(req.Codecs), func(name string) bool { return strings.ContainsAny(name, `*?[\`) })
}

func reportCommand(_ context.Context, io streams, args []string) error {
	f := newFlags("report")
	var show view
	show.set(f)
	f.BoolVar(&show.published, "published", false, "")
	f.BoolVar(&show.aspects, "aspects", false, "")
	if err := cmp.Or(parse(f, args), show.check()); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return badUsage("want one results folder, have %d", f.NArg())
	}
	return publish(io, f.Arg(0), show)
}

// publish derives the results of a folder and writes them into it. It prints the table, the JSON, or the published figures
// beside the run's.
func publish(io streams, dir string, s view) error {
	run, rounds, err := result.LoadFolder(dir)
	if err != nil {
		return err
	}
	r := result.Derive(run, rounds, result.Options{Raw: s.raw})
	if r.Aspects, err = result.LoadAspects(dir); err != nil {
		return err
	}
	if err := r.Save(filepath.Join(dir, result.ResultsFile)); err != nil {
		return err
	}
	page, text := filepath.Join(dir, "report.html"), filepath.Join(dir, "report.md")
	if err := writeFile(page, func(f *os.File) error { return report.HTML(f, r) }); err != nil {
		return err
	}
	if err := writeFile(text, func(f *os.File) error { return report.Markdown(f, r) }); err != nil {
		return err
	}
	if s.json {
		data, err := os.ReadFile(filepath.Join(dir, result.ResultsFile))
		if err != nil {
			return err
		}
		_, err = io.out.Write(data)
		return err
	}
	if s.aspects {
		return report.Aspects(io.out, r)
	}
	fmt.Fprintf(io.err, "wrote %s and %s\n", page, text) // before the table, whose last line is the verdict
	opts := s.options(run, io.out)
	if s.published {
		return report.Published(io.out, r, opts)
	}
	opts.Report = text
	return report.Table(io.out, r, opts)
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
