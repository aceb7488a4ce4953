package lab

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"bale/internal/wholefile"
	"bale/model"
	"bale/program/build"
	"bale/result"
	"bale/runner/measure"
)

// The names of files and folders in a pack.
const (
	packFile    = "pack.json"
	packRunners = "runners"
	packData    = "data"
)

// A pack is the content of pack.json. It describes a comparison whose runners are built, for another machine.
type pack struct {
	Run    *result.Run
	Shapes []packShape
	Codecs []packCodec
	Sums   map[string]string // SHA-256 of the other files, in hexadecimal digits, by name
}

// sum returns the sum of a file's contents as a pack has it.
func sum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

type packShape struct {
	Name, Base string
	Length     int
	Data       string // file in the pack; "" for other values
	Given      bool   // the sample values are the user's own
	Hiding     *model.Hiding
}

type packCodec struct {
	Name   string
	Runner string // file in the pack; "" if nothing could be built
	Hash   string
	Rows   []*measure.Row
	Tags   map[string][]string // of the rows, by codec
}

// Pack builds the comparison's runners for a platform, and the command bale-run from source, the files of bale by their paths. It writes them into a tar.gz file, together
// with the other files that bale-run needs. Pack does not check round trips: bale-run does. It returns the rows. Rows that cannot be
// measured have a reason.
func (c *Comparison) Pack(ctx context.Context, target build.Target, source map[string][]byte, file string) ([]*measure.Row, error) {
	if err := target.Check(ctx); err != nil {
		return nil, err
	}
	b := c.Lab.Builder(target, true)
	shapes, err := c.shapes(ctx, b)
	if err != nil {
		return nil, err
	}
	built, err := b.Build(ctx, shapes, c.Choices)
	if err != nil {
		return nil, err
	}
	step(c.Lab.Progress, Step{What: building, Now: build.BaleRun})
	program, err := b.MakeBaleRun(ctx, source)
	if err != nil {
		return nil, fmt.Errorf("%s for %s/%s: %w", build.BaleRun, target.GOOS, target.GOARCH, err)
	}
	write := func(w io.Writer) error { return c.writePack(w, target, program, shapes, built) }
	if err := wholefile.Write(wholefile.File{Path: file, Perm: 0o644, Write: write}); err != nil {
		return nil, err
	}
	var rows []*measure.Row
	for _, b := range built {
		rows = append(rows, build.Results(b.Rows)...)
	}
	return rows, nil
}

// writePack writes the archive.
func (c *Comparison) writePack(w io.Writer, target build.Target, program string, shapes []*build.Shape, built []*build.Built) (err error) {
	z := gzip.NewWriter(w)
	a := &archive{w: tar.NewWriter(z), now: time.Now(), sums: map[string]string{}}
	a.program(target.Program(build.BaleRun), program)
	p := &pack{Run: c.Run, Sums: a.sums}
	for _, s := range shapes {
		one := packShape{Name: s.Name, Base: s.Base, Length: s.Length, Given: s.Given, Hiding: s.Hiding}
		if s.Data != "" {
			one.Data = path.Join(packData, filepath.Base(s.Data))
			a.copy(one.Data, s.Data, 0o644)
		}
		p.Shapes = append(p.Shapes, one)
	}
	for _, b := range built {
		one := packCodec{Name: b.Codec.Name, Rows: build.Results(b.Rows), Tags: map[string][]string{}}
		for _, row := range b.Rows {
			one.Tags[row.Codec] = row.Tags
		}
		if b.Runner != nil {
			one.Runner, one.Hash = target.Program(path.Join(packRunners, b.Codec.Name)), b.Runner.Hash
			a.program(one.Runner, b.Runner.Path)
		}
		p.Codecs = append(p.Codecs, one)
	}
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	a.add(packFile, text, 0o644)
	for _, step := range []func() error{func() error { return a.err }, a.w.Close, z.Close} {
		if err == nil {
			err = step()
		}
	}
	return err
}

// An archive writes a tar file. It keeps the first error.
type archive struct {
	w    *tar.Writer
	now  time.Time
	sums map[string]string // of the files, by name
	err  error
}

func (a *archive) program(name, from string) { a.copy(name, from, 0o755) }

func (a *archive) copy(name, from string, mode int64) {
	data, err := os.ReadFile(from)
	if a.err == nil {
		a.err = err
	}
	a.add(name, data, mode)
}

// add adds a file, unless the archive already has it.
func (a *archive) add(name string, data []byte, mode int64) {
	name = filepath.ToSlash(name)
	if a.err != nil || a.sums[name] != "" {
		return
	}
	a.sums[name] = sum(data)
	a.err = a.w.WriteHeader(&tar.Header{Name: name, Mode: mode, Size: int64(len(data)), ModTime: a.now, Typeflag: tar.TypeReg})
	if a.err == nil {
		_, a.err = io.Copy(a.w, strings.NewReader(string(data)))
	}
}
