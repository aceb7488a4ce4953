package codec

import (
	"slices"
	"testing"
)

// TestDefaults: the documentation and the packages of a codec that has no others are those of its module.
func TestDefaults(t *testing.T) {
	for _, c := range []struct {
		codec *Codec
		doc   string
		pins  []string
	}{
		{&Codec{Module: "example.com/m"}, "https://pkg.go.dev/example.com/m", []string{"example.com/m"}},
		{&Codec{Module: "example.com/m", Doc: "https://example.com", Packages: []string{"example.com/m/p"}}, "https://example.com", []string{"example.com/m/p"}},
		{&Codec{}, "", nil},
	} {
		if got := c.codec.DocOf(&Variant{}); got != c.doc {
			t.Errorf("documentation %q, want %q", got, c.doc)
		}
		if got := c.codec.DocOf(&Variant{Doc: "https://example.com/v"}); got != "https://example.com/v" {
			t.Errorf("documentation of a variant: %q", got)
		}
		if got := c.codec.Pinned(); !slices.Equal(got, c.pins) {
			t.Errorf("pinned packages %q, want %q", got, c.pins)
		}
	}
}
