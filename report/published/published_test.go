package published

import (
	"math"
	"testing"

	"bale/result"
	"bale/runner/measure"
)

// TestEveryFigureHasACodec checks that every figure has a codec of bale and a reference.
func TestEveryFigureHasACodec(t *testing.T) {
	if len(figures) != 220 {
		t.Errorf("%d figures, want all 220 of the five tables", len(figures))
	}
	for _, f := range figures {
		s := sourceOf(f)
		if s.codecs[f.Serializer].codec == "" {
			t.Errorf("%s: no codec of bale corresponds to %s", f.Source, f.Serializer)
		}
		if ref := reference(s, f); ref == nil {
			t.Errorf("%s %s %s %s: no reference row", f.Source, f.Serializer, f.Op, f.Variant)
		} else if ref.Variant == "" && f.Variant == "parallel" || ref.Variant == "sequential" && f.Variant == "parallel" {
			t.Errorf("%s %s: a parallel figure is divided by a sequential one", f.Source, f.Serializer)
		}
	}
}

func TestBeside(t *testing.T) {
	cell := func(codec string, op measure.Op, form measure.Form, memory measure.Memory, ns float64) result.Cell {
		class := measure.Axes{Form: form, Memory: memory, Strings: measure.Copy, Procs: measure.Seq, Values: measure.Known}
		return result.Cell{Shape: "block", Codec: codec, Op: op, Axes: class, Ns: result.Interval{Center: ns}}
	}
	r := &result.Results{
		Rows: []measure.Row{{Shape: "block", Codec: "skycoin", Own: true, Size: 1546}, {Shape: "block", Codec: "colfer", Size: 1535},
			{Shape: "block", Codec: "skyencoder", Own: true, Size: 1546}},
		Cells: []result.Cell{
			cell("skycoin", measure.Encode, measure.Convert, measure.Fresh, 1000), cell("colfer", measure.Encode, measure.Convert, measure.Fresh, 500),
			cell("colfer", measure.Encode, measure.Native, measure.Fresh, 50), cell("skyencoder", measure.Encode, measure.Convert, measure.Reuse, 20),
		},
	}
	tables := Tables(r)
	if len(tables) != 1 || tables[0].Source != "skycoin-2019" || len(tables[0].Lines) != 31 {
		t.Fatalf("got %+v, want the complete table skycoin-2019 only", tables)
	}
	want := map[[3]string][4]float64{ // theirs, ours, ratio, since
		{"Colfer", "encode", ""}:              {4314.0 / 20653, 500, 0.5, 0.5 / (4314.0 / 20653)},
		{"Colfer", "encode", "native"}:        {1044.0 / 20653, 50, 0.05, 0.05 / (1044.0 / 20653)},
		{"Colfer", "decode", ""}:              {4934.0 / 14662, 0, 0, 0},
		{"Colfer", "size", ""}:                {1535.0 / 1546, 1535, 1535.0 / 1546, 1},
		{"Skyencoder", "encode", ""}:          {420.0 / 20653, 20, 0.02, 0.02 / (420.0 / 20653)},
		{"Skyencoder", "encode", "fresh"}:     {701.0 / 20653, 0, 0, 0},
		{"Sky", "encode", ""}:                 {1, 1000, 1, 1},
		{"GencodeVarint", "decode", "native"}: {1181.0 / 14662, 0, 0, 0},
	}
	for _, l := range tables[0].Lines {
		w, ok := want[[3]string{l.Serializer, l.Op, l.Variant}]
		if !ok {
			continue
		}
		for i, got := range []float64{l.Published, l.Measured, l.Ratio, l.Change()} {
			if math.Abs(got-w[i]) > 1e-9 {
				t.Errorf("%s %s %s: figure %d is %v, want %v", l.Serializer, l.Op, l.Variant, i, got, w[i])
			}
		}
	}
}

func TestWants(t *testing.T) {
	known := measure.DefaultMode
	known.Values = measure.Known
	block := measure.Cell{Shape: "block", Codec: "colfer", Op: measure.Encode, Mode: known}
	native, par, small := block, block, block
	native.Mode.Form, par.Mode.Procs = measure.Native, measure.Par
	small.Shape, small.Mode.Form = "small", measure.Native
	ymz, rust := block, block
	ymz.Shape, rust.Shape = "ymz", "log-10000"
	other, long := ymz, rust
	other.Mode.Memory, long.Shape = measure.Reuse, "log-10"
	own := measure.Cell{Shape: "valmsg", Codec: "sproto", Op: measure.Decode, Mode: known}
	for _, c := range []struct {
		cell      measure.Cell
		own, want bool
	}{
		{block, false, true}, {measure.Cell{Shape: "block", Codec: "colfer", Op: measure.Encode, Mode: measure.DefaultMode}, false, false}, {native, false, true}, {par, false, false}, {small, false, true},
		{own, true, true}, {own, false, false}, {ymz, false, true}, {rust, true, true}, {other, false, false}, {long, false, false},
	} {
		if got := Corresponds(c.cell, c.own); got != c.want {
			t.Errorf("Wants(%v, %v) = %v, want %v", c.cell, c.own, got, c.want)
		}
	}
}
