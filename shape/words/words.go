// Package words is a shape that is a list of 10,000 words, such as the vocabulary of a search index. It imitates the list of the 10,000
// most frequent English words of first20hours/google-10000-english.
package words

import "math/rand/v2"

// Words is measured at the length 10,000.
type Words []string

// The letters alternate.
const consonants, vowels = "bcdfghklmnprstvw", "aeiou"

// BaleSamples makes n words of 3 to 12 letters from r; the same r gives the same words.
func BaleSamples(r *rand.Rand, n int) []string {
	s := make([]string, n)
	var b [12]byte
	for i := range s {
		size := 3 + min(r.IntN(10), r.IntN(10)) // 6 letters in the mean
		for k := range size {
			letters := consonants
			if k%2 == 1 {
				letters = vowels
			}
			b[k] = letters[r.IntN(len(letters))]
		}
		s[i] = string(b[:size])
	}
	return s
}
