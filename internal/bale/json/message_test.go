package json

import (
	"bytes"
	"testing"
)

// TestRoom encodes messages of these lengths one after the other. It checks that they keep their bytes, that their capacity is at most 1.25 times their
// length, and for which of them there is room in advance.
func TestRoom(t *testing.T) {
	const k = 1 << 10
	for _, c := range []struct {
		lengths []int
		own     []bool // the message is written to memory of its own
	}{
		{[]int{10, 20, 30}, []bool{false, false, false}},
		{[]int{65 * k, 65 * k, 65 * k, 65 * k}, []bool{false, false, true, true}},
		{[]int{100 * k, 103 * k, 100 * k, 108 * k, 114 * k, 125 * k, 160 * k, 165 * k, 165 * k}, []bool{false, false, true, true, true, true, true, true, true}},
		{[]int{100 * k, 100 * k, 10, 100 * k, 100 * k, 100 * k}, []bool{false, false, true, false, false, true}},
		{[]int{100 * k, 200 * k, 100 * k, 200 * k, 200 * k, 70 * k, 70 * k, 70 * k}, []bool{false, false, false, false, false, true, false, true}},
		{[]int{1000 * k, 70 * k, 1000 * k, 1000 * k, 900 * k, 700 * k, 10, 10}, []bool{false, false, false, false, true, true, false, false}},
	} {
		var room Room
		var messages [][]byte
		for i, n := range c.lengths {
			if got := room.Load() > 0; got != c.own[i] {
				t.Errorf("%v: room for message %d: %t, want %t", c.lengths, i, got, c.own[i])
			}
			put := func(e *Output, b []byte, v *byte) []byte {
				for range n {
					b = append(b, *v)
				}
				return b
			}
			v := byte(i)
			b, err := Encode(none{}, nil, &v, &room, put, nil)
			if err != nil || len(b) != n || cap(b)-n > n/4 {
				t.Fatalf("%v: message %d has length %d and capacity %d, error %v", c.lengths, i, len(b), cap(b), err)
			}
			messages = append(messages, b)
			var other Room // of another type, whose messages share the reused memory
			if _, err := Encode(none{}, nil, &v, &other, func(e *Output, b []byte, v *byte) []byte { return append(b, "other"...) }, nil); err != nil {
				t.Fatal(err)
			}
		}
		for i, b := range messages {
			if !bytes.Equal(b, bytes.Repeat([]byte{byte(i)}, c.lengths[i])) {
				t.Errorf("%v: message %d has been overwritten", c.lengths, i)
			}
		}
	}
}

func TestGrowList(t *testing.T) {
	for _, c := range []struct{ length, room, size, k, n, want int }{
		{1000, 100, 100, 64, 1000, 0},      // there is room for 64 more
		{1000, 0, 640, 64, 128, 680},       // for all, and a sixteenth
		{10_000, 0, 640, 64, 128, 680},     // so that b grows by a quarter
		{1000, 99, 640, 64, 1 << 20, 3000}, // the rest is long
		{24 << 20, 0, 24 << 20, 64, 1 << 30, 64 << 20},
	} {
		b := make([]byte, c.length, c.length+c.room)
		got := GrowList(b, c.size, c.k, c.n)
		if free := cap(got) - len(got); len(got) != c.length || c.want == 0 && cap(got) != cap(b) || free < c.want || free > max(c.room, c.want+c.length/4+c.want/4+256) {
			t.Errorf("%+v: length %d, free %d", c, len(got), free)
		}
	}
}
