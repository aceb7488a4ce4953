package container

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// The formats in which each message follows its length: as a varint, as in protobuf's delimited files, or in 32 bits.
var (
	frames = framed("frames", "each message after its length, as a varint", uvarint, func(dst []byte, n uint32) []byte {
		return binary.AppendUvarint(dst, uint64(n))
	})
	frames32    = framed("frames32", "each message after its length, in 32 bits, the lowest byte first", fixed(binary.LittleEndian), binary.LittleEndian.AppendUint32)
	frames32big = framed("frames32be", "each message after its length, in 32 bits, the highest byte first", fixed(binary.BigEndian), binary.BigEndian.AppendUint32)
)

// framed returns a format with the functions that read and append a length.
func framed(name, about string, length func(io.ByteReader) (uint64, error), appendLength func([]byte, uint32) []byte) *Format {
	return &Format{
		Name: name, About: about, Splittable: true,
		Reader: func(in *bufio.Reader, offset int64, limit int) Reader {
			return &frameReader{in: in, at: offset, limit: limit, length: length}
		},
		Append: func(dst, message []byte) ([]byte, error) {
			if uint64(len(message)) > math.MaxUint32 {
				return dst, fmt.Errorf("the message has %d bytes, which are too many for a frame", len(message))
			}
			return append(appendLength(dst, uint32(len(message))), message...), nil
		},
	}
}

// fixed returns a function that reads a length in 32 bits.
func fixed(order binary.ByteOrder) func(io.ByteReader) (uint64, error) {
	return func(in io.ByteReader) (uint64, error) {
		var b [4]byte
		for i := range b {
			var err error
			if b[i], err = in.ReadByte(); err != nil {
				return 0, err
			}
		}
		return uint64(order.Uint32(b[:])), nil
	}
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
	case errors.Is(err, errLength):
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
	r.data = give(&rec, r.data)
	return rec, err
}

// skip skips a frame that is longer than the limit. The record has its beginning.
func (r *frameReader) skip(rec Record, length uint64) (Record, error) {
	rec.Err, rec.Cut = tooLong(length, r.limit), true
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
var errLength = errors.New("no length of a frame")

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
	return 0, fmt.Errorf("%w: a varint with more than 64 bits", errLength)
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
