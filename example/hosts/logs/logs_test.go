package logs_test

import (
	"bytes"
	"io"
	"log/slog"
	"strings"
	"testing"

	"example.com/hosts/logs"
	"example.com/hosts/order"
)

// TestPlaced checks the text of a log with a JSON handler, and that a level that is not enabled costs no encoding.
func TestPlaced(t *testing.T) {
	o := order.Sample(1)
	text, err := o.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	logs.Placed(slog.New(slog.NewJSONHandler(&b, nil)), o)
	if want := `"msg":"placed","order":` + string(text) + "}\n"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("got %s\nwant %s", &b, want)
	}
	off := slog.New(slog.NewJSONHandler(&b, &slog.HandlerOptions{Level: slog.LevelError}))
	if n := testing.AllocsPerRun(100, func() { logs.Placed(off, o) }); n > 0 {
		t.Errorf("%v allocations for a line that is not written", n)
	}
}

// BenchmarkPlaced logs an order by encoding/json, which encodes its fields or calls its method.
func BenchmarkPlaced(b *testing.B) {
	type plain order.Order // has no methods
	o, l := order.Sample(5), slog.New(slog.NewJSONHandler(io.Discard, nil))
	b.Run("encoding/json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			l.Info("placed", "order", (*plain)(o))
		}
	})
	b.Run("method", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			logs.Placed(l, o)
		}
	})
}
