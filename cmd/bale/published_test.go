package main

import (
	"testing"

	"bale/published"
)

// TestPublishedCodecs: whatever was published, there is a codec for it.
func TestPublishedCodecs(t *testing.T) {
	for _, name := range published.Codecs() {
		if _, err := choose([]string{name}); err != nil {
			t.Error(err)
		}
	}
}
