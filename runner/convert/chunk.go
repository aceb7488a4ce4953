package convert

import (
	"fmt"
	"io"

	"bale/runner/convert/container"
)

// The size of a chunk. The chunks of a file depend only on its content, so that a conversion that continues writes the same bytes.
const chunkBytes = 1 << 20

var chunkRecords = 4096 // a variable for tests

// A chunk is a sequence of records of one file.
type chunk struct {
	file    int
	data    []byte // of all records
	records []record
	next    int64 // offset in the input after the chunk
	more    bool  // the block of the last record has others
	last    bool  // of the file
	err     error // reading or converting cannot go on

	done   chan struct{} // closed when the chunk has been converted
	output []byte
	dead   []byte // lines of the file of dead letters
	counts Counts
	digest container.Digest // of the messages
}

// A record is a record in a chunk.
type record struct {
	offset, length int64
	index          int // in its block
	start, end     int // of its bytes in the chunk
	cut            bool
	err            error
}

// fill reads records until the chunk is full or the input ends. It skips those before the offset from. After an error of the input, the chunk is
// its last.
func (c *chunk) fill(r container.Reader, from int64) error {
	for c.hasRoom() {
		rec, err := r.Next()
		if err == io.EOF {
			c.last = true
			return nil
		}
		if rec.Offset >= from || err != nil {
			c.add(rec)
		}
		if err != nil {
			c.last = true
			return err
		}
	}
	return nil
}

// hasRoom reports whether another record belongs to the chunk: it is not full, or its last block is not complete.
func (c *chunk) hasRoom() bool {
	return c.more || len(c.data) < chunkBytes && len(c.records) < chunkRecords
}

func (c *chunk) add(rec container.Record) {
	start := len(c.data)
	if start == 0 && rec.Kept {
		c.data = rec.Data
	} else {
		c.data = append(c.data, rec.Data...)
	}
	c.records = append(c.records, record{rec.Offset, rec.Length, rec.Index, start, len(c.data), rec.Cut, rec.Err})
	c.next, c.more = rec.Offset+rec.Length, rec.More
}

// tear makes the last record the one at which the decompressed input ends with an error.
func (c *chunk) tear(err error) {
	c.records[len(c.records)-1].err = fmt.Errorf("the compressed file is torn: %w", err)
}
