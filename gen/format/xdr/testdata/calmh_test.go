package types

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"

	"MODULE/calmh"
)

type coder interface {
	MarshalXDR() ([]byte, error)
	UnmarshalXDR([]byte) error
}

// TestSame checks that both libraries encode the same bytes, and that each decodes the bytes of the other.
func TestSame(t *testing.T) {
	r, s := rand.New(rand.NewPCG(5, 3)), rand.New(rand.NewPCG(5, 3))
	for range 200 {
		theirs := types.Values()
		for i, v := range values() {
			fill(r, reflect.ValueOf(v).Elem())
			fill(s, reflect.ValueOf(theirs[i]).Elem())
			b, err := v.(coder).MarshalXDR()
			want, e := theirs[i].(coder).MarshalXDR()
			if err != nil || e != nil || !bytes.Equal(b, want) {
				t.Fatalf("%T %+v:\ngot  %x\nwant %x: %v, %v", v, v, b, want, err, e)
			}
			got, other := reflect.New(reflect.TypeOf(v).Elem()).Interface().(coder), reflect.New(reflect.TypeOf(theirs[i]).Elem()).Interface().(coder)
			if err, e := got.UnmarshalXDR(want), other.UnmarshalXDR(b); err != nil || e != nil {
				t.Fatalf("%T %x: %v, %v", v, b, err, e)
			}
			for _, c := range []coder{got, other} {
				if again, err := c.MarshalXDR(); err != nil || !bytes.Equal(again, b) {
					t.Fatalf("%T %x came back as %+v: %v", c, b, c, err)
				}
			}
		}
	}
}
