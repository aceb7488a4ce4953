package main

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
)

// makers returns random values of types whose methods are hand-written.
var makers = map[reflect.Type]func(r *rand.Rand) any{}

// A maker makes random messages.
type maker struct {
	*rand.Rand
	percent int  // probability of each field
	hostile bool // values may be such that they are refused
	entries int  // the maximum number of entries of a map
	fields  int
}

// maxFields limits the size of a random message.
const maxFields = 400

// message sets random fields of the message that x points to.
func (k *maker) message(x any) { k.fill(reflect.ValueOf(x).Elem(), 0) }

// fill sets v to a random value.
func (k *maker) fill(v reflect.Value, depth int) {
	if make := makers[v.Type()]; make != nil {
		v.Set(reflect.ValueOf(make(k.Rand)))
		return
	}
	switch x := v.Addr().Interface().(type) {
	case *time.Time:
		*x = time.Unix(k.Int64N(253402300800), k.Int64N(1e9)).UTC()
		if k.hostile && k.IntN(4) == 0 {
			*x = time.Unix(int64(k.Uint64()>>k.IntN(64)), 0).UTC()
		}
		return
	case *time.Duration:
		*x = time.Duration(k.bits())
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		k.structure(v, depth)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		k.fill(v.Elem(), depth)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte(k.text()))
			return
		}
		n := k.IntN(4)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			if k.hostile && k.IntN(10) == 0 {
				continue
			}
			k.fill(v.Index(i), depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			k.fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range k.IntN(k.entries + 1) {
			key, x := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			k.fill(key, depth+1)
			if k.IntN(8) > 0 {
				k.fill(x, depth+1)
			}
			v.SetMapIndex(key, x)
		}
	case reflect.Bool:
		v.SetBool(k.IntN(2) == 0)
	case reflect.String:
		v.SetString(k.text())
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, math.Copysign(0, -1), 1.5, math.Inf(1), math.NaN(), math.Float64frombits(k.Uint64())}[k.IntN(6)])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(k.bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(k.bits())
	}
}

// structure sets random fields of a message.
func (k *maker) structure(v reflect.Value, depth int) {
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		_, oneof := f.Tag.Lookup("protobuf_oneof")
		tag := f.Tag.Get("protobuf")
		switch {
		case f.Name == "XXX_unrecognized" && k.IntN(3) == 0:
			v.Field(i).SetBytes(k.unknown(nil, 0))
		case !oneof && !strings.Contains(tag, ","), !f.IsExported():
		case strings.Contains(tag, ",req") && !(k.hostile && k.IntN(8) == 0) && depth < 9:
			k.fill(v.Field(i), depth+1)
		case depth > 6 || k.fields > maxFields || k.IntN(100) >= k.percent:
		case oneof:
			k.oneof(v.Addr(), v.Field(i), depth)
		default:
			k.fields++
			k.fill(v.Field(i), depth+1)
		}
	}
}

// oneof sets a oneof of the message m.
func (k *maker) oneof(m, v reflect.Value, depth int) {
	wrappers := m.MethodByName("XXX_OneofWrappers")
	var list []reflect.Value
	for _, w := range wrappers.Call(nil)[0].Interface().([]interface{}) {
		if reflect.TypeOf(w).Implements(v.Type()) {
			list = append(list, reflect.New(reflect.TypeOf(w).Elem()))
		}
	}
	w := list[k.IntN(len(list))]
	if k.IntN(8) > 0 {
		k.fill(w.Elem().Field(0), depth+1)
	}
	v.Set(w)
}

// bits returns a random number, of any length.
func (k *maker) bits() uint64 {
	x := k.Uint64() >> k.IntN(64)
	if k.IntN(4) == 0 {
		return -x
	}
	return x
}

// text returns a random string, which may be empty or other than UTF-8.
func (k *maker) text() string {
	b := make([]byte, []int{0, 1, 3, 8, 12, 16, 20, 130}[k.IntN(8)])
	for i := range b {
		b[i] = byte('a' + k.IntN(26))
		if k.IntN(40) == 0 {
			b[i] = byte(k.Uint32())
		}
	}
	return string(b)
}

// unknown appends a field with a large number to b.
func (k *maker) unknown(b []byte, depth int) []byte {
	number := uint64(15000 + k.IntN(1<<20))
	wire := []uint64{0, 1, 2, 3, 5}[k.IntN(5)]
	b = binary.AppendUvarint(b, number<<3|wire)
	switch wire {
	case 0:
		return binary.AppendUvarint(b, k.bits())
	case 1:
		return binary.LittleEndian.AppendUint64(b, k.Uint64())
	case 5:
		return binary.LittleEndian.AppendUint32(b, k.Uint32())
	case 2:
		s := k.text()
		return append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	for depth < 5 && k.IntN(2) == 0 {
		b = k.unknown(b, depth+1)
	}
	return binary.AppendUvarint(b, number<<3|4)
}
