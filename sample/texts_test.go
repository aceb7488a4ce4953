package sample

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestFormsAreNoLargeNumbers: a text that is JSON is one that every parser takes.
func TestFormsAreNoLargeNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, f := range forms {
		if f.random == nil {
			continue
		}
		for range 10_000 {
			s := f.random(r)
			if _, err := strconv.ParseFloat(s, 64); json.Valid([]byte(s)) && err != nil {
				t.Fatalf("the form of %q made %q, which is a number that float64 does not have", f.fixed, s)
			}
		}
	}
}
