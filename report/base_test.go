package report

import (
	"bytes"
	"math"
	"testing"

	"bale/result"
	"bale/runner/measure"
)

// TestBaseGolden compares the output for three comparisons with another commit with a golden file: one with every kind of change, one whose
// programs are all equal, and one without intervals.
func TestBaseGolden(t *testing.T) {
	c := func(codec string, a, b, half float64, time result.Change) result.CellDiff {
		return result.CellDiff{
			Cell: measure.Cell{Shape: "Order", Codec: codec, Op: measure.Decode, Mode: measure.DefaultMode},
			A:    result.Interval{Center: a}, B: result.Interval{Center: b}, Delta: b/a - 1,
			Ratio: result.Interval{Center: b / a, Lo: b/a - half, Hi: b/a + half}, Time: time, Memory: result.Same,
		}
	}
	base := result.Base{Ref: "main", Commit: "0123456789abcdef0123456789abcdef01234567", Same: []string{"gob", "msgp"}}
	full := base
	full.Changed, full.Gone, full.New = []string{"Order"}, []string{"Order own/text"}, []string{"Order own/binary"}
	var b bytes.Buffer
	for _, d := range []*result.Comparison{
		{Base: &full, Factor: 1,
			Cells: []result.CellDiff{c("json", 1000, 1052, 0.01, result.Worse), c("cbor", 1000, 900, 0.012, result.Improved), c("xdr", 100, 101, 0.02, result.Same)},
			Rows: []result.RowDiff{{Shape: "Order", Codec: "json", Status: [2]measure.Status{measure.OK, measure.HasGap}, StatusChange: result.Worse,
				Size: [2]float64{100, 120}, SizeChange: result.Worse}},
			Control: []result.CellDiff{c("json@control", 1000, 1020, 0.01, result.Worse), c("json@control", 1000, 1001, 0.01, result.Same)}},
		{Base: &base, Factor: 1},
		{Base: &base, Factor: 1, Cells: []result.CellDiff{c("json", 1000, 1052, math.Inf(1), result.Same)}},
	} {
		if err := Diff(&b, d, Options{Width: 80}); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	golden(t, "base.txt", b.Bytes())
}
