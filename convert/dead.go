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
	Stage  string `json:"stage"` // read, decode, encode, verify or write
	Reason string `json:"reason"`
	Bytes  []byte `json:"bytes"`         // of the record
	Cut    bool   `json:"cut,omitempty"` // Bytes are only its beginning
}

// deadLetter appends the line for a record to those of its chunk.
func (j *job) deadLetter(c *chunk, r *record, stage string, reason error) []byte {
	data := c.data[r.start:r.end]
	letter := DeadLetter{j.Inputs[c.file].Path, r.offset, r.length, stage, reason.Error(), data, r.err != nil && int64(len(data)) < r.length-maxFraming}
	line, err := json.Marshal(letter)
	if err != nil { // cannot happen: the letter has only strings, numbers and bytes
		line = fmt.Appendf(nil, "%q", err)
	}
	return append(append(c.dead, line...), '\n')
}

// maxFraming is more than any container needs to frame a record.
const maxFraming = 16
