// Package avrofile reads and writes Avro object container files. A file begins with a header, which has the schema, and continues with blocks of
// records. Each block may be compressed, and is followed by the marker that is in the header.
package avrofile

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/twmb/avro/ocf"

	"bale/runner/convert/container"
)

// magic is what a file begins with.
const magic = "Obj\x01"

// markerSize is the length of a marker.
const markerSize = 16

// The names of entries in a header.
const (
	schemaKey = "avro.schema"
	codecKey  = "avro.codec"
)

// Formats returns the containers of package container whose files are object container files, for records of the schema from and messages of the
// schema to. They differ in the compression of the files that are written. A schema that is empty is that of no container.
func Formats(from, to string) []*container.Format {
	var list []*container.Format
	for i, name := range container.Avro {
		list = append(list, format(name, compressions[i], from, to))
	}
	return list
}

// compressions has the compression of each container in container.Avro.
var compressions = []func() ocf.Codec{none, func() ocf.Codec { return ocf.DeflateCodec(-1) }, ocf.SnappyCodec}

// none returns nil: messages are written as they are.
func none() ocf.Codec { return nil }

func format(name string, compression func() ocf.Codec, from, to string) *container.Format {
	w := &writer{codec: compression()}
	w.header = header(to, w.name())
	return &container.Format{
		Name: name, About: "an Avro object container file",
		Reader: func(in *bufio.Reader, _ int64, limit int) container.Reader {
			return &reader{source: source{in: in}, limit: limit, schema: from}
		},
		Back: func(in *bufio.Reader) container.Reader {
			return &reader{source: source{in: in}, limit: container.NoLimit, schema: to}
		},
		Append: func(dst, message []byte) ([]byte, error) { return append(dst, message...), nil },
		Header: func() []byte { return w.header },
		Block:  w.block,
	}
}

// A writer writes the blocks of files. Several goroutines may use it.
type writer struct {
	codec  ocf.Codec // nil for none
	header []byte
}

func (w *writer) name() string {
	if w.codec == nil {
		return "null"
	}
	return w.codec.Name()
}

// header returns the header of a file. Its marker depends only on the schema and the compression, so that a conversion that continues writes the same
// bytes.
func header(schema, codec string) []byte {
	b := binary.AppendVarint([]byte(magic), 2)
	for _, text := range []string{codecKey, codec, schemaKey, schema} {
		b = append(binary.AppendVarint(b, int64(len(text))), text...)
	}
	b = binary.AppendVarint(b, 0)
	sum := sha256.Sum256(b)
	return append(b, sum[:markerSize]...)
}

// block implements Format.Block.
func (w *writer) block(n int, messages []byte) ([]byte, error) {
	if w.codec != nil {
		var err error
		if messages, err = w.codec.Compress(messages); err != nil {
			return nil, fmt.Errorf("compressing a block: %w", err)
		}
	}
	b := make([]byte, 0, 2*binary.MaxVarintLen64+len(messages)+markerSize)
	b = binary.AppendVarint(binary.AppendVarint(b, int64(n)), int64(len(messages)))
	return append(append(b, messages...), w.header[len(w.header)-markerSize:]...), nil
}
