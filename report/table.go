package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"bale/report/term"
	"bale/result"
	"bale/runner/measure"
)

// DefaultTop is the default number of rows in the table of a shape, in addition to codecs that were requested by name.
const DefaultTop = 15

// Options holds the options for printing.
type Options struct {
	Width  int            // maximum columns of a line, at least 30; 0 means 80
	Color  bool           // use colours and bold text
	Modes  []measure.Mode // classes to print; none means all
	Top    int            // number of the fastest codecs of a shape to list; 0 means DefaultTop
	Named  []string       // codecs or variants to list whatever their rank
	Report string         // path of the file with the rows that are left out; "" for none
	Reader Reader         // reader that the verdicts are for
	// Overview requests, for a run of several shapes, a line for each shape and the table over all shapes, instead of a screen for every shape.
	Overview bool
}

// Table prints a screen for every shape: the ranking in its first class, the best codecs of its other classes, a few lines about losses of
// sample values and failures, and the verdict. It leaves out columns that do not fit the width, the least important first. It returns the
// first error of w.
func Table(w io.Writer, r *result.Results, opts Options) error {
	p := newPrinter(w, opts)
	p.environment(r)
	shapes := views(r, &opts.Reader)
	if len(shapes) == 0 {
		p.lines(bold, []string{nothingMeasured})
	}
	if all := meansViews(r, shapes, &opts.Reader); opts.Overview && len(all) > 0 {
		fmt.Fprintln(p)
		p.overview(shapes, all[0])
		return p.Flush()
	}
	for _, s := range shapes {
		if len(opts.Modes) > 0 {
			s.Classes = slices.DeleteFunc(s.Classes, func(c *classView) bool { return !slices.Contains(opts.Modes, c.Mode) })
		}
		fmt.Fprintln(p)
		p.shape(s)
	}
	return p.Flush()
}

// maxWarnings is the maximum number of warnings about a run that are printed.
const maxWarnings = 3

// environment prints the environment of a run, the ignored differences and the warnings about the run.
func (p *printer) environment(r *result.Results) {
	e := r.Environment
	p.lines(dim, term.Wrap("", fmt.Sprintf("%s, %d CPUs, %s/%s, %s, %s", e.CPU, e.Procs, e.GOOS, e.GOARCH, e.Go, floorRange(&e)), p.opts.Width))
	if len(r.Ignored) > 0 {
		p.wrapped("", ignoredText(r)+".")
	}
	if text := leftOutText(r); text != "" {
		p.wrapped("", text)
	}
	for i, w := range r.Warnings {
		if i == maxWarnings {
			p.omitted([]string{more(len(r.Warnings)-i, "warning", "warnings")})
			break
		}
		p.wrapped("warning: ", w)
	}
}

// floorRange returns a text with the smallest and the largest noise floor of all classes.
func floorRange(e *result.Conditions) string {
	if len(e.NoiseFloors) < 2 {
		return floors(e)
	}
	compare := func(a, b result.NoiseFloor) int { return cmp.Compare(a.Floor, b.Floor) }
	smallest, largest := slices.MinFunc(e.NoiseFloors, compare), slices.MaxFunc(e.NoiseFloors, compare)
	return fmt.Sprintf("noise floors %.1f%% to %.1f%%", 100*smallest.Floor, 100*largest.Floor)
}
