package report

import (
	"fmt"
	"strings"

	"bale/result"
)

// bounds formats the interval of a ratio as changes in percent: "[+2.3%, +4.1%]".
func bounds(ratio result.Interval) string {
	if !ratio.Finite() {
		return "[too few epochs for an interval]"
	}
	return fmt.Sprintf("[%+.1f%%, %+.1f%%]", 100*(ratio.Lo-1), 100*(ratio.Hi-1))
}

// precision prints the rows that a comparison with another commit left out, and the width of its intervals.
func (p *printer) precision(d *result.Comparison) {
	if len(d.Base.Same) > 0 {
		p.wrapped("", "Not compared, since both have the same program byte for byte: "+strings.Join(d.Base.Same, ", ")+".")
	}
	if len(d.Base.Changed) > 0 {
		p.wrapped("", "The type changed, so that times and sizes are of different sample values: "+strings.Join(d.Base.Changed, ", ")+".")
	}
	for _, name := range d.Base.Gone {
		fmt.Fprintf(p, "only at %s: %s\n", d.Base.Ref, name)
	}
	for _, name := range d.Base.New {
		fmt.Fprintf(p, "only in the working tree: %s\n", name)
	}
	same, widest := 0, result.Interval{}
	for i, c := range d.Cells {
		if c.Time == result.Same {
			same++
		}
		if i == 0 || !(c.Ratio.HalfWidth() <= widest.HalfWidth()) {
			widest = c.Ratio
		}
	}
	if len(d.Cells) > 0 && widest.Finite() {
		p.wrapped("", fmt.Sprintf("%d of %d times did not change significantly. The widest interval is ±%.1f%%.", same, len(d.Cells), 100*widest.HalfWidth()))
	} else if len(d.Cells) > 0 {
		p.wrapped("", fmt.Sprintf("%d of %d times did not change significantly. There are too few rounds for intervals.", same, len(d.Cells)))
	}
	for _, c := range d.Control {
		if c.Time != result.Same {
			p.wrapped("", fmt.Sprintf("warning: a program compared with itself seems to differ: %s %s %s %+.1f%% %s. Measure again on a machine with less load",
				c.Shape, c.Codec, c.Op, 100*c.Delta, bounds(c.Ratio)))
		}
	}
}
