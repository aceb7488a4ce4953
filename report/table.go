package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"bale/measure"
	"bale/result"
)

// DefaultTop is how many rows the table of a shape has, beside those that were asked for by name.
const DefaultTop = 15

// Options say how Table is to print.
type Options struct {
	Width  int            // columns that a line may take, 30 at least; 0 means 80
	Color  bool           // use colour and weight
	Modes  []measure.Mode // the classes to print; none means all
	Top    int            // how many of the fastest codecs of a shape to list; 0 means DefaultTop
	Named  []string       // codecs, or variants of codecs, to list wherever they rank
	Report string         // path of the file that has all the rest; "" for none
	Reader Reader         // whom the verdicts are for
}

// Table prints a screen for every shape: the ranking in its first class, the best of its other classes, losses of sample values and
// failures in a few lines, and last the verdict. Columns that do not fit the width are left out, the least telling first. It returns the
// first error of w.
func Table(w io.Writer, r *result.Results, opts Options) error {
	p := newPrinter(w, opts)
	p.environment(r)
	shapes := views(r, &opts.Reader)
	if len(shapes) == 0 {
		p.lines(bold, []string{nothingMeasured})
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

// maxWarnings is how many warnings about a run a screen has room for.
const maxWarnings = 3

// environment says where a run was measured and what is doubtful about all of it.
func (p *printer) environment(r *result.Results) {
	e := r.Environment
	p.lines(dim, wrap("", fmt.Sprintf("%s, %d CPUs, %s/%s, %s, %s", e.CPU, e.Procs, e.GOOS, e.GOARCH, e.Go, floorRange(&e)), p.opts.Width))
	if len(r.Ignored) > 0 {
		p.wrapped("", ignoredText(r)+".")
	}
	for i, w := range r.Warnings {
		if i == maxWarnings {
			p.rest([]string{more(len(r.Warnings)-i, "warning", "warnings")})
			break
		}
		p.wrapped("warning: ", w)
	}
}

// floorRange has the noise floor of all classes: the least and the largest.
func floorRange(e *result.Conditions) string {
	if len(e.NoiseFloors) < 2 {
		return floors(e)
	}
	compare := func(a, b result.NoiseFloor) int { return cmp.Compare(a.Floor, b.Floor) }
	least, most := slices.MinFunc(e.NoiseFloors, compare), slices.MaxFunc(e.NoiseFloors, compare)
	return fmt.Sprintf("noise floors %.1f%% to %.1f%%", 100*least.Floor, 100*most.Floor)
}
