package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"bale/report/term"
	"bale/result"
)

// Diff prints the changes from one run to another: times, the largest change first, then allocations, statuses and sizes. At the end, it
// prints how well the two runs agree, or, for a comparison with another commit, how precise the comparison is. It returns the first error
// of w.
func Diff(w io.Writer, d *result.Comparison, opts Options) error {
	p := newPrinter(w, opts)
	if d.Base != nil {
		fmt.Fprintf(p, "%s (%.12s) -> working tree\n", d.Base.Ref, d.Base.Commit)
	}
	p.factor(d)
	p.diffTimes(d)
	p.diffMemory(d)
	p.diffRows(d)
	for _, c := range d.OnlyA {
		fmt.Fprintf(p, "only in the first run: %s %s %s %s\n", c.Shape, c.Codec, c.Op, c.Mode)
	}
	for _, c := range d.OnlyB {
		fmt.Fprintf(p, "only in the second run: %s %s %s %s\n", c.Shape, c.Codec, c.Op, c.Mode)
	}
	if d.Base != nil {
		p.precision(d)
	} else {
		p.repeatability(d)
	}
	for _, warning := range d.Warnings {
		p.wrapped("", "warning: "+warning)
	}
	return p.Flush()
}

// factor prints the ratio of the machines' speeds in the two runs.
func (p *printer) factor(d *result.Comparison) {
	switch {
	case d.Factor < 0.995:
		p.wrapped("", fmt.Sprintf("The machine of the second run was %.2f times as fast; the times of that run are multiplied by this factor.", 1/d.Factor))
	case d.Factor > 1.005:
		p.wrapped("", fmt.Sprintf("The machine of the second run took %.2f times as long; the times of that run are divided by this factor.", d.Factor))
	}
}

func (p *printer) diffTimes(d *result.Comparison) {
	changed := slices.DeleteFunc(slices.Clone(d.Cells), func(c result.CellDiff) bool { return c.Time == result.Same })
	slices.SortStableFunc(changed, func(a, b result.CellDiff) int {
		return -cmp.Compare(math.Abs(math.Log1p(a.Delta)), math.Abs(math.Log1p(b.Delta)))
	})
	for _, c := range changed {
		certainty, after := fmt.Sprintf("(p=%.3f)", c.P), c.B.Center
		if d.Base != nil { // the ratio is more precise than either time
			certainty, after = bounds(c.Ratio), c.A.Center*c.Ratio.Center
		}
		fmt.Fprintf(p, "%s  %s -> %s  %+.1f%% %s  %s %s %s %s\n", p.change(c.Time),
			term.Pad(duration(c.A.Center), 7, false), term.Pad(duration(after), 7, true), 100*c.Delta, certainty, c.Shape, c.Codec, c.Op, c.Mode)
	}
}

func (p *printer) diffMemory(d *result.Comparison) {
	for _, c := range d.Cells {
		if c.Memory != result.Same {
			fmt.Fprintf(p, "%s  %s -> %s B/op, %s -> %s allocs/op  %s %s %s %s\n", p.change(c.Memory),
				result.Count(c.Bytes[0]), result.Count(c.Bytes[1]), result.Count(c.Allocs[0]), result.Count(c.Allocs[1]), c.Shape, c.Codec, c.Op, c.Mode)
		}
	}
}

func (p *printer) diffRows(d *result.Comparison) {
	for _, r := range d.Rows {
		if r.StatusChange != result.Same {
			fmt.Fprintf(p, "%s  %s -> %s  %s %s\n", p.change(r.StatusChange), r.Status[0], r.Status[1], r.Shape, r.Codec)
		}
		if r.SizeChange != result.Same {
			fmt.Fprintf(p, "%s  %s -> %s encoded bytes  %s %s\n", p.change(r.SizeChange), result.Count(r.Size[0]), result.Count(r.Size[1]), r.Shape, r.Codec)
		}
	}
}

// change returns the word for a change, padded to the width of the longest word.
func (p *printer) change(c result.Change) string {
	s := plain
	switch c {
	case result.Improved:
		s = green
	case result.Worse:
		s = red
	}
	return p.styled(s, term.Pad(string(c), len(result.Improved), true))
}

func (p *printer) repeatability(d *result.Comparison) {
	same := 0
	for _, c := range d.Cells {
		if c.Time == result.Same {
			same++
		}
	}
	largest := 0.0
	for _, f := range d.Floors {
		largest = max(largest, f)
	}
	p.wrapped("", fmt.Sprintf("%d of %d times are equal or differ by less than the noise floor of their class (at most %.1f%%).", same, len(d.Cells), 100*largest))
	r := d.Repeat
	if r.Cells > 0 {
		p.wrapped("", fmt.Sprintf("Medians within 3%%: %.1f%% of the cells; within 5%%: %.1f%%. Pairs ranked in the opposite order: %d.",
			100*r.Within3, 100*r.Within5, len(r.Reversals)))
	}
	for _, v := range r.Reversals {
		fmt.Fprintf(p, "  %s before %s in the first run, after it in the second: %s %s %s\n", v.Codecs[0], v.Codecs[1], v.Shape, v.Op, v.Mode)
	}
}
