package avrofile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/twmb/avro"
	"github.com/twmb/avro/ocf"
)

// maxHeader is the maximum length of a name or a value in a header.
const maxHeader = 16 << 20

// errHeader is the error for a file that does not begin like an object container file.
var errHeader = errors.New("it is no Avro object container file")

// readHeader reads the entries of a header, and the marker.
func readHeader(in *source) (entries map[string]string, marker [markerSize]byte, err error) {
	first := make([]byte, len(magic))
	if _, err = io.ReadFull(in, first); err != nil {
		return nil, marker, err
	}
	if string(first) != magic {
		return nil, marker, errHeader
	}
	entries = map[string]string{}
	for {
		n, err := binary.ReadVarint(in)
		if err != nil {
			return nil, marker, err
		}
		if n == 0 {
			_, err = io.ReadFull(in, marker[:])
			return entries, marker, err
		}
		if n < 0 { // the length of the entries follows
			n = -n
			if _, err := binary.ReadVarint(in); err != nil {
				return nil, marker, err
			}
		}
		for ; n > 0; n-- {
			name, err := readText(in)
			if err != nil {
				return nil, marker, err
			}
			if entries[name], err = readText(in); err != nil {
				return nil, marker, err
			}
		}
	}
}

// readText reads a string of a header.
func readText(in *source) (string, error) {
	n, err := binary.ReadVarint(in)
	if err != nil {
		return "", err
	}
	if n < 0 || n > maxHeader {
		return "", errHeader
	}
	data, err := io.ReadAll(io.LimitReader(in, n))
	if err == nil && int64(len(data)) < n {
		err = io.ErrUnexpectedEOF
	}
	return string(data), err
}

// A decoder takes blocks apart.
type decoder struct {
	skip       *avro.Schema // of a record with the record as its only field, which takes no bytes of its own
	decompress func(block []byte, limit int) ([]byte, error)
}

// newDecoder returns the decoder for files with a header. The schema has to be that of the codec.
func newDecoder(entries map[string]string, schema string) (*decoder, error) {
	text, ok := entries[schemaKey]
	if !ok {
		return nil, errHeader
	}
	file, err := avro.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("the schema of the file: %w", err)
	}
	codec, err := avro.Parse(schema)
	if err != nil {
		return nil, fmt.Errorf("the schema of the codec: %w", err)
	}
	if err := compare(file, codec); err != nil {
		return nil, fmt.Errorf("the schema of the file is not that of the codec: %w", err)
	}
	d := &decoder{}
	if d.skip, err = avro.Parse(`{"type":"record","name":"balefile.Skipped","fields":[{"name":"record","type":` + schema + `}]}`); err != nil {
		return nil, fmt.Errorf("the schema of the codec: %w", err)
	}
	d.decompress, err = decompressor(entries[codecKey])
	return d, err
}

// decompressor returns the function that decompresses blocks.
func decompressor(name string) (func(block []byte, limit int) ([]byte, error), error) {
	if name == "" || name == "null" {
		return func(block []byte, limit int) ([]byte, error) { return block, nil }, nil
	}
	for _, c := range []ocf.Codec{ocf.DeflateCodec(-1), ocf.SnappyCodec(), ocf.MustZstdCodec(nil, nil)} {
		if c.Name() == name {
			bounded := c.(ocf.BoundedDecompressor)
			return func(block []byte, limit int) ([]byte, error) { return bounded.DecompressBounded(block, int64(limit)) }, nil
		}
	}
	return nil, fmt.Errorf("its blocks are compressed by %s: have another program write it with null, deflate, snappy or zstandard", name)
}

// length returns the length of the first record of a block.
func (d *decoder) length(block []byte) (int, error) {
	rest, err := d.skip.Decode(block, &struct{}{}, avro.SkipUnknown())
	return len(block) - len(rest), err
}
