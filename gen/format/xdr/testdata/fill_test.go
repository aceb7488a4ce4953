package types

import (
	"math/rand/v2"
	"reflect"
	"time"
)

// fill fills a settable value at random. A map gets at most one entry, since the order of several entries varies.
func fill(r *rand.Rand, v reflect.Value) {
	if t, ok := v.Addr().Interface().(*time.Time); ok {
		*t = time.Unix(r.Int64N(1<<38)-1<<35, nanoseconds(r)).UTC()
		if r.IntN(2) == 0 {
			*t = t.In(time.FixedZone("", 60*(r.IntN(2*24*60-1)-24*60+1)))
		}
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(r.Uint64()) >> r.IntN(64))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.Uint64() >> r.IntN(64))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(r.NormFloat64())
	case reflect.String:
		v.SetString("text of any length, as it comes"[:r.IntN(32)])
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), r.IntN(5), 5))
		for i := range v.Len() {
			fill(r, v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(r, v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		if r.IntN(4) > 0 {
			k, x := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(r, k)
			fill(r, x)
			v.SetMapIndex(k, x)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(r, v.Field(i))
		}
	}
}

// nanoseconds returns a random number with any number of digits before trailing zeros.
func nanoseconds(r *rand.Rand) int64 {
	unit := int64(1)
	for range r.IntN(10) {
		unit *= 10
	}
	return r.Int64N(1e9) / unit * unit
}
