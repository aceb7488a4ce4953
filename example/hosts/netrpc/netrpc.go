// Package netrpc has codecs for net/rpc that encode parameters and results by generated methods.
//
// A call and its answer are each one frame: the length of the rest in four bytes, a header, and the parameters or the result.
package netrpc

import (
	"bufio"
	"encoding"
	"encoding/binary"
	"fmt"
	"io"
	"net/rpc"
)

//go:generate bale gen

// A header comes before the parameters or the result of a call. Error is empty if there is a result.
//
//bale:gen
//bale:evolve
type header struct {
	Method string
	Seq    uint64
	Error  string
}

// maxFrame is the number of bytes that a frame may have.
const maxFrame = 16 << 20

// NewClientCodec returns a codec for rpc.NewClientWithCodec.
func NewClientCodec(c io.ReadWriteCloser) rpc.ClientCodec { return &clientCodec{newConn(c)} }

// NewServerCodec returns a codec for rpc.ServeCodec.
func NewServerCodec(c io.ReadWriteCloser) rpc.ServerCodec { return &serverCodec{newConn(c)} }

type clientCodec struct{ *conn }

func (c *clientCodec) WriteRequest(r *rpc.Request, body any) error {
	return c.write(&header{Method: r.ServiceMethod, Seq: r.Seq}, body)
}

func (c *clientCodec) ReadResponseHeader(r *rpc.Response) error {
	h, err := c.readHeader()
	r.ServiceMethod, r.Seq, r.Error = h.Method, h.Seq, h.Error
	return err
}

func (c *clientCodec) ReadResponseBody(body any) error { return c.readBody(body) }

type serverCodec struct{ *conn }

func (c *serverCodec) ReadRequestHeader(r *rpc.Request) error {
	h, err := c.readHeader()
	r.ServiceMethod, r.Seq = h.Method, h.Seq
	return err
}

func (c *serverCodec) ReadRequestBody(body any) error { return c.readBody(body) }

// WriteResponse also answers if the result cannot be encoded, because the client waits for an answer.
func (c *serverCodec) WriteResponse(r *rpc.Response, body any) error {
	h := header{Method: r.ServiceMethod, Seq: r.Seq, Error: r.Error}
	if h.Error != "" {
		return c.write(&h, nil)
	}
	err := c.write(&h, body)
	if _, encoding := err.(encodeError); encoding {
		h.Error = err.Error()
		return c.write(&h, nil)
	}
	return err
}

// A conn reads and writes frames. net/rpc calls one reading method and one writing method at a time.
type conn struct {
	io.Closer
	w    io.Writer
	r    *bufio.Reader
	out  []byte // the last frame that was written
	in   []byte // the last frame that was read
	body []byte // the part of in after the header
}

func newConn(c io.ReadWriteCloser) *conn { return &conn{Closer: c, w: c, r: bufio.NewReader(c)} }

// An encodeError says that nothing was written, because the value cannot be encoded.
type encodeError struct{ error }

func (c *conn) write(h *header, body any) error {
	b, err := h.AppendBinary(append(c.out[:0], 0, 0, 0, 0))
	if err == nil && body != nil {
		m, ok := body.(encoding.BinaryAppender)
		if !ok {
			return encodeError{fmt.Errorf("%T has no method AppendBinary: run bale gen for it", body)}
		}
		b, err = m.AppendBinary(b)
	}
	if err == nil && len(b)-4 > maxFrame {
		err = fmt.Errorf("the frame has %d bytes, the limit is %d", len(b)-4, maxFrame)
	}
	if err != nil {
		return encodeError{err}
	}
	binary.BigEndian.PutUint32(b, uint32(len(b)-4))
	c.out = b
	_, err = c.w.Write(b)
	return err
}

func (c *conn) readHeader() (h header, err error) {
	var length [4]byte
	if _, err := io.ReadFull(c.r, length[:]); err != nil {
		return h, err
	}
	n := binary.BigEndian.Uint32(length[:])
	if n > maxFrame {
		return h, fmt.Errorf("a frame has %d bytes, the limit is %d", n, maxFrame)
	}
	if uint32(cap(c.in)) < n {
		c.in = make([]byte, n)
	}
	c.in = c.in[:n]
	if _, err := io.ReadFull(c.r, c.in); err != nil {
		return h, io.ErrUnexpectedEOF
	}
	end, err := h.DecodeBinary(c.in)
	c.body = c.in[min(end, len(c.in)):]
	return h, err
}

// readBody decodes the parameters or the result. It copies, because the next frame uses the same memory. A nil body discards them.
func (c *conn) readBody(body any) error {
	if body == nil {
		return nil
	}
	m, ok := body.(encoding.BinaryUnmarshaler)
	if !ok {
		return fmt.Errorf("%T has no method UnmarshalBinary: run bale gen for it", body)
	}
	return m.UnmarshalBinary(c.body)
}
