package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// An input is a file whose content is decompressed.
type input struct {
	io.Reader
	close []func()
	err   error // the first error of reading
}

// Read implements io.Reader. It keeps the error, because the program that reads from a pipe does not get it.
func (in *input) Read(b []byte) (int, error) {
	n, err := in.Reader.Read(b)
	if err != nil && err != io.EOF {
		in.err = err
		return n, io.EOF
	}
	return n, err
}

// Close closes the file.
func (in *input) Close() {
	for _, f := range in.close {
		f()
	}
}

// The bytes with which compressed files begin. The third byte of gzip is the only method that exists.
var (
	gzipMagic = []byte{0x1f, 0x8b, 8}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// open opens a file, or standard input if the name is -, and returns its name for messages. It decompresses gzip and zstd, unless the flag -raw is
// given.
func (m *messageFlags) open(name string) (*input, string, error) {
	in, file := &input{}, os.Stdin
	if name == "-" {
		name = "standard input"
	} else {
		var err error
		if file, err = os.Open(name); err != nil {
			return nil, "", err
		}
		in.close = append(in.close, func() { file.Close() })
	}
	r := bufio.NewReaderSize(file, 64<<10)
	in.Reader = r
	if m.raw {
		return in, name, nil
	}
	head, _ := r.Peek(len(zstdMagic)) // a file may be shorter
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		z, err := gzip.NewReader(r)
		if err != nil {
			in.Close()
			return nil, "", fmt.Errorf("%s: %w", name, err)
		}
		in.Reader = z
	case bytes.HasPrefix(head, zstdMagic):
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow))
		if err != nil {
			in.Close()
			return nil, "", fmt.Errorf("%s: %w", name, err)
		}
		in.Reader = z
		in.close = append(in.close, z.Close)
	}
	return in, name, nil
}

// maxWindow is the largest window of zstd, in bytes: that of zstd --ultra -22.
const maxWindow = 128 << 20
