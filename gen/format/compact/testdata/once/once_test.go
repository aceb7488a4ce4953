package once

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

func text(r *rand.Rand) string { return strings.Repeat("x", r.IntN(1<<r.IntN(9))) }

func at(r *rand.Rand) time.Time {
	t := time.Unix(r.Int64N(1e9), 0).UTC()
	if r.IntN(2) == 0 {
		return t.In(time.FixedZone("", 3600*(1+r.IntN(9))))
	}
	return t
}

func random(r *rand.Rand, depth int) Order {
	v := Order{Customer: text(r), Between: text(r), Last: text(r), Times: [3]time.Time{at(r), at(r), at(r)}}
	if n := r.IntN(6); n > 0 {
		v.Notes, v.More = map[string]string{}, map[string]time.Time{}
		for range n {
			v.Notes[text(r)], v.More[text(r)] = text(r), at(r)
		}
	}
	for range r.IntN(4) {
		v.Lines = append(v.Lines, text(r))
	}
	switch r.IntN(4) {
	case 0:
		v.Choice = Text(text(r))
	case 1:
		v.Choice = Number(r.IntN(1000))
	case 2:
		if depth < 3 {
			v.Choice = random(r, depth+1)
		}
	}
	return v
}

// TestOnce encodes random values one after the other, so that the room that is expected from the last ones is often too small in one place and enough in others.
func TestOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var buf []byte
	for i := range 20000 {
		v := random(r, 0)
		b, err := v.AppendBinary(buf[:0])
		if err != nil {
			t.Fatal(err)
		}
		buf = b
		var w Order
		if err := w.UnmarshalBinary(b); err != nil {
			t.Fatalf("value %d: %v", i, err)
		}
		if !same(reflect.ValueOf(v), reflect.ValueOf(w)) {
			t.Fatalf("value %d: got %+v, want %+v", i, w, v)
		}
		if n := v.SizeBinary(); n != len(b) {
			t.Fatalf("value %d: %d bytes, SizeBinary says %d", i, len(b), n)
		}
	}
}

// same is reflect.DeepEqual, but compares times by their instants and offsets.
func same(v, w reflect.Value) bool {
	if !v.IsValid() || !w.IsValid() {
		return v.IsValid() == w.IsValid()
	}
	if x, ok := v.Interface().(time.Time); ok {
		y := w.Interface().(time.Time)
		_, a := x.Zone()
		_, b := y.Zone()
		return x.Equal(y) && a == b
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if !same(v.Field(i), w.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			if v.Len() != w.Len() || !same(v.Index(i), w.Index(i)) {
				return false
			}
		}
		return v.Len() == w.Len()
	case reflect.Map:
		for _, k := range v.MapKeys() {
			if !same(v.MapIndex(k), w.MapIndex(k)) {
				return false
			}
		}
		return v.Len() == w.Len()
	case reflect.Interface:
		return same(v.Elem(), w.Elem())
	}
	return reflect.DeepEqual(v.Interface(), w.Interface())
}
