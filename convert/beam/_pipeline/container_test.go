package pipeline

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/convert"
	"bale/convert/container"
)

// writeFiles writes files, and returns them as inputs with outputs whose names have an ending.
func writeFiles(t *testing.T, files map[string]string, ending string) []convert.Input {
	t.Helper()
	dir := t.TempDir()
	var inputs []convert.Input
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, convert.Input{Path: path, Output: name + ending, Size: info.Size(), ModTime: info.ModTime().UnixNano()})
	}
	return inputs
}

// TestContainers compares conversions of frames, which are not split, with those on one machine: of files that are torn, that are empty and that have
// records that are too long.
func TestContainers(t *testing.T) {
	for _, name := range []string{"frames", "frames32", "file"} {
		from, err := container.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		message := func(i int) string {
			b, err := from.Append(nil, fmt.Appendf(nil, `{"N":%d,"Text":%q}`, i, strings.Repeat("x", i%100)))
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		var whole strings.Builder
		last := ""
		for i := range 1000 {
			last = message(i)
			whole.WriteString(last)
			if from.Single {
				break
			}
		}
		tooLong, err := from.Append(nil, bytes.Repeat([]byte("y"), 5000))
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{
			"whole": whole.String(), "torn": whole.String()[:whole.Len()-1], "head": whole.String()[:whole.Len()-len(last)+1],
			"wrong": message(1) + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" + message(2), "long": message(1) + string(tooLong) + message(2),
			"one": message(1), "empty": "",
		}
		for name, text := range files {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			_, _ = z.Write([]byte(text))
			if err := z.Close(); err != nil {
				t.Fatal(err)
			}
			files[name+".gz"] = b.String()
			if name == "whole" {
				files["cut.gz"] = b.String()[:b.Len()-20]
			}
		}
		for _, ending := range []string{".out", ".out.gz"} {
			inputs := writeFiles(t, files, ending)
			set := func(req *convert.Request) { req.InContainer, req.OutContainer = name, "frames32" }
			alone := newRequest(t, inputs).Request
			set(&alone)
			m, err := convert.Run(program, &alone)
			if err != nil {
				t.Fatal(err)
			}
			want := resultOf(t, alone.Out, m)
			req := newRequest(t, inputs)
			set(&req.Request)
			if m, err = Run(context.Background(), req); err != nil {
				t.Fatal(err)
			}
			countingPrism.check(t, m)
			resultOf(t, req.Out, m).check(t, want)
		}
	}
}
