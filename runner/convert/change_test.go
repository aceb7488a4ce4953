package convert

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestSameTime checks that other content of the same size and time is not noticed when a conversion continues, as docs/convert.md says.
func TestSameTime(t *testing.T) {
	path, out := filepath.Join(t.TempDir(), "in.jsonl"), filepath.Join(t.TempDir(), "out")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
			t.Fatal(err)
		}
	}
	write("{\"ID\":1}\n")
	req := &Request{
		Out: out, InContainer: "lines", OutContainer: "lines", MaxRecord: 100, Allow: []string{AllowDead}, Workers: 1,
		Inputs: []Input{{path, "out", 9, time.Unix(1, 0).UnixNano()}},
	}
	stop := disk{step: func(what string) (share float64, err error) {
		if what == "rename" { // of the output file, which is whole
			err = errors.New("stopped")
		}
		return 0, err
	}}
	if _, err := runOn(stop, program("json"), req); err == nil {
		t.Fatal("the conversion was not stopped")
	}
	write("{\"ID\":2}\n")
	req.Resume = true
	if _, err := Run(program("json"), req); err != nil {
		t.Error(err)
	}
}

// TestChanged checks that a conversion fails if an input file changes while it is read. What is left are whole records.
func TestChanged(t *testing.T) {
	smallChunks(t) // so that most of the file is read after the first record is decoded
	const line = "{\"ID\":1}\n"
	for name, change := range map[string]func(path string) error{
		"shrinks": func(path string) error { return os.Truncate(path, int64(len(line))*90_000) },
		"same size": func(path string) error {
			return os.WriteFile(path, []byte(strings.Repeat("{\"ID\":2}\n", 100_000)), 0o644)
		},
	} {
		path := filepath.Join(t.TempDir(), "in.jsonl")
		if err := os.WriteFile(path, []byte(strings.Repeat(line, 100_000)), 0o644); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		var once sync.Once
		side := func() Codec[item] {
			return Codec[item]{
				Decode: func(b []byte, v *item) (err error) {
					once.Do(func() { err = change(path) })
					if err != nil {
						return err
					}
					*v = item{}
					return json.Unmarshal(b, v)
				},
				Encode: func(v *item) ([]byte, error) { return json.Marshal(v) },
			}
		}
		p := Make(Spec[item, item]{Type: "item", Source: Side[item]{New: side}, Target: Side[item]{New: side}})
		_, err = Run(p, &Request{
			Out: filepath.Join(t.TempDir(), "out"), InContainer: "lines", OutContainer: "lines", MaxRecord: 100, Allow: []string{AllowDead}, Workers: 2,
			Inputs: []Input{{path, "out", info.Size(), info.ModTime().UnixNano()}},
		})
		if want := path + " has changed since the conversion began: begin again in a new folder"; err == nil || err.Error() != want {
			t.Errorf("%s: the error is %v, want %s", name, err, want)
		}
	}
}
