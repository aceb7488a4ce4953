// Package small is the shape of alecthomas's go_serialization_benchmarks: a struct of six
// fields, one of them a time.
package small

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Small is a short record about a person.
type Small struct {
	Name     string    // 16 hex digits
	BirthDay time.Time // in UTC, to the nanosecond
	Phone    string    // 10 hex digits
	Siblings int       // 0 to 4
	Spouse   bool
	Money    float64 // 0 to 1
}

// firstDay and lastDay limit BirthDay: 1970 to 2020, in seconds since 1970.
const firstDay, lastDay = 0, 1577836800

// BaleSamples makes n persons from r; the same r gives the same persons.
func BaleSamples(r *rand.Rand, n int) []Small {
	s := make([]Small, n)
	for i := range s {
		s[i] = Small{
			Name:     fmt.Sprintf("%016x", r.Uint64()),
			BirthDay: time.Unix(firstDay+r.Int64N(lastDay-firstDay), r.Int64N(1e9)).UTC(),
			Phone:    fmt.Sprintf("%010x", r.Uint64N(1<<40)),
			Siblings: r.IntN(5),
			Spouse:   r.IntN(2) == 1,
			Money:    r.Float64(),
		}
	}
	return s
}
