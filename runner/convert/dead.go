package convert

import (
	"encoding/json"
	"fmt"
)

// A DeadLetter is a record that was not converted.
type DeadLetter struct {
	Source string `json:"source"` // path of the input file
	Offset int64  `json:"offset"` // of the record in the decompressed file, with what frames it
	Length int64  `json:"length"`
	Index  int    `json:"index,omitempty"` // of the record in a block, if the file has blocks: Offset and Length are then those of the block
	Stage  string `json:"stage"`           // read, decode, encode, verify or write
	Reason string `json:"reason"`
	Bytes  []byte `json:"bytes"`         // of the record
	Cut    bool   `json:"cut,omitempty"` // Bytes are only its beginning
}

// deadLetter appends the line for a record to those of its chunk.
func (j *job) deadLetter(c *chunk, r *record, stage string, reason error) []byte {
	data := c.data[r.start:r.end]
	letter := DeadLetter{j.Inputs[c.file].Path, r.offset, r.length, r.index, stage, reason.Error(), data, r.cut}
	line, err := json.Marshal(letter)
	if err != nil { // cannot happen: the letter has only strings, numbers and bytes
		line = fmt.Appendf(nil, "%q", err)
	}
	return append(append(c.dead, line...), '\n')
}
