package tests

import (
	"testing"
)

// Benchmark measures encoding into existing and new buffers, and decoding into new and used values.
func Benchmark[T any](b *testing.B, c Case[T]) {
	if err := Stale(); err != nil {
		b.Fatal(err)
	}
	values := c.values(5, 64)
	if HasCustom && len(values) == 0 {
		b.Skip(NoValues())
	}
	var messages [][]byte
	total := 0
	for _, v := range values {
		messages = append(messages, c.message(b, v))
		total += len(messages[len(messages)-1])
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
	run("append", func(i int) (err error) { buf, err = c.append(values[i], buf[:0]); return err })
	run("marshal", func(i int) error { _, err := c.marshal(values[i]); return err })
	run("unmarshal", func(i int) error { return c.unmarshal(new(T), messages[i]) })
	used := new(T)
	run("unmarshal-reuse", func(i int) error { return c.unmarshal(used, messages[i]) })
}
