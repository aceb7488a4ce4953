package compact

import "bale/gen/runtime/core"

// An Encoder adds up what a message needs.
type Encoder struct {
	core.Fault // where Err is
	core.Output
	Size    int64  // bytes at most, beside the text
	Text    int64  // bytes of all strings
	TextEnd int    // offset behind the text
	Totals  [1]int // elements by slab
	Inner   bool   // of a chunk of a list
	Lists   map[List][]Part
}

// A Decoder is where the reading of a message stands.
type Decoder struct {
	core.Fault
	core.Budget
	B               []byte
	N               int    // read of B
	Text            string // a part of the text, not yet used
	TextAt, TextEnd int    // where in B the rest of the text is
	Known           *[64]string
	Alias           bool
	Depth           int
	Inner           bool
	Totals          [1]int
}

// Helper is a decoder for chunks of what d reads, in a goroutine of its own.
func (d *Decoder) Helper(memory uint64) *Decoder {
	return &Decoder{Alias: d.Alias, Depth: d.Depth, Budget: core.Budget{Left: memory, Empty: d.Empty}, Inner: true}
}

// Lend gives w its share of what was announced, for one of so many chunks.
func (d *Decoder) Lend(w *Decoder, chunks int) {}

// Unused is how many bytes a check for room may ask for beyond those that are needed.
const Unused = 0
