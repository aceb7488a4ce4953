// Package cbor has what the generated code for CBOR calls.
package cbor

import (
	"unicode/utf8"

	"bale/internal/bale/core"
)

// An Input holds the state of decoding a message.
type Input struct {
	core.Input
	Level     int      // number of pointers still to allocate before a nil one
	Irregular bool     // the error is at an item that the method Plain rewrites
	Name      [24]byte // a name that is an integer, as the method Key returns it
}

// An Output holds the state of encoding a message.
type Output struct {
	core.Output
	core.Marks
}

// Sort sorts the entries of a map: see [core.Marks]. After an error, there may be fewer bytes than marks.
func (e *Output) Sort(b core.Buffer, first, end int) {
	if e.Err != nil {
		end = -1
	}
	e.SortMarked(b, first, end)
}

// MeasureCustom keeps the result of the method of a custom type, and returns the bytes that it takes in a message.
func (e *Output) MeasureCustom(b []byte, err error) int { return SizeText(len(e.Keep(b, err))) }

// MeasureText is MeasureCustom for a method that returns text.
func (e *Output) MeasureText(b []byte, err error) int {
	if err == nil && !utf8.Valid(b) {
		err = core.Errors[core.NotUTF8]
	}
	return e.MeasureCustom(b, err)
}
