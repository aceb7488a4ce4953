package pipeline

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"bale/runner/convert"
	"bale/runner/convert/container"
)

// A source is an input file that is read.
type source struct {
	*bufio.Reader // of the decompressed content
	offset        int64
	fs            filesystem.Interface
	name          string
	input         *convert.Input
	file          io.ReadCloser
	failed        error // of reading the file; a decompressor may hide it
}

// openSource opens an input, which is the file with a name.
func openSource(ctx context.Context, name string, in *convert.Input) (*source, error) {
	fs, err := openFS(ctx, name)
	if err != nil {
		return nil, err
	}
	s := &source{fs: fs, name: name, input: in}
	if err = s.check(ctx); err == nil {
		s.file, err = fs.OpenRead(ctx, name)
	}
	if err != nil {
		_ = fs.Close()
		return nil, err
	}
	s.Reader = bufio.NewReaderSize(fileReader{s}, bufferSize)
	return s, nil
}

// check returns an error if the file is not as it was when the job began.
func (s *source) check(ctx context.Context) error {
	size, modTime, err := describe(ctx, s.fs, s.name)
	if err == nil && (size != s.input.Size || modTime != s.input.ModTime) {
		err = errors.New("the file has changed since the job began: begin again in a new folder")
	}
	return err
}

// describe returns the size of a file, and when it was last modified, in nanoseconds since 1970, or 0 if the file system does not tell.
func describe(ctx context.Context, fs filesystem.Interface, name string) (size, modTime int64, err error) {
	if isLocal(name) { // Beam's file system would leave the file open
		info, err := os.Stat(name)
		if err != nil {
			return 0, 0, err
		}
		return info.Size(), info.ModTime().UnixNano(), nil
	}
	if size, err = fs.Size(ctx, name); err != nil {
		return 0, 0, err
	}
	if fs, ok := fs.(filesystem.LastModifiedGetter); ok {
		last, err := fs.LastModified(ctx, name)
		return size, last.UnixNano(), err
	}
	return size, 0, nil
}

// A fileReader reads the file itself, and keeps errors. It has none of the other methods of the source, which would call it.
type fileReader struct{ source *source }

// Read implements io.Reader.
func (r fileReader) Read(b []byte) (int, error) {
	n, err := r.source.file.Read(b)
	if err != nil && err != io.EOF {
		r.source.failed = err
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
	z, err := how.Decompress(s.Reader)
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
