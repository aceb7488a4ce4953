package compact

import "bale/internal/bale/core"

// An Encoder holds the state of encoding a message.
type Encoder struct {
	core.Output
	Size    int64 // maximum bytes, without the text
	Text    int64 // bytes of all strings
	TextEnd int   // end offset of the text
}

// A Decoder holds the state of decoding a message.
type Decoder struct {
	core.Fault
	core.Budget
	B               []byte
	N               int         // bytes of B that have been read
	Text            string      // a piece of the text, which is copied, or a part of B
	TextUsed        int         // bytes of the piece that are used; an integer, since assigning a pointer takes longer while the collector marks
	TextAt, TextEnd int         // offsets in B of the text behind the piece
	Known           *[64]string // interned strings
	Alias           bool        // strings and bytes may be parts of B
	Short           []byte      // memory for the strings of parts
	Depth           int         // nesting depth of recursive values
}
