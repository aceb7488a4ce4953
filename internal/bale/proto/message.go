// Package proto has what the generated code for Protocol Buffers calls.
package proto

import (
	"bale/internal/bale/core"
	"bale/internal/bale/varint"
)

// An Input holds the state of decoding a message.
type Input struct {
	core.Input
	Depth  int     // nesting depth of recursive messages and unknown groups
	Latest *Totals // those of the latest messages of the type, or nil
	Early  uint64  // bytes of memory that have been allocated because of Latest
}

// An Output holds the state of encoding a value.
type Output struct {
	core.Output
	Extended bool   // a message has extensions
	Now      bool   // the methods of custom values are called when the values are written, and their results are not kept
	Custom   []byte // memory for the result of one of these methods
	Long     uint64 // bit i is set if the latest message i was longer than 127 bytes: see CloseMessage
}

// Result returns the bytes of a custom value: what its method has returned when the size was computed or, in an attempt, what it returns now. An
// error ends the attempt, since the path of the value is known in the usual way.
func (e *Output) Result(path string, marshal func() ([]byte, error)) []byte {
	if !e.Now {
		return e.NextKept(path)
	}
	b, err := marshal()
	if err != nil {
		e.Changed(path, 0)
	}
	return b
}

// MeasureCustom keeps what the method of a custom type returned. It returns the size of b with its length prefix in bytes, or 0 for
// nil.
func (e *Output) MeasureCustom(b []byte, err error) int { return varint.CustomSize(e.Keep(b, err)) }
