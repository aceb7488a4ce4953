package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// An input is a file whose content is decompressed.
type input struct {
	io.Reader
	format string // of the compression, or ""
	close  []func()

	reading sync.Mutex // a Read that waits for standard input can go on after the program that reads has ended
	n       int64      // bytes of the content that were read
	err     error      // the first error of reading
}

// Read implements io.Reader. It keeps the error, because the program that reads from a pipe does not get it.
func (in *input) Read(b []byte) (int, error) {
	in.reading.Lock()
	defer in.reading.Unlock()
	n, err := in.Reader.Read(b)
	in.n += int64(n)
	if err == nil || err == io.EOF {
		return n, err
	}
	if in.err = err; in.format != "" {
		in.err = fmt.Errorf("decompressing it as %s, after %d bytes of its content: %w", in.format, in.n, err)
	}
	return n, io.EOF
}

// failure returns the first error of Read.
func (in *input) failure() error {
	if !in.reading.TryLock() {
		return nil
	}
	defer in.reading.Unlock()
	return in.err
}

// Close closes the file, unless a Read waits.
func (in *input) Close() {
	if !in.reading.TryLock() {
		return
	}
	defer in.reading.Unlock()
	for _, f := range in.close {
		f()
	}
}

// The bytes with which compressed files begin. The third byte of gzip is the only method that exists.
var (
	gzipMagic = []byte{0x1f, 0x8b, 8}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
	skipMagic = []byte{0x2a, 0x4d, 0x18} // after a byte from 0x50 to 0x5f
)

// isZstd reports whether a file that begins with head is one of zstd. It may begin with a frame that is to be skipped, as those of pzstd do.
func isZstd(head []byte) bool {
	return bytes.HasPrefix(head, zstdMagic) || len(head) > 0 && head[0]>>4 == 5 && bytes.HasPrefix(head[1:], skipMagic)
}

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
		in.Reader, in.format = z, "gzip"
	case isZstd(head):
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow))
		if err != nil {
			in.Close()
			return nil, "", fmt.Errorf("%s: %w", name, err)
		}
		in.Reader, in.format = z, "zstd"
		in.close = append(in.close, z.Close)
	}
	return in, name, nil
}

// maxWindow is the largest window of zstd, in bytes: that of zstd --ultra -22.
const maxWindow = 128 << 20
