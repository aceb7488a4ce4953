package zstd

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"bale/runner/convert/container"
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

// TestEmpty decompresses files without content: a file without a member is torn.
func TestEmpty(t *testing.T) {
	member, err := Compression.Compress(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file []byte
		want error
	}{{member, nil}, {nil, io.ErrUnexpectedEOF}} {
		r, err := Compression.Decompress(bytes.NewReader(c.file))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); len(member) == 0 || len(got) > 0 || err != c.want {
			t.Errorf("%q: %q, %v, want %v", c.file, got, err, c.want)
		}
	}
}

// TestPins checks that programs use the version of the library that bale uses. If it fails, copy the version and the sums from go.mod and go.sum.
func TestPins(t *testing.T) {
	mod, err := os.ReadFile("../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile("../../../go.sum")
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
