package main

import (
	"testing"

	"bale/report/published"
)

// TestPublishedCodecs checks that each codec of the published figures exists.
func TestPublishedCodecs(t *testing.T) {
	for _, name := range published.Codecs() {
		if _, err := choose([]string{name}); err != nil {
			t.Error(err)
		}
	}
}
