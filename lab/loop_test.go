package lab

import (
	"testing"
	"time"

	"bale/codec"
	"bale/codec/json"
	"bale/program/build"
	"bale/runner/measure"
)

// fastest is a sink that keeps the fastest block of each operation.
type fastest map[measure.Op]float64

func (f fastest) Round(int, int, time.Time) error                         { return nil }
func (f fastest) Rerun(measure.Cell, string) error                        { return nil }
func (f fastest) Widths(func(measure.Cell) bool) map[measure.Cell]float64 { return nil }

func (f fastest) Open(func(measure.Cell) bool) map[measure.Cell]bool               { return nil }
func (f fastest) FarBehind(float64, func(measure.Cell) bool) map[measure.Cell]bool { return nil }
func (f fastest) Block(b measure.Block) error {
	if old, ok := f[b.Op]; !ok || b.Ns < old {
		f[b.Op] = b.Ns
	}
	return nil
}

// BenchmarkEmpty measures the cost of an adapter's loops with an operation that does nothing. It was 0.8 ns to encode and 0.4 ns to decode
// into reused memory. Up to 1 ns is acceptable.
func BenchmarkEmpty(b *testing.B) {
	ctx := b.Context()
	l := &build.Builder{Cache: b.TempDir()}
	empty := *json.Codec
	v := *json.Codec.Variants[0]
	v.Generate = func(in *codec.Input) (*codec.Output, error) {
		return codec.SameForAll(in, codec.Code{Marshal: "return nil, nil", Unmarshal: "return nil", UnmarshalReuse: "return nil"}), nil
	}
	empty.Name, empty.Variants = "empty", []*codec.Variant{&v}
	shapes, err := l.Builtin(ctx, []string{"small"}, nil)
	if err != nil {
		b.Fatal(err)
	}
	built, err := l.Build(ctx, shapes, []*build.Choice{{Codec: &empty, Variants: empty.Variants}})
	if err != nil {
		b.Fatal(err)
	}
	reuse := measure.DefaultMode
	reuse.Memory = measure.Reuse
	encode := measure.Cell{Shape: "small", Codec: "empty", Op: measure.Encode, Mode: measure.DefaultMode}
	decode := measure.Cell{Shape: "small", Codec: "empty", Op: measure.Decode, Mode: reuse}
	cells := []*planned{{Cell: encode, row: find(built, encode.Row()), base: "empty"}, {Cell: decode, row: find(built, decode.Row()), base: "empty"}}
	best := fastest{}
	for b.Loop() {
		s := newSession(l, nil, Quick, 1, func(c measure.Cell, s measure.Status, reason string) { b.Errorf("%v: %s: %s", c, s, reason) })
		if _, err := s.calibrate(ctx, cells); err != nil {
			b.Fatal(err)
		}
		if err := s.measure(ctx, cells, best); err != nil {
			b.Fatal(err)
		}
		s.close()
		for _, c := range cells {
			c.ns = nil
		}
	}
	b.ReportMetric(best[measure.Encode], "encode-ns")
	b.ReportMetric(best[measure.Decode], "decode-ns")
}
