package stream

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
)

// TestSeal makes frames of messages at which the length of the length changes, and checks that a message is a line.
func TestSeal(t *testing.T) {
	for _, n := range []int{0, 1, 127, 128, 1<<14 - 1, 1 << 14, 1 << 21} {
		message := bytes.Repeat([]byte{7}, n)
		frame, err := SealPrefixed(append(make([]byte, HeadRoom), message...))
		if err != nil || !bytes.Equal(frame, append(binary.AppendUvarint(nil, uint64(n)), message...)) {
			t.Errorf("%d bytes: a frame of %d bytes, %v", n, len(frame), err)
		}
	}
	head := strings.Repeat("\n", HeadRoom)
	if frame, err := SealLine([]byte(head + "{}")); err != nil || string(frame) != "{}\n" {
		t.Errorf("%q, %v", frame, err)
	}
	if frame, err := SealLine([]byte(head + "{\n}")); err == nil {
		t.Errorf("%q", frame)
	}
}

// TestCounts checks heads of lists in all forms, with every part of them.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name  string
		count Count
		head  string
		n     uint64
		open  bool
	}{
		{"cbor", CountCBOR, "\x80", 0, false},
		{"cbor", CountCBOR, "\x97", 23, false},
		{"cbor", CountCBOR, "\x98\x18", 24, false},
		{"cbor", CountCBOR, "\x99\x01\x02", 258, false},
		{"cbor", CountCBOR, "\x9a\x01\x02\x03\x04", 0x01020304, false},
		{"cbor", CountCBOR, "\x9b\x01\x02\x03\x04\x05\x06\x07\x08", 0x0102030405060708, false},
		{"cbor", CountCBOR, "\xc1\xd8\x20\xdb\x00\x00\x00\x00\x00\x00\x00\x01\x9f", 0, true},
		{"msgpack", CountMsgpack, "\x9f", 15, false},
		{"msgpack", CountMsgpack, "\xdc\x01\x02", 258, false},
		{"msgpack", CountMsgpack, "\xdd\x01\x02\x03\x04", 0x01020304, false},
		{"varint", CountVarint, "\x01\xff\x01", 255, false},
		{"varint", CountVarint, "\x00", 0, false},
		{"fixed", CountFixed, "\x01\x02\x00\x00", 513, false},
		{"xdr", CountXDR, "\x00\x00\x02\x01", 513, false},
	} {
		n, open, size, err := c.count([]byte(c.head + "rest"))
		if n != c.n || open != c.open || size != len(c.head) || err != nil {
			t.Errorf("%s %x: %d, %t, %d bytes, %v", c.name, c.head, n, open, size, err)
		}
		for cut := range len(c.head) {
			_, _, size, err := c.count([]byte(c.head[:cut]))
			if size > 0 || size < 0 && c.name != "cbor" || err != nil {
				t.Errorf("%s %x, cut at %d: %d bytes, %v", c.name, c.head, cut, size, err)
			}
			n, open, rest, err := c.count([]byte(c.head[-size:] + "rest"))
			if n != c.n || open != c.open || rest != len(c.head)+size || err != nil {
				t.Errorf("%s %x, cut at %d, without %d bytes: %d, %t, %d bytes, %v", c.name, c.head, cut, -size, n, open, rest, err)
			}
		}
	}
}
