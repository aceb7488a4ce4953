package baletest

import (
	"testing"
)

// Benchmark measures encoding into existing and new buffers, and decoding into new and used values.
func Benchmark[T any](b *testing.B, c Case[T]) {
	if err := Stale(); err != nil {
		b.Fatal(err)
	}
	values := c.Values(5, 64)
	if len(values) == 0 {
		b.Skip(NoValues())
	}
	Measure(b, values, c.Append, c.Marshal, c.Unmarshal)
}

// Measure measures the methods of a type with values.
func Measure[T any](b *testing.B, values []*T, appendTo func(*T, []byte) ([]byte, error), marshal func(*T) ([]byte, error), unmarshal func(*T, []byte) error) {
	var messages [][]byte
	total := 0
	for _, v := range values {
		m, err := marshal(v)
		if err != nil {
			b.Fatal(err)
		}
		messages = append(messages, m)
		total += len(m)
	}
	run := func(name string, do func(i int) error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(total / len(values)))
			for i := 0; i < b.N; i++ {
				if err := do(i % len(values)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	var buf []byte
	run("append", func(i int) (err error) { buf, err = appendTo(values[i], buf[:0]); return err })
	run("marshal", func(i int) error { _, err := marshal(values[i]); return err })
	run("unmarshal", func(i int) error { return unmarshal(new(T), messages[i]) })
	used := new(T)
	run("unmarshal-reuse", func(i int) error { return unmarshal(used, messages[i]) })
}
