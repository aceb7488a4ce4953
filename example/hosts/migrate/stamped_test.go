package migrate

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestDecodeSession checks that a message of each type is decoded as it was written, and that nothing else is.
func TestDecodeSession(t *testing.T) {
	want := Session{"ann", []string{"admin"}}
	now, err := want.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	old, err := (&SessionV1{"ann", "admin"}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range [][]byte{now, old} {
		var got Session
		if err := DecodeSession(b, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("% x: got %v, %v", b, got, err)
		}
	}
	text, err := json.Marshal(struct{ User, Role string }{"ann", "admin"})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range [][]byte{nil, text, now[4:], old[4:]} {
		if err := DecodeSession(b, new(Session)); err == nil {
			t.Errorf("% x is accepted", b)
		}
	}
	for bit := range 32 { // of the stamp
		damaged := append([]byte(nil), now...)
		damaged[bit/8] ^= 1 << (bit % 8)
		if err := DecodeSession(damaged, new(Session)); err == nil {
			t.Errorf("a stamp with bit %d changed is accepted", bit)
		}
	}
}
