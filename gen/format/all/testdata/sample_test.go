package PACKAGE

import (
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"example.org/shapes/internal/bale/baletest"
)

// sampleOf returns a sample value. The samples of a slice are its elements.
func sampleOf[T any]() *T {
	v := reflect.ValueOf(BaleSamples(rand.New(rand.NewPCG(1, 1)), 1))
	typ := reflect.TypeFor[T]()
	if !v.CanConvert(typ) {
		v = v.Index(0)
	}
	value := v.Convert(typ).Interface().(T)
	return &value
}

// These limits apply to the memory of a decoded value.
const (
	maxMemory  = 4 << 10 // bytes per message
	maxPerByte = 64      // additional bytes per byte of the message
)

// exactly returns the number of bytes that do allocates. baletest.Allocated is faster, but may count small allocations late.
func exactly(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// testSample checks that each proper prefix of a sample's message is refused, unless messages of the type are unterminated: they do not mark their
// end. It also decodes messages in which one byte is changed: each must give an error or a value that can be encoded, and take
// little memory.
func testSample[T any](t *testing.T, c baletest.Case[T], unterminated bool) {
	b, err := c.Marshal(sampleOf[T]())
	if err != nil {
		t.Fatal(err)
	}
	for n := range b {
		if err := c.Unmarshal(new(T), b[:n:n]); !errors.Is(err, io.ErrUnexpectedEOF) && !(unterminated && err == nil) {
			t.Errorf("%d of %d bytes: %v", n, len(b), err)
		}
	}
	step := max(5, len(b)/20) // all changes of long messages took half a minute
	if testing.Short() {
		step = 51
	}
	maxTook, valid := uint64(0), 0
	for i, old := range b {
		for x := step; x < 256; x += step {
			b[i] = old + byte(x)
			before := baletest.Allocated()
			v := new(T)
			err := c.Unmarshal(v, b)
			if baletest.Allocated()-before > maxMemory {
				took := exactly(func() { c.Unmarshal(new(T), b) })
				if maxTook = max(maxTook, took); took > maxMemory+maxPerByte*uint64(len(b)) {
					t.Fatalf("%d bytes took %d bytes of memory: %x", len(b), took, b)
				}
			}
			if err != nil {
				continue
			}
			valid++
			if _, err := c.Marshal(v); err != nil {
				t.Fatalf("a decoded value cannot be encoded: %v: %x", err, b)
			}
		}
		b[i] = old
	}
	t.Logf("message of %d bytes: at most %d bytes of memory, if more than %d; %d changes gave a valid message", len(b), maxTook, maxMemory, valid)
}
