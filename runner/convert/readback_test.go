package convert

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/runner/convert/container"
)

// A damagedReader is a reader of lines that changes one.
type damagedReader struct {
	container.Reader
	damage func(n int, rec *container.Record) (skip bool)
	n      int
}

// Next implements container.Reader.
func (r *damagedReader) Next() (container.Record, error) {
	for {
		rec, err := r.Reader.Next()
		r.n++
		if err != nil || !r.damage(r.n, &rec) {
			return rec, err
		}
	}
}

// TestReadBack converts to containers that do not hold all messages: the conversion fails, with -runner, too. Only -verify none does not find out.
func TestReadBack(t *testing.T) {
	lines, err := container.Find("lines")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, want string
		damage     func(n int, rec *container.Record) (skip bool)
	}{
		{"drops", "12 messages were written, and 11 come back", func(n int, _ *container.Record) bool { return n == 3 }},
		{"changes", "the messages that come back are not those that were written", func(n int, rec *container.Record) bool {
			if n == 3 {
				rec.Data = append([]byte(" "), rec.Data...)
			}
			return false
		}},
		{"tears", "message 3 does not come back: torn", func(n int, rec *container.Record) bool {
			if n == 3 {
				rec.Err = errors.New("torn")
			}
			return false
		}},
	} {
		damaged := *lines
		damaged.Name = "damaged " + c.name
		damaged.Back = func(in *bufio.Reader) container.Reader {
			return &damagedReader{Reader: lines.Reader(in, 0, container.NoLimit), damage: c.damage}
		}
		container.Add(&damaged)
		want := c.want + ": begin again in a new folder, with another -out-container if the disk is sound"
		for _, suffix := range []string{"", ".gz"} {
			req := inputs(t, "lines", suffix, 1, 20)
			req.OutContainer = damaged.Name
			if _, err := Run(program("json"), req); err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s%s: %v, want %s", c.name, suffix, err, want)
			}
			if !isMissing(filepath.Join(req.Out, req.Inputs[0].Output)) {
				t.Errorf("%s%s: the output file has its name", c.name, suffix)
			}
			if _, err := convertPart(t, req); err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s%s: in a part: %v, want %s", c.name, suffix, err, want)
			}
			req.Out, req.Verify = req.Out+"unverified", 0
			if _, err := Run(program("json"), req); err != nil {
				t.Errorf("%s%s: -verify none: %v", c.name, suffix, err)
			}
			if _, err := convertPart(t, req); err != nil {
				t.Errorf("%s%s: -verify none in a part: %v", c.name, suffix, err)
			}
		}
	}
}

// convertPart converts the first input of a request as a part of a pipeline of Apache Beam.
func convertPart(t *testing.T, req *Request) (output []byte, err error) {
	t.Helper()
	pc, err := NewPartConverter(program("json"), req)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(req.Inputs[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	how, err := container.CompressionOf(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(f)
	if how != nil {
		if in, err = decompressed(how, f, 0); err != nil {
			t.Fatal(err)
		}
	}
	var out, dead bytes.Buffer
	_, err = pc.Convert(in, 0, 0, func(int64) bool { return true }, func() error { return nil }, &out, &dead)
	return out.Bytes(), err
}

// TestAbsent converts files with one message: of a dead letter, there is no output file, which would be that of a message without bytes.
func TestAbsent(t *testing.T) {
	p := program("json")
	for _, suffix := range []string{"", ".gz"} {
		req := inputs(t, "file", suffix, 3, 0)
		req.InContainer = "file"
		for i, content := range []string{`{"ID":1}`, "{torn", `{"ID":2}`} {
			if suffix != "" {
				content = string(gzipped(t, content))
			}
			rewrite(t, &req.Inputs[i], []byte(content))
		}
		killEverywhere(t, p, req)
		m, err := readManifest(req.Out)
		if err != nil || m.Counts.Out != 2 || m.Counts.Dead != 1 {
			t.Fatalf("%+v, %v", m, err)
		}
		if f := m.Files[1]; f.Output != (Output{}) || !isMissing(filepath.Join(req.Out, req.Inputs[1].Output)) {
			t.Errorf("there is a file without a message: %+v", f)
		}
		req.Resume = true
		if again, err := Run(p, req); err != nil || again.Counts.In != 3 {
			t.Errorf("the complete conversion: %+v, %v", again, err)
		}
	}
}
