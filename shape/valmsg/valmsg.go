// Package valmsg is the shape of szyhf's sproto benchmark: a message with a field of each
// kind that sproto has, and slices of these kinds.
package valmsg

import (
	"math"
	"math/rand/v2"
)

// ValMsg has a field of each kind.
type ValMsg struct {
	Int         int
	Str         string
	Bool        bool
	Struct      *HoldValMsg
	ByteSlice   []byte
	BoolSlice   []bool
	IntSlice    []int
	StringSlice []string
	StructSlice []*HoldValMsg
	IntNeg      int
}

// HoldValMsg is the struct inside a ValMsg. It has the name that the benchmark gave it,
// because gob encodes the names of types.
type HoldValMsg struct {
	Int         int
	Str         string
	Bool        bool
	ByteSlice   []byte
	BoolSlice   []bool
	IntSlice    []int
	StringSlice []string
}

// BaleSamples makes n equal messages that share no memory. The published benchmark has one
// constant value, so r is not used.
func BaleSamples(_ *rand.Rand, n int) []ValMsg {
	s := make([]ValMsg, n)
	for i := range s {
		h := held(1, "")
		s[i] = ValMsg{
			Int:         math.MaxInt,
			Str:         h.Str,
			Bool:        h.Bool,
			Struct:      held(1, ""),
			ByteSlice:   h.ByteSlice,
			BoolSlice:   h.BoolSlice,
			IntSlice:    h.IntSlice,
			StringSlice: h.StringSlice,
			StructSlice: []*HoldValMsg{held(2, "2"), held(3, "3")},
			IntNeg:      math.MinInt32 + 1,
		}
	}
	return s
}

// held returns a new HoldValMsg. It appends suffix to each string.
func held(n int, suffix string) *HoldValMsg {
	return &HoldValMsg{
		Int:         n,
		Str:         "Hello" + suffix,
		Bool:        true,
		ByteSlice:   []byte("World" + suffix),
		BoolSlice:   []bool{true, true, false, true, false},
		IntSlice:    []int{123, 321, 1234567},
		StringSlice: []string{"FOO" + suffix, "BAR" + suffix},
	}
}
