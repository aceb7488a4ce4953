package pipeline

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/runner/convert"
)

// TestChanges checks that a conversion fails if an input file changes while it is read, or before. The changes keep whole lines, so that no record
// would be torn.
func TestChanges(t *testing.T) {
	const line = "{\"N\":1,\"Text\":\"text\"}\n"
	for _, c := range []struct {
		name   string
		change func(path string) error
	}{
		{"shrinks", func(path string) error { return os.Truncate(path, int64(len(line))*20_000) }},
		{"grows", func(path string) error { return appendTo(path, line) }},
		{"same size", func(path string) error {
			return os.WriteFile(path, []byte(strings.Repeat(strings.Replace(line, "1", "2", 1), 40_000)), 0o600)
		}},
		{"is gone", os.Remove},
	} {
		for _, during := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/%t", c.name, during), func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "in.jsonl")
				text := strings.Repeat(line, 40_000)
				if during {
					text = fmt.Sprintf("%-*s\n", len(line)-1, `{"Do":"change"}`) + text[len(line):]
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				info, err := os.Stat(path)
				if err != nil {
					t.Fatal(err)
				}
				actions["change"] = func() {
					if err := c.change(path); err != nil {
						t.Error(err)
					}
				}
				t.Cleanup(func() { delete(actions, "change") })
				req := newRequest(t, []convert.Input{{Path: path, Output: "in.frames", Size: info.Size(), ModTime: info.ModTime().UnixNano()}})
				req.PartSize = 1 << 30
				if !during {
					actions["change"]()
				}
				m, err := Run(context.Background(), req)
				if err == nil {
					t.Fatalf("the conversion succeeds with %v", m.Counts)
				}
				if text := err.Error(); !strings.Contains(text, "the file has changed since the job began: begin again in a new folder") && !strings.Contains(text, "no such file") {
					t.Errorf("the error is %v", err)
				}
				checkFailed(t, req.Out)
			})
		}
	}
}

func appendTo(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return err
}
