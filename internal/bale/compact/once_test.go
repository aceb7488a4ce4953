package compact

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"bale/internal/bale/core"
)

// appendOnce appends a message as generated code does: it counts if Once reports false. once reports whether it did not.
func appendOnce(b []byte, expected *Expected, text, record []byte) (message []byte, once bool) {
	var e Encoder
	put := func(w core.Buffer, n, s int) (int, int) {
		if len(record) > e.End-n || len(text) > e.TextEnd-s {
			return e.Changed("T", n), s
		}
		copy(core.Bytes(w, n, len(record)), record)
		copy(core.Bytes(w, s, len(text)), text)
		return n + len(record), s + len(text)
	}
	head := func(w core.Buffer, n int) int {
		core.Put32(w, n, 0x01020304)
		code, end := Store(w, n+5, uint64(e.Text))
		core.Put8(w, n+4, uint8(code))
		return end
	}
	w, ok := e.Once(b, 13, expected, put, head)
	if !ok {
		expected.Counted(int64(len(text)), int64(len(record)))
		e = Encoder{Text: int64(len(text))}
		var room [21]byte
		return joined(b, room[:head(core.All(room[:]), 0)], text, record), false
	}
	return w, true
}

// TestOnce appends messages of random sizes. Each must have its text and its record, whether they fit into what was expected or not.
func TestOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var expected Expected
	random := func() []byte {
		b := make([]byte, r.IntN(1<<r.IntN(17)))
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	}
	some := 0
	for range 2000 {
		text, record := random(), random()
		var before []byte
		if r.IntN(3) > 0 {
			before = make([]byte, r.IntN(20), 20+r.IntN(1000))
		}
		got, once := appendOnce(before, &expected, text, record)
		if once {
			some++
		}
		if !bytes.HasPrefix(got, before) || !bytes.HasSuffix(got, record) || !bytes.HasSuffix(got[:len(got)-len(record)], text) {
			t.Fatalf("text of %d bytes and record of %d after %d: %d bytes", len(text), len(record), len(before), len(got))
		}
		d := decoderOf(got[len(before):], "")
		d.N = 4
		if n, ok := d.Number(); !ok || n != uint64(len(text)) || d.N+len(text)+len(record) != len(got)-len(before) {
			t.Fatalf("the length of the text is %d, want %d", n, len(text))
		}
	}
	if some < 200 {
		t.Errorf("%d of 2,000 messages were encoded without counting", some)
	}
}

// TestOnceVaries checks that small messages leave the room that large ones need.
func TestOnceVaries(t *testing.T) {
	var expected Expected
	large, small := make([]byte, 4000), make([]byte, 3)
	for i := range 10 {
		if _, once := appendOnce(nil, &expected, large, small); once != (i > 0) {
			t.Errorf("message %d with much text: encoded once: %t", i, once)
		}
		if _, once := appendOnce(nil, &expected, small, large); once != (i > 0) {
			t.Errorf("message %d with a large record: encoded once: %t", i, once)
		}
		if _, once := appendOnce(nil, &expected, small, small); !once {
			t.Errorf("small message %d is counted", i)
		}
	}
}

// TestOnceLimit checks that the room for messages that get longer and longer has a limit.
func TestOnceLimit(t *testing.T) {
	var expected Expected
	for _, part := range []int{0, 1} {
		for n := 1000; n < 4<<20; n += n / 10 {
			parts := [2][]byte{make([]byte, 3), make([]byte, 3)}
			parts[part] = make([]byte, n)
			appendOnce(nil, &expected, parts[0], parts[1])
			if z := expected.v.Load(); z>>32+z&(1<<32-1) > core.MaxScratch {
				t.Fatalf("after %d bytes, the room is %d and %d bytes", n, z>>32, z&(1<<32-1))
			}
		}
	}
}

// TestOnceFails checks that the buffer stays as it was if a message cannot be encoded.
func TestOnceFails(t *testing.T) {
	var expected Expected
	expected.Counted(10, 10)
	var e Encoder
	b := []byte("before")
	got, ok := e.Once(b, 0, &expected, func(_ core.Buffer, n, s int) (int, int) {
		e.Refuse(errors.New("refused"))
		return n, s
	}, nil)
	if ok || string(got) != "before" {
		t.Errorf("%v, %q", ok, got)
	}
}
