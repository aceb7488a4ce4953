package convert

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/runner/convert/container"
)

// TestBlank converts files of which nothing is left: a compressed output is a whole file, which is converted again without a dead letter.
func TestBlank(t *testing.T) {
	p := program("json")
	for name, content := range map[string]string{"empty": "", "only dead letters": "{torn\n{torn\n"} {
		req := inputs(t, "lines", ".gz", 1, 0)
		rewrite(t, &req.Inputs[0], gzipped(t, content))
		m, err := Run(p, req)
		if err != nil || m.Counts.Out != 0 {
			t.Fatalf("%s: %+v, %v", name, m, err)
		}
		output := filepath.Join(req.Out, m.Files[0].Name)
		file, err := os.Open(output)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		z, err := gzip.NewReader(file)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if data, err := io.ReadAll(z); len(data) > 0 || err != nil {
			t.Errorf("%s: %q, %v", name, data, err)
		}

		again := *req
		again.Inputs = []Input{{Path: output, Output: "again.gz", Size: m.Files[0].Output.Size}}
		info, err := os.Stat(output)
		if err != nil {
			t.Fatal(err)
		}
		again.Inputs[0].ModTime = info.ModTime().UnixNano()
		again.Out += "again"
		if m, err = Run(p, &again); err != nil || m.Counts.In != 0 {
			t.Errorf("%s: converted again: %+v, %v", name, m, err)
		}
	}
}

// TestBlankPart is TestBlank for a part of a pipeline of Apache Beam.
func TestBlankPart(t *testing.T) {
	req := inputs(t, "lines", ".gz", 1, 0)
	pc, err := NewPartConverter(program("json"), req)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"empty": "", "only dead letters": "{torn\n"} {
		var out, dead bytes.Buffer
		counts, err := pc.Convert(bufio.NewReader(strings.NewReader(content)), 0, 0, func(int64) bool { return true }, func() error { return nil }, &out, &dead)
		if err != nil || counts.Out != 0 {
			t.Fatalf("%s: %+v, %v", name, counts, err)
		}
		if !bytes.Equal(out.Bytes(), gzipped(t, "")) {
			t.Errorf("%s: %q", name, out.Bytes())
		}
	}
}

// gzipped returns the content of a compressed file.
func gzipped(t *testing.T, content string) []byte {
	t.Helper()
	how, err := container.CompressionOf(".gz")
	if err != nil {
		t.Fatal(err)
	}
	data, err := how.Compress(nil, []byte(content))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
