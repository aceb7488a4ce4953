package container

import (
	"bufio"
	"hash/crc32"
	"io"
	"math"
)

// A Digest identifies a sequence of messages by their number, their bytes and their order. The zero value is that of no messages.
type Digest struct {
	Count int64  `json:"count"`
	Sum   uint64 `json:"sum"`
}

// Sum is the value of a polynomial in base at the sums of the messages, so that sequences can be joined.
const base = 0x9e3779b97f4a7c15

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Add adds a message to the sequence.
func (d *Digest) Add(message []byte) {
	sum := uint64(crc32.Checksum(message, castagnoli)) | uint64(len(message))<<32
	d.Count, d.Sum = d.Count+1, d.Sum*base+sum
}

// Join adds the messages of another sequence.
func (d *Digest) Join(o Digest) {
	power := uint64(1)
	for n, square := o.Count, uint64(base); n > 0; n, square = n>>1, square*square {
		if n&1 != 0 {
			power *= square
		}
	}
	d.Count, d.Sum = d.Count+o.Count, d.Sum*power+o.Sum
}

// identity returns the part of a record that a Digest has.
func (f *Format) identity(record []byte) []byte {
	if f.Identity == nil {
		return record
	}
	return f.Identity(record)
}

// Digest adds a message to the sequence of those in a file.
func (f *Format) Digest(d *Digest, message []byte) { d.Add(f.identity(message)) }

// NoLimit is a limit that no record exceeds. A reader may add 1 to it.
const NoLimit = math.MaxInt - 1

// ReadBack reads the messages in the decompressed content of a file. The error is that of the input, or of the first record that is none.
func (f *Format) ReadBack(in *bufio.Reader) (d Digest, err error) {
	var r Reader
	if f.Back != nil {
		r = f.Back(in)
	} else {
		r = f.Reader(in, 0, NoLimit)
	}
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return d, nil
		}
		if err == nil {
			err = rec.Err
		}
		if err != nil {
			return d, err
		}
		f.Digest(&d, rec.Data)
	}
}
