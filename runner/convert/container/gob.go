package container

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
)

// gobStream is the format of a stream of one gob.Encoder. A record is a stream of its own: the descriptions of types so far, and a value.
//
// A stream is a sequence of messages, each after its length. A message begins with the number of a type. The number is negative if the message
// describes this type; else the message is a value.
var gobStream = &Format{
	Name: "gob", About: "a stream of gob",
	Reader: func(in *bufio.Reader, offset int64, limit int) Reader {
		return &gobReader{frameReader: frameReader{in: in, at: offset, limit: limit, length: gobUint}, numbers: map[int64]bool{}, begin: -1}
	},
	Reads: []string{"gob"}, Writes: []string{"gob"},
	Append:   frames.Append,
	Identity: func(stream []byte) []byte { return stream[GobTypes(stream):] },
	Join:     joinGob,
}

type gobReader struct {
	frameReader
	types   []byte // the messages so far that describe types
	numbers map[int64]bool
	begin   int64 // offset of the first of the last messages that describe types, or -1 after a value
	second  error // a second stream has begun
	data    []byte
}

func (r *gobReader) Next() (Record, error) {
	for {
		rec, err := r.frameReader.Next()
		if err != nil || rec.Err != nil {
			return rec, err
		}
		number, ok := gobNumber(rec.Data)
		switch {
		case !ok:
			return r.torn(rec, errors.New("a message without the number of its type: is the file a stream of gob?"))
		case number < 0:
			r.describes(number, rec.Offset)
			r.types = append(appendGobUint(r.types, uint64(len(rec.Data))), rec.Data...)
			if len(r.types) > r.limit {
				return r.torn(rec, tooLong(uint64(len(r.types)), r.limit))
			}
			continue
		}
		r.data = append(append(r.data[:0], r.types...), appendGobUint(nil, uint64(len(rec.Data)))...)
		r.data = append(r.data, rec.Data...)
		rec.Data, rec.Kept, rec.Err, r.begin = r.data, false, r.second, -1
		r.data = give(&rec, r.data)
		return rec, nil
	}
}

// describes notes that the message at an offset describes a type. An encoder describes no type twice: then another one has begun a stream of its own.
func (r *gobReader) describes(number, offset int64) {
	if r.begin < 0 {
		r.begin = offset
	}
	if r.numbers[number] && r.second == nil {
		r.second = fmt.Errorf("the file has a second stream of gob, which begins at byte %d: move the bytes from there on to a file of their own", r.begin)
	}
	r.numbers[number] = true
}

// joinGob appends streams, each in a frame, to a stream. The state has the SHA-256 sum of the description of each type in the stream, by its number:
// a process numbers types in the order of their first use, so another one may have given the number to another type.
func joinGob(state, framed []byte) (output, newState []byte, err error) {
	known := map[int64][]byte{}
	if state != nil {
		if err := json.Unmarshal(state, &known); err != nil {
			return nil, nil, err
		}
	}
	for len(framed) > 0 {
		stream, rest, err := cutFrameOff(framed)
		if err != nil {
			return nil, nil, err
		}
		for framed = rest; len(stream) > 0; {
			size, number, err := gobMessage(stream)
			if err != nil {
				return nil, nil, err
			}
			message := stream[:size]
			stream = stream[size:]
			if number < 0 {
				sum := sha256.Sum256(message)
				if known[number] != nil {
					if !bytes.Equal(known[number], sum[:]) {
						return nil, nil, fmt.Errorf("the process that began the file gave gob's number %d to another type: begin again in a new folder", -number)
					}
					continue
				}
				known[number] = sum[:]
			}
			output = append(output, message...)
		}
	}
	newState, err = json.Marshal(known)
	return output, newState, err
}

// IsGobValue reports whether a stream is one message, a value.
func IsGobValue(stream []byte) bool {
	size, number, err := gobMessage(stream)
	return err == nil && number >= 0 && size == len(stream)
}

// GobTypes returns the length of the messages at the front of a stream that describe types.
func GobTypes(stream []byte) int {
	at := 0
	for at < len(stream) {
		size, number, err := gobMessage(stream[at:])
		if err != nil || number >= 0 {
			break
		}
		at += size
	}
	return at
}

// gobMessage returns the length of the first message of a stream, with what frames it, and the number of its type.
func gobMessage(stream []byte) (size int, number int64, err error) {
	in := &sliceReader{data: stream}
	length, err := gobUint(in)
	if err != nil || length > uint64(len(stream)-in.at) {
		return 0, 0, errors.New("torn stream of gob")
	}
	size = in.at + int(length)
	number, ok := gobNumber(stream[in.at:size])
	if !ok {
		return 0, 0, errors.New("a message of gob without the number of its type")
	}
	return size, number, nil
}

// gobUint reads an unsigned integer as gob writes it: one byte below 128, or else the negated number of bytes that follow, the highest first.
func gobUint(in io.ByteReader) (uint64, error) {
	c, err := in.ReadByte()
	if err != nil || c < 0x80 {
		return uint64(c), err
	}
	n := -int(int8(c))
	if n > 8 {
		return 0, errGobLength
	}
	var x uint64
	for ; n > 0; n-- {
		if c, err = in.ReadByte(); err != nil {
			return 0, noEOF(err)
		}
		x = x<<8 | uint64(c)
	}
	if x > math.MaxInt64 {
		return 0, errGobLength
	}
	return x, nil
}

// errGobLength is the error for a length that cannot be one.
var errGobLength = fmt.Errorf("%w: a number of gob with more than 63 bits", errLength)

// gobNumber returns the signed integer at the front of a message, which is the number of its type. ok is false if there is none.
func gobNumber(message []byte) (number int64, ok bool) {
	x, err := gobUint(&sliceReader{data: message})
	if err != nil {
		return 0, false
	}
	if x&1 != 0 {
		return ^int64(x >> 1), true
	}
	return int64(x >> 1), true
}

// appendGobUint appends an unsigned integer as gob writes it.
func appendGobUint(dst []byte, x uint64) []byte {
	if x < 0x80 {
		return append(dst, byte(x))
	}
	n := (bits.Len64(x) + 7) / 8
	dst = append(dst, byte(-n))
	for n--; n >= 0; n-- {
		dst = append(dst, byte(x>>(8*n)))
	}
	return dst
}

// cutFrameOff returns the message in the first frame, and the rest.
func cutFrameOff(framed []byte) (message, rest []byte, err error) {
	in := &sliceReader{data: framed}
	n, err := uvarint(in)
	if err != nil || n > uint64(len(framed)-in.at) {
		return nil, nil, errors.New("torn frame")
	}
	return framed[in.at : in.at+int(n)], framed[in.at+int(n):], nil
}

// A sliceReader reads bytes of a slice.
type sliceReader struct {
	data []byte
	at   int
}

// ReadByte implements io.ByteReader.
func (r *sliceReader) ReadByte() (byte, error) {
	if r.at == len(r.data) {
		return 0, io.EOF
	}
	r.at++
	return r.data[r.at-1], nil
}

// noEOF returns err, or io.ErrUnexpectedEOF for io.EOF.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
