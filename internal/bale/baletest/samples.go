package baletest

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Samples decodes the sample messages in testdata, which have this layout or earlier ones. If there are none of this layout, it
// writes some: commit them, and do not change them.
func Samples[T any](t *testing.T, c Case[T]) {
	newest := filepath.Join("testdata", "bale", c.Samples)
	if _, err := os.Stat(newest); os.IsNotExist(err) {
		WriteSamples(t, c, newest)
	}
	files, err := filepath.Glob(strings.TrimSuffix(newest, filepath.Ext(newest)) + ".*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "#") || line == "" && i > 1 {
				continue
			}
			b, err := hex.DecodeString(strings.TrimSpace(line))
			if err == nil {
				err = c.Unmarshal(new(T), b)
			}
			if err != nil {
				t.Fatalf("%s:%d: an old message is not decoded: %v", file, i+1, err)
			}
			Read(t, c, b)
		}
	}
}

// WriteSamples writes a few short messages into a new file, or the shortest message if all are long.
func WriteSamples[T any](t *testing.T, c Case[T], file string) {
	text := "# Messages in hexadecimal digits. They have to decode as long as bale.lock knows their layout: do not change this file.\n"
	few, shortest := 0, []byte(nil)
	c.portable = true // the messages may be decoded on another machine
	for _, v := range c.Values(6, 40) {
		b := c.message(t, v)
		if shortest == nil || len(b) < len(shortest) {
			shortest = b
		}
		if len(b) <= 512 && few < 4 {
			text += hex.EncodeToString(b) + "\n"
			few++
		}
	}
	if few == 0 {
		text += hex.EncodeToString(shortest) + "\n"
	}
	err := os.MkdirAll(filepath.Dir(file), 0o777)
	if err == nil {
		err = os.WriteFile(file, []byte(text), 0o666)
	}
	if err != nil {
		t.Skipf("there are no messages of this layout, and none can be written: %v", err)
	}
	t.Logf("wrote %s: commit it", file)
}
