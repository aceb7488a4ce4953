// Package nested is the shape of the hrbrain benchmark: a slice of structs that have a
// pointer to a struct and a slice of ten structs. Integers are random over their whole range.
package nested

import (
	"math/rand/v2"
	"time"
)

// Nested is measured at the lengths 1, 10, 100, 1,000 and 10,000.
type Nested []Item

// Item is one element of a Nested.
type Item struct {
	Str        string // 10 letters
	Bool       bool
	Int        int
	Int16      int16
	Int64      int64
	Uint       uint
	Uint8      uint8
	Uint32     uint32
	Time       time.Time
	SubPointer *Sub  // never nil in the samples
	Subs       []Sub // 10 in the samples
}

// Sub has the first nine fields of Item.
type Sub struct {
	Str    string // 10 letters
	Bool   bool
	Int    int
	Int16  int16
	Int64  int64
	Uint   uint
	Uint8  uint8
	Uint32 uint32
	Time   time.Time
}

// BaleSamples makes n elements from r; the same r gives the same elements. They form one
// Nested of length n. Overlapping parts of the slice serve as shorter ones.
func BaleSamples(r *rand.Rand, n int) []Item {
	items := make([]Item, n)
	for i := range items {
		s := sub(r)
		it := &items[i]
		*it = Item{
			Str: s.Str, Bool: s.Bool, Int: s.Int, Int16: s.Int16, Int64: s.Int64,
			Uint: s.Uint, Uint8: s.Uint8, Uint32: s.Uint32, Time: s.Time,
		}
		p := sub(r)
		it.SubPointer = &p
		it.Subs = make([]Sub, 10)
		for j := range it.Subs {
			it.Subs[j] = sub(r)
		}
	}
	return items
}

func sub(r *rand.Rand) Sub {
	return Sub{
		Str:    letters(r),
		Bool:   r.IntN(2) == 1,
		Int:    int(r.Uint64()),
		Int16:  int16(r.Uint64()),
		Int64:  int64(r.Uint64()),
		Uint:   uint(r.Uint64()),
		Uint8:  uint8(r.Uint64()),
		Uint32: r.Uint32(),
		Time:   instant(r),
	}
}

func letters(r *rand.Rand) string {
	const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	var b [10]byte
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b[:])
}

// instant returns a random time between 1970 and 2100, in UTC, in whole microseconds. With
// another zone or precision, the JSON encoding would not have the published size.
func instant(r *rand.Rand) time.Time {
	const end = 4102444800 // 2100, as seconds since 1970
	return time.UnixMicro(r.Int64N(end * 1e6)).UTC()
}
