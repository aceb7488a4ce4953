package convert

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"bale/runner/convert/container"
)

// blocks is a container with blocks, as Avro's: a block is a line with records, each followed by a tab.
var blocks = func() *container.Format {
	lines, _ := container.Find("lines")
	return &container.Format{
		Name: "blocks",
		Reader: func(in *bufio.Reader, offset int64, limit int) container.Reader {
			return &blockReader{lines: lines.Reader(in, offset, limit)}
		},
		Append: func(dst, message []byte) ([]byte, error) { return append(append(dst, message...), '\t'), nil },
		Header: func() []byte { return []byte("\n") },
		Block:  func(n int, messages []byte) ([]byte, error) { return append(messages, '\n'), nil },
	}
}()

type blockReader struct {
	lines container.Reader
	block container.Record
	rest  []byte
}

func (r *blockReader) Next() (container.Record, error) {
	if len(r.rest) == 0 {
		var err error
		if r.block, err = r.lines.Next(); err != nil {
			return r.block, err
		}
		r.rest = r.block.Data
	}
	rec := r.block
	rec.Data, r.rest, _ = bytes.Cut(r.rest, []byte("\t"))
	rec.More = len(r.rest) > 0
	r.block.Index++
	return rec, nil
}

// TestBlocks is TestKilled with files of blocks, some of which are longer than a chunk. Records of a block have its offset and their own index.
func TestBlocks(t *testing.T) {
	container.Add(blocks)
	smallChunks(t)
	req := inputs(t, "blocks", "", 2, 20)
	req.InContainer = "blocks"
	for i := range req.Inputs {
		in := &req.Inputs[i]
		text, err := os.ReadFile(in.Path)
		if err != nil {
			t.Fatal(err)
		}
		records := strings.Fields(strings.ReplaceAll(string(text), "text ", "text"))
		var file string
		for n := 1; len(records) > 0; n++ {
			size := min(n, len(records))
			file += strings.Join(records[:size], "\t") + "\t\n"
			records = records[size:]
		}
		rewrite(t, in, []byte(file))
	}
	killEverywhere(t, program("json"), req)

	m, err := readManifest(req.Out)
	if err != nil || m.Counts.In != 41 || m.Counts.In != m.Counts.Out+m.Counts.Dead {
		t.Fatalf("%+v, %v", m, err)
	}
	places := map[[3]any]bool{}
	for line := range strings.Lines(contents(t, req.Out)[DeadFile]) {
		var d DeadLetter
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		places[[3]any{d.Source, d.Offset, d.Index}] = true
	}
	if len(places) != int(m.Counts.Dead) {
		t.Errorf("%d places of %d dead letters", len(places), m.Counts.Dead)
	}
}
