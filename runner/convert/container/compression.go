package container

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
)

// A Compression is a way to compress files.
type Compression struct {
	Suffix string // of the names of files
	// Reader returns a reader of the decompressed content. If the content is malformed, at its beginning or later, Read returns the error.
	Reader func(in io.Reader) (io.Reader, error)
	// Compress appends data as a member of a file to dst, also if data is empty. A file has at least one member, and may have several, one after
	// the other.
	Compress func(dst, data []byte) ([]byte, error)
}

// Decompress returns a reader of the decompressed content of a file, as Reader does. A file without a member is torn, in every way to compress.
func (c *Compression) Decompress(file io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(file, 64<<10)
	if _, err := in.Peek(1); err == io.EOF {
		return tornReader{io.ErrUnexpectedEOF}, nil
	}
	return c.Reader(in)
}

// compressions lists the ways that programs may have.
var compressions = []*Compression{gzipped, {Suffix: Zstd}}

// Zstd is the suffix of files that are compressed by zstd, for which a program needs package runner/convert/zstd.
const Zstd = ".zst"

// AddCompression adds a way to compress files to those of this package, which need only the standard library.
func AddCompression(list ...*Compression) { compressions = append(list, compressions...) }

// CompressionOf returns how a file with a name is compressed, or nil if it is not.
func CompressionOf(name string) (*Compression, error) {
	for _, c := range compressions {
		if strings.HasSuffix(name, c.Suffix) {
			if c.Reader == nil {
				return nil, fmt.Errorf("%s: the program was built without this compression", name)
			}
			return c, nil
		}
	}
	return nil, nil
}

// TrimCompression returns a name without the suffix for compression.
func TrimCompression(name string) string {
	for _, c := range compressions {
		name = strings.TrimSuffix(name, c.Suffix)
	}
	return name
}

var gzipped = &Compression{
	Suffix: ".gz",
	Reader: func(in io.Reader) (io.Reader, error) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return tornReader{err}, nil
		}
		return z, nil
	},
	Compress: func(dst, data []byte) ([]byte, error) {
		b := bytes.NewBuffer(dst)
		w := gzip.NewWriter(b)
		if _, err := w.Write(data); err != nil {
			return dst, err
		}
		err := w.Close()
		return b.Bytes(), err
	},
}

// A tornReader is the reader of a file that is torn before its content.
type tornReader struct{ err error }

// Read implements io.Reader.
func (r tornReader) Read([]byte) (int, error) { return 0, r.err }
