package pipeline

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"bale/convert/container"
)

// A source is an input file that is read.
type source struct {
	*bufio.Reader // of the decompressed content
	offset        int64
	fs            filesystem.Interface
	file          io.ReadCloser
	failed        error // of reading the file; a decompressor may hide it
}

// openSource opens a file that has a size.
func openSource(ctx context.Context, name string, size int64) (*source, error) {
	fs, err := openFS(ctx, name)
	if err != nil {
		return nil, err
	}
	s := &source{fs: fs}
	now, err := fs.Size(ctx, name)
	if err == nil && now != size {
		err = fmt.Errorf("the file has %d bytes, and had %d when the job began: begin again in a new folder", now, size)
	}
	if err == nil {
		s.file, err = fs.OpenRead(ctx, name)
	}
	if err != nil {
		_ = fs.Close()
		return nil, err
	}
	s.Reader = bufio.NewReaderSize(fileReader{s}, bufferSize)
	return s, nil
}

// A fileReader reads the file itself, and keeps errors.
type fileReader struct{ *source }

// Read implements io.Reader.
func (r fileReader) Read(b []byte) (int, error) {
	n, err := r.file.Read(b)
	if err != nil && err != io.EOF {
		r.failed = err
	}
	return n, err
}

func (s *source) err() error { return s.failed }

func (s *source) close() {
	_ = s.file.Close()
	_ = s.fs.Close()
}

// decompress makes the source read what the file decompresses to.
func (s *source) decompress(how *container.Compression) error {
	z, err := how.Reader(s.Reader)
	if err == nil {
		s.Reader = bufio.NewReaderSize(z, bufferSize)
	}
	return err
}

// sync goes to the first record that begins at an offset or after it.
func (s *source) sync(from *container.Format, offset int64) error {
	file, ok := s.file.(io.Seeker)
	if !ok {
		return errors.New("the file system cannot begin to read at an offset")
	}
	// If the byte before the offset ends a record, a record begins at the offset.
	if _, err := file.Seek(offset-1, io.SeekStart); err != nil {
		return err
	}
	s.Reader.Reset(fileReader{s})
	skipped, err := from.Sync(s.Reader)
	s.offset = offset - 1 + skipped
	return err
}

// A part is a file that is whole, but does not have its name yet.
type part struct {
	Path string
	Size int64
	Sum  string // SHA-256
}

// A partWriter writes a part. The file is created by the first call of Write, or, for an empty write, by any.
type partWriter struct {
	part
	ctx   context.Context
	store *store
	id    string // of the conversion
	name  string // of an output file in the same folder
	file  io.WriteCloser
	buf   *bufio.Writer
	hash  hash.Hash
}

// Write implements io.Writer.
func (w *partWriter) Write(b []byte) (int, error) {
	if w.file == nil {
		if err := w.create(); err != nil {
			return 0, err
		}
	}
	w.Size += int64(len(b))
	w.hash.Write(b)
	return w.buf.Write(b)
}

func (w *partWriter) create() (err error) {
	if w.Path, err = w.store.newPart(w.id, w.name); err != nil {
		return err
	}
	if w.file, err = w.store.fs.OpenWrite(w.ctx, w.Path); err != nil {
		return err
	}
	w.buf, w.hash = bufio.NewWriterSize(w.file, bufferSize), sha256.New()
	return nil
}

// close completes the part.
func (w *partWriter) close() error {
	if w.file == nil {
		return nil
	}
	w.Sum = hex.EncodeToString(w.hash.Sum(nil))
	return errors.Join(w.buf.Flush(), w.file.Close())
}
