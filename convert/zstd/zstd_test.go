package zstd

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"bale/convert/container"
)

func TestRoundTrip(t *testing.T) {
	var file []byte
	for _, part := range []string{"one ", "", "two"} {
		var err error
		if file, err = Compression.Compress(file, []byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Compression.Reader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); string(got) != "one two" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	container.AddCompression(Compression)
	if c, err := container.CompressionOf("a.zst"); c != Compression || err != nil {
		t.Errorf("%v, %v", c, err)
	}
}

// TestPins checks that programs use the version of the library that bale uses. If it fails, copy the version and the sums from go.mod and go.sum.
func TestPins(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	required := regexp.MustCompile(`github.com/klauspost/compress v\S+`).Find(mod)
	if len(required) == 0 || !strings.Contains(Mod, "require "+string(required)+"\n") {
		t.Errorf("pins.mod does not require %s", required)
	}
	for line := range strings.Lines(Sum) {
		if !strings.Contains(line, string(required)) || !bytes.Contains(sum, []byte(line)) {
			t.Errorf("not in go.sum: %s", line)
		}
	}
}
