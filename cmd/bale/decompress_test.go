package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// TestOpen reads files that are compressed, torn, or begin like compressed ones.
func TestOpen(t *testing.T) {
	text := bytes.Repeat([]byte("a message "), 20000)
	var gz, zs bytes.Buffer
	g := gzip.NewWriter(&gz)
	z, err := zstd.NewWriter(&zs)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.WriteCloser{g, z} {
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name     string
		in, want []byte
		raw      bool
		fails    bool
	}{
		{"plain", text, text, false, false},
		{"gzip", gz.Bytes(), text, false, false},
		{"two gzip", append(bytes.Clone(gz.Bytes()), gz.Bytes()...), append(bytes.Clone(text), text...), false, false},
		{"zstd", zs.Bytes(), text, false, false},
		{"raw", gz.Bytes(), gz.Bytes(), true, false},
		{"torn gzip", gz.Bytes()[:gz.Len()-4], text, false, true},
		{"torn zstd", zs.Bytes()[:zs.Len()-4], nil, false, true},
		{"empty", nil, nil, false, false},
		{"short", zstdMagic[:3], zstdMagic[:3], false, false},
		{"magic of gzip", append(bytes.Clone(gzipMagic), 0xff), nil, false, true},
		{"method of gzip", []byte{0x1f, 0x8b, 7, 1}, []byte{0x1f, 0x8b, 7, 1}, false, false},
	} {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, c.in, 0o666); err != nil {
			t.Fatal(err)
		}
		in, _, err := (&messageFlags{raw: c.raw}).open(file)
		var got []byte
		if err == nil {
			got, err = io.ReadAll(in)
			if err == nil {
				err = in.err
			}
			in.Close()
		}
		if c.fails != (err != nil) || c.want != nil && !bytes.Equal(got, c.want) {
			t.Errorf("%s: %d bytes, %v", c.name, len(got), err)
		}
	}
}
