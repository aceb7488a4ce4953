package report

import (
	"bytes"
	"strings"
	"testing"

	"bale/result"
	"bale/runner/measure"
)

// TestMeansVerdict checks the verdict by speed over all shapes.
func TestMeansVerdict(t *testing.T) {
	mean := func(codec string, shapes, rank, lossy int, size float64, near bool) *result.Mean {
		return &result.Mean{Codec: codec, Shapes: shapes, Of: 3, Encode: 1.5, Decode: 2, Size: size, Rank: rank, Lossy: lossy, Close: near}
	}
	for _, c := range []struct {
		name  string
		means []*result.Mean
		want  string
	}{
		{"one", []*result.Mean{mean("a", 3, 1, 0, 1, true), mean("b", 3, 2, 0, 1, false), mean("c", 2, 0, 0, 1, false)},
			"Over all 3 shapes, use a: fastest of 2 codecs in the mean (encode 1.50x, decode 2.00x)."},
		{"a tie", []*result.Mean{mean("a", 3, 1, 0, 1.2, true), mean("b", 3, 1, 0, 1.1, true), mean("c", 3, 1, 0, 0, true)},
			"Over all 3 shapes, tie for the fastest of 3 codecs in the mean: a, b and c. Use b: of these, its messages are the smallest (size 1.10x)."},
		{"faster but lossy", []*result.Mean{mean("x", 3, 1, 1, 1, false), mean("a", 3, 2, 0, 1, true)},
			"Over all 3 shapes, use a: the only one of 2 codecs without losses (encode 1.50x, decode 2.00x); faster but lossy: x."},
		{"the only one", []*result.Mean{mean("a", 3, 1, 0, 1, true), mean("b", 2, 0, 0, 1, false)}, "Over all 3 shapes, use a: the only codec with all shapes (encode 1.50x, decode 2.00x)."},
		{"no codec has all shapes", []*result.Mean{mean("a", 2, 0, 0, 1, false)}, "No codec was measured on all 3 shapes."},
		{"all lossy", []*result.Mean{mean("x", 3, 1, 1, 1, false)}, "No codec keeps the sample values of all shapes."},
		{"noisy", []*result.Mean{mean("a", 3, 0, 0, 1, false)}, "The run is too noisy to decide over all shapes. " + quieter},
	} {
		v := &meansView{Mode: measure.DefaultMode, Shapes: 3, Means: c.means}
		if got := v.speedText(); got != c.want {
			t.Errorf("%s: got\n%s, want\n%s", c.name, got, c.want)
		}
	}
}

// TestMeansFirst checks that the report and the page have the table over all shapes before the shapes, and none for one shape.
func TestMeansFirst(t *testing.T) {
	for shapes := 1; shapes <= 3; shapes += 2 {
		r := synthetic(12, shapes)
		var md, page bytes.Buffer
		if err := Markdown(&md, r, Reader{}); err != nil {
			t.Fatal(err)
		}
		if err := pageOfOne(&page, r); err != nil {
			t.Fatal(err)
		}
		for name, places := range map[string][3]int{
			"report.md":   {strings.Index(md.String(), "## All shapes\n"), strings.Index(md.String(), "\n## small\n"), strings.Index(md.String(), "| 3 of 3 |")},
			"report.html": {strings.Index(page.String(), `<details class="means">`), strings.Index(page.String(), `<section class="shape"`), strings.Index(page.String(), "<td>3 of 3")},
		} {
			if table, shape, row := places[0], places[1], places[2]; shapes == 1 && table >= 0 || shapes > 1 && (table < 0 || table > row || row > shape) {
				t.Errorf("%s of %d shapes: the table begins at %d, a row at %d, and the shapes at %d", name, shapes, table, row, shape)
			}
		}
	}
}
