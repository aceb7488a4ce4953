package compact

import "bale/gen/runtime/core"

// An Encoder holds the state of encoding a message.
type Encoder struct {
	core.Fault // the path of Err
	core.Output
	Size    int64             // maximum bytes, without the text
	Text    int64             // bytes of all strings
	TextEnd int               // end offset of the text
	Totals  [1]int            // elements by slab
	Inner   bool              // encodes a chunk of a list
	Lists   map[List][][]Part // chunks of the lists that have been counted and not yet written, in order
}

// A Decoder holds the state of decoding a message.
type Decoder struct {
	core.Fault
	core.Budget
	B               []byte
	N               int         // bytes of B that have been read
	Text            string      // copied text that is not yet used
	TextAt, TextEnd int         // offsets in B of the text that is not yet copied
	Known           *[64]string // interned strings
	Alias           bool        // strings and bytes may be parts of B
	Short           []byte      // memory for the strings of parts
	Depth           int         // nesting depth of recursive values
	Inner           bool        // decodes a chunk of a list
	Totals          [1]int      // announced elements that no slab has been allocated for yet
}

// Helper returns a decoder for chunks of the message of d, for another goroutine. The decoder may allocate up to memory
// bytes.
func (d *Decoder) Helper(memory uint64) *Decoder {
	return &Decoder{Alias: d.Alias, Depth: d.Depth, Budget: core.Budget{Left: memory, Empty: d.Empty}, Inner: true}
}

// Lend moves 1/chunks of the remaining slabs and totals of d to w.
func (d *Decoder) Lend(w *Decoder, chunks int) {}

// Unused is the maximum bytes that a room check requests beyond those that are counted.
const Unused = 0
