//go:build !purego

package proto

import (
	"reflect"
	"testing"
	"unsafe"
)

// TestUnknownAt: the offset is 0 if the fields are not a slice of bytes in the message itself.
func TestUnknownAt(t *testing.T) {
	type message struct {
		State         *int
		Seconds       int64
		unknownFields []byte
	}
	for _, c := range []struct {
		of   any
		want uintptr
	}{
		{message{}, unsafe.Offsetof(message{}.unknownFields)},
		{struct{ state, Seconds int }{}, 0},
		{struct {
			state         int
			unknownFields *[]byte
		}{}, 0},
		{struct {
			state int
			message
		}{}, 0},
	} {
		if got := UnknownAt(reflect.TypeOf(c.of)); got != c.want {
			t.Errorf("%T: got %d, want %d", c.of, got, c.want)
		}
	}
}
