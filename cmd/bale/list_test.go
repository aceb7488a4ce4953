package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"bale/codec/facts"
	"bale/report/matrix"
)

// TestSerializersPage checks that docs/serializers.md has all lines that do not depend on probing. If it fails, write the page again:
// go run ./cmd/bale list -features >docs/serializers.md
func TestSerializersPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/serializers.md")
	if err != nil {
		t.Fatal(err)
	}
	choices, err := choose(nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := entries(choices)
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := matrix.Write(&want, list, nil, facts.Absent()); err != nil {
		t.Fatal(err)
	}
	rest := "\n" + string(page)
	for line := range strings.Lines(want.String()) {
		_, after, ok := strings.Cut(rest, "\n"+line)
		if !ok {
			t.Fatalf("docs/serializers.md lacks this line, or has it at another place: %s", line)
		}
		rest = "\n" + after
	}
}
