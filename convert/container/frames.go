package container

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// frames is the format of protobuf's delimited files: each message follows its length, as a varint.
var frames = &Format{
	Name: "frames", About: "each message after its length, as a varint", Splittable: true,
	Reader: func(in *bufio.Reader, offset int64, limit int) Reader {
		return &frameReader{in: in, at: offset, limit: limit, length: uvarint}
	},
	Append: func(dst, message []byte) ([]byte, error) {
		return append(binary.AppendUvarint(dst, uint64(len(message))), message...), nil
	},
}

// A frameReader reads messages with their lengths before them.
type frameReader struct {
	in     *bufio.Reader
	at     int64 // offset of the next byte
	limit  int
	length func(io.ByteReader) (uint64, error) // reads a length
	data   []byte
	ended  bool // there is no way to find the next record
}

// ReadByte implements io.ByteReader.
func (r *frameReader) ReadByte() (byte, error) {
	c, err := r.in.ReadByte()
	if err == nil {
		r.at++
	}
	return c, err
}

func (r *frameReader) Next() (Record, error) {
	rec := Record{Offset: r.at}
	if r.ended {
		return rec, io.EOF
	}
	length, err := r.length(r)
	switch {
	case err == io.EOF && r.at == rec.Offset:
		return rec, io.EOF
	case isEnd(err):
		return r.torn(rec, errors.New("the input ends within the length of a frame"))
	case err == errLength:
		return r.torn(rec, err)
	case err != nil:
		return rec, err
	case length > uint64(r.limit):
		return r.skip(rec, length)
	}
	r.data, err = readN(r.in, r.data[:0], int(length))
	r.at += int64(len(r.data))
	rec.Data, rec.Length = r.data, r.at-rec.Offset
	if isEnd(err) {
		return r.torn(rec, cutFrame(length, int64(len(r.data))))
	}
	return rec, err
}

// skip skips a frame that is longer than the limit. The record has its beginning.
func (r *frameReader) skip(rec Record, length uint64) (Record, error) {
	rec.Err = tooLong(length, r.limit)
	var err error
	r.data, err = readN(r.in, r.data[:0], min(r.limit, maxBeginning))
	n := int64(len(r.data))
	if err == nil {
		var more int64
		more, err = io.CopyN(io.Discard, r.in, int64(min(length, math.MaxInt64))-n)
		n += more
	}
	r.at += n
	rec.Data, rec.Length = r.data, r.at-rec.Offset
	if isEnd(err) {
		return r.torn(rec, cutFrame(length, n))
	}
	return rec, err
}

// torn ends the input with a record that has an error.
func (r *frameReader) torn(rec Record, err error) (Record, error) {
	rec.Length, rec.Err, r.ended = r.at-rec.Offset, err, true
	return rec, nil
}

func cutFrame(length uint64, have int64) error {
	return fmt.Errorf("the frame has %d bytes, and the input ends after %d of them", length, have)
}

// errLength is the error for a length that cannot be one.
var errLength = errors.New("no length of a frame: the varint has more than 64 bits")

// uvarint reads a length as a varint.
func uvarint(in io.ByteReader) (uint64, error) {
	var x uint64
	for i := 0; i < binary.MaxVarintLen64; i++ {
		c, err := in.ReadByte()
		if err != nil {
			return 0, err
		}
		if i == binary.MaxVarintLen64-1 && c > 1 {
			break
		}
		x |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			return x, nil
		}
	}
	return 0, errLength
}

// maxBeginning is the number of bytes that are kept of a record that is longer than the limit.
const maxBeginning = 64 << 10

// readN appends n bytes of in to dst. The memory grows with the bytes that are there. The error is io.ErrUnexpectedEOF if there are fewer.
func readN(in io.Reader, dst []byte, n int) ([]byte, error) {
	const step = 1 << 20
	for n > 0 {
		part := min(n, step)
		start := len(dst)
		dst = append(dst, make([]byte, part)...)
		got, err := io.ReadFull(in, dst[start:])
		dst, n = dst[:start+got], n-got
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return dst, err
		}
	}
	return dst, nil
}
