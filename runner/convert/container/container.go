// Package container reads and writes the files that hold records: lines, frames, streams of gob, Avro object container files, and files with
// one message.
//
// The source of this package is compiled into the programs of bale convert, inside the user's module. So it imports only the standard library,
// and needs no language version newer than Go 1.22.
package container

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Record is one record of an input.
type Record struct {
	Offset int64  // of its first byte in the decompressed input, with what frames it
	Length int64  // number of its bytes in the input, with what frames it
	Data   []byte // valid until the next call of Next, unless it is Kept
	Kept   bool   // Data belongs to the caller: the reader does not use its memory again
	Cut    bool   // Data is only the beginning of what is there
	// Index is the number of records before this one in the same block, and More means that others follow it. Offset and Length are then those of
	// the block.
	Index int
	More  bool
	// Err is the reason why Data is not a record, such as a torn frame, or nil.
	Err error
}

// A Reader reads the records of one input.
//
// Next returns the next record. At the end of the input, the error is io.EOF. Other errors are those of the input itself. A part of the input
// that is not a record is a Record with Err, after which Next goes on with the next record, or ends if there is no way to find it.
type Reader interface {
	Next() (Record, error)
}

// A Format is a kind of container.
type Format struct {
	Name  string // "lines"
	About string // what it holds, for messages
	// Reader returns a reader of in, which begins at an offset of the input at which a record may begin. Records that have more than limit
	// bytes are not returned: they have an Err.
	Reader func(in *bufio.Reader, offset int64, limit int) Reader
	// Back is Reader for a file that is written, without a limit of records. Nil means that it is Reader.
	Back func(in *bufio.Reader) Reader
	// Append appends a message to dst as a file holds it. It returns an error for a message that a Reader would not return.
	Append func(dst, message []byte) ([]byte, error)
	// Identity returns the part of a record that is the same when it has been written and read back. Nil means all of it.
	Identity func(record []byte) []byte
	// Header returns what a file begins with. Nil means nothing.
	Header func() []byte
	// Block returns the messages of Append, n of them, as a block of a file. Nil means that a file has no blocks.
	Block func(n int, messages []byte) ([]byte, error)
	// Join returns the messages of Append as they continue a file, and the new state of the file. The state of a new file is nil. Join itself
	// is nil if messages do not depend on those before them.
	Join func(state, messages []byte) (output, newState []byte, err error)
	// Sync skips to the beginning of a record, from any place in an input, and returns the number of bytes that it has skipped. Nil means that the
	// beginning of a record cannot be seen.
	Sync func(in *bufio.Reader) (skipped int64, err error)
	// Splittable means that reading may begin at any record. Otherwise a reader has to read the input from its beginning.
	Splittable bool
	// Single means that a file holds one message.
	Single bool
	// Reads and Writes are the wire formats of records that can be in such a file, whatever their values are. Nil means all.
	Reads, Writes []string
}

// Absent reports whether there is no file for n messages: an empty file in a container that holds one message has a message without bytes.
func (f *Format) Absent(n int64) bool { return f.Single && n == 0 }

// formats lists the formats.
var formats = []*Format{lines, frames, frames32, frames32big, gobStream, single}

// Avro lists the names of the formats of package runner/convert/avro, which a program needs for them: without compression, with deflate, and with snappy.
var Avro = []string{"avro", "avro-deflate", "avro-snappy"}

// Add adds formats to those of this package, which need only the standard library.
func Add(list ...*Format) { formats = append(list, formats...) }

// Find returns the format with a name. If the program was built without it, it has only a name.
func Find(name string) (*Format, error) {
	for _, f := range formats {
		if f.Name == name {
			return f, nil
		}
	}
	if slices.Contains(Avro, name) {
		return &Format{Name: name}, nil
	}
	return nil, fmt.Errorf("unknown container %q: want one of %s", name, strings.Join(Names(), ", "))
}

// Names returns the names of the formats.
func Names() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	return append(names, Avro...)
}

// give makes the data of a record, which are in the reader's buffer, the caller's if they are long: while such a record is converted, its copy and
// the buffer would both be in memory. It returns the buffer of the reader from then on.
func give(rec *Record, buffer []byte) []byte {
	if len(rec.Data) < longRecord || rec.Err != nil {
		return buffer
	}
	rec.Kept = true
	return nil
}

// longRecord is the length from which on the data of a record are given to the caller.
const longRecord = 1 << 20

// tooLong returns the error for a record with more bytes than the limit.
func tooLong(length uint64, limit int) error {
	return fmt.Errorf("the record has %d bytes, more than the limit of %d: raise it with -max-record", length, limit)
}

// isEnd reports whether err says that the input has ended.
func isEnd(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }
