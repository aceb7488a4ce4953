package json

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"slices"
	"testing"
)

func TestSizeClass(t *testing.T) {
	for n := range maxClass + 1 {
		if got, want := sizeClass(n), cap(slices.Grow([]byte(nil), n)); got != want {
			t.Errorf("%d: got %d, want %d", n, got, want)
		}
	}
}

// TestBase64 compares the bytes and the memory that are left after two texts, of which the second may be wrong, with those of encoding/json.
func TestBase64(t *testing.T) {
	var texts []string
	for n := range 40 {
		text := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{'x'}, n))
		texts = append(texts, text, text+`\n`, text[:len(text)/2]+"["+text[len(text)/2:])
	}
	texts = append(texts, base64.StdEncoding.EncodeToString(make([]byte, 2000)))
	for _, size := range []int{0, 5, 16, 30} {
		for _, first := range texts {
			for _, second := range texts {
				want, got := slices.Repeat([]byte{1}, size), slices.Repeat([]byte{1}, size)
				for _, text := range []string{first, second} {
					_ = json.Unmarshal([]byte(`"`+text+`"`), &want)
					if b, end := input(`"`+text+`"`).Base64(got, 0); end >= 0 {
						got = b
					}
				}
				if !bytes.Equal(got, want) || EngineV2 && cap(got) != cap(want) {
					t.Fatalf("%d bytes, %q, %q: got %v, capacity %d, want %v, capacity %d", size, first, second, got, cap(got), want, cap(want))
				}
			}
		}
	}
}
