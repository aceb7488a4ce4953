// Package mixed is a shape whose values no processor can predict: integers of every
// magnitude, strings of every short length and a list of a few numbers. It is bale's own
// shape. The others come from published benchmarks, whose values vary less.
package mixed

import "math/rand/v2"

// Mixed is a record of integers, text and a short list.
type Mixed struct {
	ID      uint64
	Version uint64
	Size    uint64
	Flags   uint64
	Time    int64
	Offset  int64
	Delta   int64
	Balance int64
	Name    string  // 0 to 31 letters
	Note    string  // 0 to 63 letters
	Codes   []int32 // 0 to 7 numbers
}

const letters = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"

// BaleSamples makes n records from r; the same r gives the same records.
func BaleSamples(r *rand.Rand, n int) []Mixed {
	s := make([]Mixed, n)
	for i := range s {
		s[i] = Mixed{
			ID: unsigned(r), Version: unsigned(r), Size: unsigned(r), Flags: unsigned(r),
			Time: signed(r, 64), Offset: signed(r, 64), Delta: signed(r, 64), Balance: signed(r, 64),
			Name: text(r, 31), Note: text(r, 63),
		}
		if count := r.IntN(8); count > 0 { // a list without numbers is nil
			s[i].Codes = make([]int32, count)
		}
		for k := range s[i].Codes {
			s[i].Codes[k] = int32(signed(r, 32))
		}
	}
	return s
}

// unsigned returns a random integer of 0 to 64 bits. All numbers of bits are equally likely.
func unsigned(r *rand.Rand) uint64 { return magnitude(r, 64) }

// signed returns a random integer of 0 to bits-1 bits with a random sign.
func signed(r *rand.Rand, bits int) int64 {
	x := int64(magnitude(r, bits-1))
	if r.IntN(2) == 0 {
		return ^x
	}
	return x
}

// magnitude returns a random integer of 0 to bits bits. All numbers of bits are equally likely.
func magnitude(r *rand.Rand, bits int) uint64 {
	n := r.IntN(bits + 1)
	if n == 0 {
		return 0
	}
	top := uint64(1) << (n - 1)
	return top | r.Uint64()&(top-1)
}

// text returns a random string of 0 to max characters.
func text(r *rand.Rand, max int) string {
	b := make([]byte, r.IntN(max+1))
	for i := range b {
		b[i] = letters[r.IntN(len(letters))]
	}
	return string(b)
}
