package lab

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"bale/lab/build"
	"bale/measure"
	"bale/result"
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
}

type packShape struct {
	Name, Base string
	Length     int
	Data       string // file in the pack; "" for other values
	Given      bool   // the sample values are the user's own
}

type packCodec struct {
	Name    string
	Runner  string // file in the pack; "" if nothing could be built
	Hash    string
	Modules map[string]string
	Rows    []*measure.Row
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
	if err := c.writePack(file, target, program, shapes, built); err != nil {
		return nil, err
	}
	var rows []*measure.Row
	for _, b := range built {
		rows = append(rows, build.Results(b.Rows)...)
	}
	return rows, nil
}

// writePack writes the archive into a temporary file and renames it, so that file is always complete.
func (c *Comparison) writePack(file string, target build.Target, program string, shapes []*build.Shape, built []*build.Built) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails once it has been renamed
	z := gzip.NewWriter(tmp)
	a := &archive{w: tar.NewWriter(z), now: time.Now()}
	a.program(target.Program(build.BaleRun), program)
	p := &pack{Run: c.Run}
	for _, s := range shapes {
		one := packShape{Name: s.Name, Base: s.Base, Length: s.Length, Given: s.Given}
		if s.Data != "" {
			one.Data = path.Join(packData, filepath.Base(s.Data))
			a.copy(one.Data, s.Data, 0o644)
		}
		p.Shapes = append(p.Shapes, one)
	}
	for _, b := range built {
		one := packCodec{Name: b.Codec.Name, Rows: build.Results(b.Rows)}
		if b.Runner != nil {
			one.Runner, one.Hash, one.Modules = target.Program(path.Join(packRunners, b.Codec.Name)), b.Runner.Hash, b.Runner.Modules
			a.program(one.Runner, b.Runner.Path)
		}
		p.Codecs = append(p.Codecs, one)
	}
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	a.add(packFile, text, 0o644)
	for _, step := range []func() error{func() error { return a.err }, a.w.Close, z.Close, func() error { return tmp.Chmod(0o644) }} {
		if err == nil {
			err = step()
		}
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), file)
}

// An archive writes a tar file. It keeps the first error.
type archive struct {
	w   *tar.Writer
	now time.Time
	has map[string]bool
	err error
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
	if a.err != nil || a.has[name] {
		return
	}
	if a.has == nil {
		a.has = map[string]bool{}
	}
	a.has[name] = true
	a.err = a.w.WriteHeader(&tar.Header{Name: filepath.ToSlash(name), Mode: mode, Size: int64(len(data)), ModTime: a.now, Typeflag: tar.TypeReg})
	if a.err == nil {
		_, a.err = io.Copy(a.w, strings.NewReader(string(data)))
	}
}
