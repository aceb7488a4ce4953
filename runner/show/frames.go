package show

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// maxMessage is the maximum length of a message, and of input without frames.
const maxMessage = 1 << 30

// readAll reads all of the input, up to maxMessage.
func readAll(in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxMessage+1))
	if err == nil && len(data) > maxMessage {
		err = fmt.Errorf("it has more than %d MiB: only messages in frames can be longer together", maxMessage>>20)
	}
	return data, err
}

// A frameReader reads messages with their lengths before them.
type frameReader struct {
	in *bufio.Reader
	at int64 // offset of the next byte
}

// ReadByte implements io.ByteReader.
func (r *frameReader) ReadByte() (byte, error) {
	c, err := r.in.ReadByte()
	if err == nil {
		r.at++
	}
	return c, err
}

// next returns the next message and the offset of its frame. At the end of the input, the error is io.EOF. A frame that is torn has the bytes
// that are there, and an error.
func (r *frameReader) next() (message []byte, at int64, err error) {
	at = r.at
	length, err := binary.ReadUvarint(r)
	switch {
	case errors.Is(err, io.EOF) && r.at == at:
		return nil, at, io.EOF
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, at, errors.New("the input ends within the length of the frame")
	case err != nil:
		return nil, at, fmt.Errorf("no length of a frame: %w", err)
	case length > maxMessage:
		return nil, at, fmt.Errorf("the frame has %d bytes, more than %d MiB: is the input in frames?", length, maxMessage>>20)
	}
	var b bytes.Buffer // grows with the bytes that are there
	n, err := io.CopyN(&b, r.in, int64(length))
	r.at += n
	if errors.Is(err, io.EOF) {
		err = fmt.Errorf("the frame has %d bytes, and the input ends after %d of them", length, n)
	}
	return b.Bytes(), at, err
}

// appendFrame appends a message with its length before it to b.
func appendFrame(b, message []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(message))), message...)
}
