package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
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
	skip := func(magic byte, content string) []byte {
		return append([]byte{magic, 0x2a, 0x4d, 0x18, byte(len(content)), 0, 0, 0}, content...)
	}
	damaged := func(b []byte, at int) []byte {
		b = bytes.Clone(b)
		b[at] ^= 0x55
		return b
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
		{"two zstd", slices.Concat(zs.Bytes(), zs.Bytes()), slices.Concat(text, text), false, false},
		{"zstd, skippable frames", slices.Concat(skip(0x50, "abcd"), zs.Bytes(), skip(0x5f, ""), zs.Bytes()), slices.Concat(text, text), false, false},
		{"zstd, last skippable magic", slices.Concat(skip(0x5f, "abcd"), zs.Bytes()), text, false, false},
		{"zstd, only a skippable frame", skip(0x53, "abcd"), []byte{}, false, false},
		{"zstd, torn skippable frame", skip(0x50, "abcd")[:9], nil, false, true},
		{"zstd, skippable frame before other bytes", append(skip(0x50, "abcd"), "other bytes"...), nil, false, true},
		{"raw skippable frame", skip(0x50, "abcd"), skip(0x50, "abcd"), true, false},
		{"like a skippable frame", skip(0x60, "abcd"), skip(0x60, "abcd"), false, false},
		{"gzip, damaged checksum", damaged(gz.Bytes(), gz.Len()-8), text, false, true},
		{"gzip, damaged length", damaged(gz.Bytes(), gz.Len()-1), text, false, true},
		{"gzip, second member damaged", slices.Concat(gz.Bytes(), damaged(gz.Bytes(), gz.Len()-8)), slices.Concat(text, text), false, true},
		{"gzip, other bytes follow", append(bytes.Clone(gz.Bytes()), "other bytes"...), text, false, true},
		{"zstd, damaged checksum", damaged(zs.Bytes(), zs.Len()-1), nil, false, true},
		{"zstd, other bytes follow", append(bytes.Clone(zs.Bytes()), "other bytes"...), text, false, true},
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
				err = in.failure()
			}
			in.Close()
		}
		if c.fails != (err != nil) || c.want != nil && !bytes.Equal(got, c.want) {
			t.Errorf("%s: %d bytes, %v", c.name, len(got), err)
		}
	}
}
