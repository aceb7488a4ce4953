package convert

import (
	"fmt"
	"io"

	"bale/convert/container"
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
	last    bool  // of the file
	err     error // reading or converting cannot go on

	done   chan struct{} // closed when the chunk has been converted
	output []byte
	dead   []byte // lines of the file of dead letters
	counts Counts
}

// A record is a record in a chunk.
type record struct {
	offset, length int64
	start, end     int // of its bytes in the chunk
	err            error
}

// fill reads records until the chunk is full or the input ends. It skips those before the offset from. After an error of the input, the chunk is
// its last.
func (c *chunk) fill(r container.Reader, from int64) error {
	for len(c.data) < chunkBytes && len(c.records) < chunkRecords {
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

func (c *chunk) add(rec container.Record) {
	start := len(c.data)
	c.data = append(c.data, rec.Data...)
	c.records = append(c.records, record{rec.Offset, rec.Length, start, len(c.data), rec.Err})
	c.next = rec.Offset + rec.Length
}

// tear makes the last record the one at which the decompressed input ends with an error.
func (c *chunk) tear(err error) {
	c.records[len(c.records)-1].err = fmt.Errorf("the compressed file is torn: %w", err)
}
