package pipeline

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"

	"bale/runner/convert"
	"bale/runner/convert/container"
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
		for name, text := range maps.Clone(files) {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			_, _ = z.Write([]byte(text))
			if err := z.Close(); err != nil {
				t.Fatal(err)
			}
			files[name+".gz"] = b.String()
			if name == "whole" {
				files["cut.gz"], files["header.gz"], files["nothing.gz"] = b.String()[:b.Len()-20], b.String()[:5], ""
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

// TestAllDead converts a file whose records are all dead letters: a conversion on one machine ends, and a job goes on.
func TestAllDead(t *testing.T) {
	inputs := writeFiles(t, map[string]string{"dead": strings.Repeat("no JSON\n", 5000)}, ".out")
	alone := newRequest(t, inputs).Request
	if _, err := convert.Run(program, &alone); err == nil || !strings.Contains(err.Error(), "records are dead letters: check -type, -from and -in-container") {
		t.Errorf("on one machine: %v", err)
	}
	req := newRequest(t, inputs)
	m, err := Run(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	countingPrism.check(t, m)
	if m.Counts.In != 5000 || m.Counts.Dead != 5000 {
		t.Errorf("%+v, want 5000 dead letters", m.Counts)
	}
}

// TestManyFiles converts many small files into a folder whose name is a pattern that does not match itself.
func TestManyFiles(t *testing.T) {
	files := map[string]string{}
	for i := range 1000 {
		files[fmt.Sprintf("in%03d", i)] = strings.Repeat(fmt.Sprintf("{\"N\":%d}\n", i), i%3)
	}
	req := newRequest(t, writeFiles(t, files, ".out"))
	req.Out = filepath.Join(t.TempDir(), "out[1]*")
	m, err := Run(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	countingPrism.check(t, m)
	resultOf(t, req.Out, m)
	if len(m.Files) != 1000 || m.Counts.Out != 999 {
		t.Errorf("%d files have %d messages, want 1000 and 999", len(m.Files), m.Counts.Out)
	}
	again := newRequest(t, writeFiles(t, map[string]string{"a": ""}, ".out"))
	again.Out = req.Out
	if _, err := Run(context.Background(), again); err == nil || !strings.Contains(err.Error(), "is not empty: name a new one with -out") {
		t.Errorf("a second conversion into the folder: %v", err)
	}
}

// TestPatterns converts files that match a pattern in one of Beam's file systems.
func TestPatterns(t *testing.T) {
	memfs.Write("memfs://in/a.jsonl", []byte("{\"N\":1}\nno JSON\n"))
	memfs.Write("memfs://in/c.jsonl", nil)
	memfs.Write("memfs://in/manifest.txt", nil)
	for _, c := range []struct{ pattern, name, want string }{
		{"memfs://in/[ac].jsonl", "*.out", ""},
		{"memfs://in/m*.txt", "*.json", "memfs://in/manifest.txt would be written to manifest.json, which bale convert writes itself"},
		{"memfs://in/d*", "*.out", "no file matches memfs://in/d*"},
	} {
		req := newRequest(t, nil)
		req.Patterns, req.Name = []string{c.pattern}, c.name
		m, err := Run(context.Background(), req)
		switch {
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: the error is %v, want %s", c.pattern, err, c.want)
		case c.want != "":
		case err != nil:
			t.Errorf("%s: %v", c.pattern, err)
		default:
			countingPrism.check(t, m)
			resultOf(t, req.Out, m)
			if len(m.Files) != 2 || m.Counts.Out != 1 || m.Counts.Dead != 1 {
				t.Errorf("%d files have the counts %v", len(m.Files), m.Counts)
			}
		}
	}
}
