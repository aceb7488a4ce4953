package lab_test

import (
	"context"
	"testing"
	"time"

	"bale/codec"
	"bale/codec/json"
	"bale/lab"
	"bale/lab/harness"
	"bale/measure"
)

// fastest is a Sink that keeps the fastest block of each operation.
type fastest map[measure.Op]float64

func (f fastest) Round(int, int, time.Time) error                    { return nil }
func (f fastest) Rerun(measure.Cell, string) error                   { return nil }
func (f fastest) Open(func(measure.Cell) bool) map[measure.Cell]bool { return nil }
func (f fastest) Block(b measure.Block) error {
	if old, ok := f[b.Op]; !ok || b.Ns < old {
		f[b.Op] = b.Ns
	}
	return nil
}

// BenchmarkEmpty measures an operation that does nothing, in the loops that every adapter has: what the loop
// itself costs. It was 0.8 ns to encode and 0.4 ns to decode into what is kept; no more than 1 ns is fine.
func BenchmarkEmpty(b *testing.B) {
	ctx := b.Context()
	l := &lab.Lab{Cache: b.TempDir()}
	empty := *json.Codec
	v := *json.Codec.Variants[0]
	v.Generate = func(in *codec.Input) (*codec.Output, error) {
		return codec.Each(in, codec.Code{Marshal: "return nil, nil", Unmarshal: "return nil", UnmarshalReuse: "return nil"}), nil
	}
	empty.Name, empty.Variants = "empty", []*codec.Variant{&v}
	shapes, err := l.Builtin(ctx, []string{"small"}, nil)
	if err != nil {
		b.Fatal(err)
	}
	built, err := l.Build(ctx, shapes, []*lab.Choice{{Codec: &empty, Variants: empty.Variants}})
	if err != nil {
		b.Fatal(err)
	}
	reuse := measure.DefaultMode
	reuse.Memory = "reuse"
	cells, err := lab.Restore(built, []measure.Cell{
		{Shape: "small", Codec: "empty", Op: measure.Encode, Mode: measure.DefaultMode},
		{Shape: "small", Codec: "empty", Op: measure.Decode, Mode: reuse},
	}, []int64{1, 1}, func(string) harness.ValueCounts { return harness.ValueCounts{} })
	if err != nil {
		b.Fatal(err)
	}
	best := fastest{}
	for b.Loop() {
		measureAll(ctx, b, l, cells, best)
	}
	b.ReportMetric(best[measure.Encode], "encode-ns")
	b.ReportMetric(best[measure.Decode], "decode-ns")
}

func measureAll(ctx context.Context, b *testing.B, l *lab.Lab, cells []*lab.Planned, sink lab.Sink) {
	b.Helper()
	fail := func(c measure.Cell, s measure.Status, reason string) { b.Errorf("%v: %s: %s", c, s, reason) }
	if err := l.Calibrate(ctx, cells, lab.Quick, 1, fail); err != nil {
		b.Fatal(err)
	}
	if err := l.Measure(ctx, cells, lab.Quick, 1, nil, sink, fail); err != nil {
		b.Fatal(err)
	}
}
