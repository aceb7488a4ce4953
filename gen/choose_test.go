package gen

import (
	"testing"

	"bale/gen/emit"
)

// TestChoose checks the order of the formats, duplicate names and unknown names.
func TestChoose(t *testing.T) {
	a, b, c := &emit.Format{Name: "a"}, &emit.Format{Name: "b"}, &emit.Format{Name: "c"}
	chosen, unknown := Choose([]*emit.Format{a, b, c}, []string{"c", "x", "a", "c"})
	if Names(chosen) != "a, c" || len(unknown) != 1 || unknown[0] != "x" {
		t.Errorf("chosen %s, unknown %q", Names(chosen), unknown)
	}
}
