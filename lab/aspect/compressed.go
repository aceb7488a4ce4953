package aspect

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"math"
	"time"

	"github.com/klauspost/compress/zstd"

	"bale/result"
	"bale/runner/harness"
)

const (
	batch            = 1000    // number of messages that are compressed together
	compressedAlone  = 100     // maximum number of messages that are compressed alone, for the mean
	compressedBytes  = 4 << 20 // limit for the total size of these: gzip compresses lists of almost empty lists at only 10 MB/s
	compressedRounds = 5       // number of repetitions, of which the fastest counts
)

// A compressor compresses as the documentation of its package shows it, with the default level, and reuses memory between calls.
type compressor struct {
	name       string
	compress   func(b []byte) []byte
	decompress func(b []byte) error
}

// compressors returns new compressors. Only one goroutine may use them.
func compressors() ([]compressor, error) {
	var out, plain bytes.Buffer
	w := gzip.NewWriter(&out)
	r := new(gzip.Reader)
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	var zout, zplain []byte
	return []compressor{
		{"gzip", func(b []byte) []byte {
			out.Reset()
			w.Reset(&out)
			_, _ = w.Write(b) // writing to memory does not fail
			_ = w.Close()
			return out.Bytes()
		}, func(b []byte) error {
			if err := r.Reset(bytes.NewReader(b)); err != nil {
				return err
			}
			plain.Reset()
			_, err := io.Copy(&plain, r)
			return err
		}},
		{"zstd", func(b []byte) []byte {
			zout = enc.EncodeAll(b, zout[:0])
			return zout
		}, func(b []byte) (err error) {
			zplain, err = dec.DecodeAll(b, zplain[:0])
			return err
		}},
	}, nil
}

// compressed finds the size of compressed messages and the time to compress them, for single messages and for a batch. A batch of large
// messages has fewer of them. There is no batch if most messages are equal: it would compress to almost nothing.
func (e *examined) compressed(ctx context.Context, into *result.Aspects) error {
	req := e.request(harness.Messages)
	req.N = batch
	resp, err := e.ask(ctx, req)
	if err != nil {
		return err
	}
	if len(resp.Messages) == 0 {
		return errNoAnswer
	}
	list, err := compressors()
	if err != nil {
		return err
	}
	mostlyEqual := !varied(resp.Messages)
	alone := firstOf(resp.Messages)
	together := [][]byte{bytes.Join(resp.Messages, nil)}
	for _, c := range list {
		for _, of := range []struct {
			pieces   [][]byte
			messages int // number of messages in each piece
		}{{alone, 1}, {together, len(resp.Messages)}} {
			if err := ctx.Err(); err != nil {
				return err
			}
			found, err := c.measure(of.pieces, of.messages)
			if err != nil {
				return err
			}
			into.Compressed = append(into.Compressed, found)
			if mostlyEqual {
				break
			}
		}
	}
	return nil
}

// firstOf returns the first messages, which are compressed one at a time. It returns at least one.
func firstOf(messages [][]byte) [][]byte {
	n, size := 0, 0
	for n < min(len(messages), compressedAlone) && size < compressedBytes {
		size += len(messages[n])
		n++
	}
	return messages[:n]
}

// varied reports whether the number of distinct messages is at least half the number of messages.
func varied(messages [][]byte) bool {
	distinct := map[string]bool{}
	for _, b := range messages {
		distinct[string(b)] = true
	}
	return len(messages) > 1 && len(distinct) >= len(messages)/2
}

// measure compresses and decompresses pieces, each with the given number of messages.
func (c *compressor) measure(pieces [][]byte, messages int) (result.Compressed, error) {
	found := result.Compressed{With: c.name, Messages: messages, CompressNs: math.Inf(1), DecompressNs: math.Inf(1)}
	n := float64(len(pieces) * messages)
	made := make([][]byte, len(pieces))
	for range compressedRounds {
		start := time.Now()
		for i, b := range pieces {
			made[i] = append(made[i][:0], c.compress(b)...)
		}
		found.CompressNs = min(found.CompressNs, float64(time.Since(start))/n)
		start = time.Now()
		for _, b := range made {
			if err := c.decompress(b); err != nil {
				return found, err
			}
		}
		found.DecompressNs = min(found.DecompressNs, float64(time.Since(start))/n)
	}
	for _, b := range made {
		found.Bytes += float64(len(b)) / n
	}
	return found, nil
}
