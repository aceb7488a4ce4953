package core

import (
	"errors"
	"io"
	"testing"
)

// TestStamp checks that a stamp is stored with its most significant byte first, and that the error for another stamp has both.
func TestStamp(t *testing.T) {
	b := make([]byte, 6)
	if n := PutStamp(All(b), 1, 0x1a2b3c4d); n != 5 || string(b) != "\x00\x1a\x2b\x3c\x4d\x00" {
		t.Fatalf("stored as %x, up to %d", b, n)
	}
	if err := CheckStamp(b[1:], 0x1a2b3c4d, "Order"); err != nil {
		t.Error(err)
	}
	err := CheckStamp([]byte("\x99\x88\x77\x06"), 0x1a2b3c4d, "Order")
	if want := "Order: offset 0: message of another layout or format: it begins with 99887706, which bale.lock does not have, and messages of Order with 1a2b3c4d"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	for n := range 4 {
		if err := CheckStamp(b[1:1+n], 0x1a2b3c4d, "Order"); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}
