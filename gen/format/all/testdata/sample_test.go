package PACKAGE

import (
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
)

// sampleOf is a sample value: the samples of a slice are its elements.
func sampleOf[T any]() *T {
	v := reflect.ValueOf(BaleSamples(rand.New(rand.NewPCG(1, 1)), 1))
	typ := reflect.TypeFor[T]()
	if !v.CanConvert(typ) {
		v = v.Index(0)
	}
	value := v.Convert(typ).Interface().(T)
	return &value
}

// A reader may take so much memory for a message, and so much for each of its bytes.
const (
	maxMemory  = 4 << 10
	maxPerByte = 64
)

// exactly is how many bytes do allocates. baleAllocated is quick, but what is small may be told to it late.
func exactly(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// testSample: each beginning of a sample ends too early, unless the wire has messages without an end, and whatever else one of its bytes is, there is an error or a
// value that can be written, and little memory is taken.
func testSample[T any](t *testing.T, c baleCase[T]) {
	b, err := c.marshal(sampleOf[T]())
	if err != nil {
		t.Fatal(err)
	}
	for n := range b {
		if err := c.unmarshal(new(T), b[:n:n]); !errors.Is(err, io.ErrUnexpectedEOF) && !(c.unterminated && err == nil) {
			t.Errorf("%d of %d bytes: %v", n, len(b), err)
		}
	}
	step := max(5, len(b)/20) // long messages have many places to change: all changes of them took half a minute
	if testing.Short() {
		step = 51
	}
	most, right := uint64(0), 0
	for i, old := range b {
		for x := step; x < 256; x += step {
			b[i] = old + byte(x)
			before := baleAllocated()
			v := new(T)
			err := c.unmarshal(v, b)
			if baleAllocated()-before > maxMemory {
				took := exactly(func() { c.unmarshal(new(T), b) })
				if most = max(most, took); took > maxMemory+maxPerByte*uint64(len(b)) {
					t.Fatalf("%d bytes took %d bytes of memory: %x", len(b), took, b)
				}
			}
			if err != nil {
				continue
			}
			right++
			if _, err := c.marshal(v); err != nil {
				t.Fatalf("read, and not written: %v: %x", err, b)
			}
		}
		b[i] = old
	}
	t.Logf("%d bytes took at most %d bytes of memory of those that took more than %d; %d changes make another message", len(b), most, maxMemory, right)
}
