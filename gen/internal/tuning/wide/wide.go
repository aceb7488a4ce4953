// Package wide is a shape for tuning: a record of 120 fields. It is not a built-in shape.
package wide

import (
	"math/rand/v2"
	"reflect"
	"time"
)

// Wide has many fields of each common kind, in random order.
type Wide struct {
	Count16 uint8
	Flag12  bool
	Name24  string
	Rate8   float32
	Rate5   float64
	Name4   string
	Name5   string
	Tags1   []string
	ID24    int64
	Count12 uint8
	Flag8   bool
	Count5  int
	Name12  string
	Flag13  bool
	ID16    uint64
	Rate1   float64
	Count22 int32
	At1     time.Time
	At4     time.Time
	Code2   int8
	Rate7   float64
	Name10  string
	Flag7   bool
	ID10    uint64
	ID1     uint64
	Name18  string
	Hash2   [16]byte
	Count8  uint8
	Count2  int32
	ID12    int64
	ID3     int64
	Name14  string
	Marks2  []int32
	At2     time.Time
	ID8     uint32
	ID19    uint64
	Name1   string
	Count17 int
	ID14    uint32
	ID7     uint64
	Count18 int32
	Name11  string
	Code4   int8
	Rate2   float32
	ID11    uint32
	Count21 int
	Count19 uint16
	Name20  string
	Name21  string
	Rate3   float64
	Count20 uint8
	ID22    uint64
	ID15    int64
	Name17  string
	Name15  string
	Count14 int32
	Code5   int16
	ID23    uint32
	Count13 int
	Wait1   time.Duration
	Name6   string
	Count9  int
	Count3  uint16
	Flag11  bool
	Name8   string
	Wait4   time.Duration
	Count4  uint8
	Name16  string
	Flag1   bool
	ID5     uint32
	ID13    uint64
	Count23 uint16
	ID18    int64
	Name9   string
	Flag2   bool
	Rate11  float64
	Name7   string
	Rate4   float32
	Flag5   bool
	Rate12  float32
	Count11 uint16
	ID4     uint64
	Count15 uint16
	ID6     int64
	Marks1  []int32
	ID21    int64
	Code3   int16
	Flag14  bool
	Code1   int16
	Name2   string
	Name19  string
	Rate9   float64
	Rate10  float32
	Wait2   time.Duration
	ID20    uint32
	Flag10  bool
	Name3   string
	At3     time.Time
	Wait3   time.Duration
	Tags2   []string
	Wait5   time.Duration
	Rate6   float32
	Count1  int
	Count6  int32
	Name23  string
	Count10 int32
	Code6   int8
	Wait6   time.Duration
	ID2     uint32
	Hash1   [16]byte
	ID9     int64
	Flag3   bool
	Flag9   bool
	Name13  string
	Flag6   bool
	Count24 uint8
	ID17    uint32
	Name22  string
	Flag4   bool
	Count7  uint16
}

// BaleSamples returns n records from r. The same r gives the same records. A third of the fields are zero, as in most wide records.
func BaleSamples(r *rand.Rand, n int) []Wide {
	list := make([]Wide, n)
	for i := range list {
		v := reflect.ValueOf(&list[i]).Elem()
		for k := range v.NumField() {
			if r.IntN(3) > 0 {
				fill(r, v.Field(k))
			}
		}
	}
	return list
}

// fill sets v to a random value.
func fill(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		bits := v.Type().Bits()
		v.SetInt(int64(r.Uint64()) >> (64 - bits) >> r.IntN(bits))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.Uint64() >> (64 - v.Type().Bits()) >> r.IntN(v.Type().Bits()))
	case reflect.Float32:
		v.SetFloat(float64(r.Float32()))
	case reflect.Float64:
		v.SetFloat(r.NormFloat64() * 1000)
	case reflect.String:
		b := make([]byte, 1+r.IntN(24))
		for i := range b {
			b[i] = byte('a' + r.IntN(26))
		}
		v.SetString(string(b))
	case reflect.Array:
		for i := range v.Len() {
			fill(r, v.Index(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1+r.IntN(4), 4))
		for i := range v.Len() {
			fill(r, v.Index(i))
		}
	case reflect.Struct:
		v.Set(reflect.ValueOf(time.Unix(r.Int64N(2e9), r.Int64N(1e9)).UTC()))
	}
}
