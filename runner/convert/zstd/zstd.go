// Package zstd compresses the files of bale convert with zstd. It is compiled into those programs of bale convert that need it, because it needs
// a module.
package zstd

import (
	"io"

	"github.com/klauspost/compress/zstd"

	"bale/runner/convert/container"
)

// maxWindow is the largest window that is read, in bytes: that of zstd --ultra -22.
const maxWindow = 128 << 20

// Compression reads and writes files that are compressed by zstd.
var Compression = &container.Compression{
	Suffix: container.Zstd,
	Reader: func(in io.Reader) (io.Reader, error) {
		return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow))
	},
	Compress: func(dst, data []byte) ([]byte, error) {
		w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return dst, err
		}
		dst = w.EncodeAll(data, dst)
		return dst, w.Close()
	},
}
