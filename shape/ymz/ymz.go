// Package ymz is the shape of ymz-ncnk's go-serialization-benchmarks: a struct of five fields.
package ymz

import (
	"math/rand/v2"
	"time"
)

// Data has a field of each of five kinds.
type Data struct {
	Str     string // 36 letters, with which messages of mus and bebop have the published 58 and 61 bytes
	Bool    bool
	Int32   int32   // over its whole range
	Float64 float64 // 0 to 1
	Time    time.Time
}

// BaleSamples makes n values from r; the same r gives the same values.
func BaleSamples(r *rand.Rand, n int) []Data {
	s := make([]Data, n)
	var b [36]byte
	for i := range s {
		for k := range b {
			b[k] = byte('a' + r.IntN(26))
		}
		s[i] = Data{
			Str: string(b[:]), Bool: r.IntN(2) == 1, Int32: int32(r.Uint32()), Float64: r.Float64(),
			Time: time.UnixMilli(r.Int64N(4102444800e3)).UTC(), // 1970 to 2100
		}
	}
	return s
}
