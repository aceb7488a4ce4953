package convert

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"

	"bale/runner/convert/container"
)

// errGobInterface is the error for a value that takes several messages of gob: the first ones end with the description of a type in an interface. A
// record has one message, and the descriptions that precede it.
var errGobInterface = errors.New("gob describes a type in an interface inside the value, which bale convert neither reads nor writes: use another codec for values " +
	"with interfaces")

// A Gob encodes and decodes values as streams of gob, each with the descriptions of its types and one value. If streams begin with the same
// descriptions, as those of one file do, a Gob decodes these once.
type Gob struct {
	enc  *gob.Encoder
	out  bytes.Buffer
	sent []byte // descriptions that enc has written

	dec   *gob.Decoder
	in    bytes.Reader // a reader of bytes, so that dec does not read ahead
	types []byte       // descriptions that dec has read
	buf   []byte       // the last stream that was encoded
}

// Decode decodes a stream into the value that v points to, which is zero.
func (g *Gob) Decode(stream []byte, v any) error {
	if g.dec == nil || !bytes.HasPrefix(stream, g.types) {
		g.dec, g.types = gob.NewDecoder(&g.in), g.types[:0]
	}
	rest := stream[len(g.types):]
	g.in.Reset(rest)
	if err := g.dec.Decode(v); err != nil {
		g.dec = nil // it may have read a part of the stream
		if err == io.ErrUnexpectedEOF {
			return fmt.Errorf("%w: %w", err, errGobInterface)
		}
		return err
	}
	g.types = append(g.types, rest[:container.GobTypes(rest)]...)
	return nil
}

// Encode returns a stream with the value that v points to. It is valid until the next call.
func (g *Gob) Encode(v any) ([]byte, error) {
	if g.enc == nil {
		g.enc, g.sent = gob.NewEncoder(&g.out), nil
	}
	g.out.Reset()
	if err := g.enc.Encode(v); err != nil {
		g.enc = nil
		return nil, err
	}
	more := container.GobTypes(g.out.Bytes())
	if !container.IsGobValue(g.out.Bytes()[more:]) {
		g.enc = nil // it would not describe the type again
		return nil, errGobInterface
	}
	g.sent = append(g.sent, g.out.Bytes()[:more]...)
	g.buf = append(append(g.buf[:0], g.sent...), g.out.Bytes()[more:]...)
	return g.buf, nil
}
