package sample

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestFormsAreNoLargeNumbers: random texts that are JSON numbers are in the range of float64, so that every parser accepts them.
func TestFormsAreNoLargeNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, f := range forms {
		if f.random == nil {
			continue
		}
		for range 10_000 {
			s := f.random(r)
			if _, err := strconv.ParseFloat(s, 64); json.Valid([]byte(s)) && err != nil {
				t.Fatalf("the form of %q made %q, a number outside the range of float64", f.fixed, s)
			}
		}
	}
}
